import Commands
import Foundation
import TestSupport
import Testing
import Tool

/// Runs every example in the documents, man pages and help texts. Each must succeed, print nothing on standard error,
/// and print or make something.
@Suite struct ExampleTests {
  /// The first words of example lines that this test does not run. The comments give the reasons.
  private static let leftOut = [
    "scripts/demo",  // Sets the machine up and builds.
    "scripts/test", "scripts/check",  // Both run this test.
    "scripts/bench",  // Takes minutes.
    "scripts/fuzz",  // Runs as part of scripts/test.
    "scripts/coverage", "scripts/sanitize",  // Rebuild everything.
    "scripts/soak",  // Takes ten minutes.
  ]

  /// A reader who types all examples in one language from one document, in order and in one directory.
  struct Reader: CustomTestStringConvertible, Sendable {
    /// The path of a document in the checkout, or the name of a tool whose help text has examples.
    let document: String
    let language: Example.Language
    var testDescription: String { "\(document) in \(language)" }

    static let all =
      Document.markdown.map { Reader(document: $0, language: .bash) }
      + Document.manuals.map { Reader(document: $0, language: $0.hasSuffix("5") ? .table : .bash) }
      + Document.tools.map { Reader(document: $0, language: .bash) }

    /// The readers whose examples this run tries. README.md is always tried, everything else in turn.
    static let ofThisRun =
      all.filter { $0.document == "README.md" } + Campaign.share(of: all.filter { $0.document != "README.md" })
      + Campaign.share(of: Document.markdown).map { Reader(document: $0, language: .sh) }

    /// Blocks marked sh run in sh and in bash. Only bash, with `pipefail`, notices when an early stage of a pipeline
    /// fails.
    func examples() throws -> [Example] {
      if document.hasSuffix(".md") {
        let page = try Markdown(document)
        guard language == .bash else { return page.examples.filter { $0.language == .sh } }
        return page.examples + (try phrases(of: page))
      }
      return try Document.tools.contains(document) ? HelpText(of: document).examples : Manual(document).examples
    }

    /// Examples in the prose: commands that name in.mp4 or map.tsv, and options that describe a map, completed to
    /// warp-map commands.
    private func phrases(of page: Markdown) throws -> [Example] {
      let options = MapCommand.command.options(for: .map)
      let needsValue = Dictionary(uniqueKeysWithValues: options.map { ("--\($0.name)", $0.takesValue) })
      return page.spans.compactMap { span in
        let words = span.split(separator: " ").map(String.init)
        guard let first = words.first, !span.contains("…"), !words.contains(where: { $0.contains(/^[A-Z]+$/) }) else {
          return nil
        }
        if let needsValue = needsValue[first], !needsValue || words.count > 1 {
          return Example("warp-map --duration 40 \(span)", .bash, in: document)
        }
        guard Document.tools.contains(first), words.contains(where: { ["in.mp4", "map.tsv"].contains($0) }) else {
          return nil
        }
        return Example(span, .bash, in: document)
      }
    }
  }

  @Test(arguments: Reader.ofThisRun) func everyExampleRuns(_ reader: Reader) throws {
    let scene = try ExampleScene()
    for example in try reader.examples() {
      let lines = example.text.split(separator: "\n", omittingEmptySubsequences: false)
      let text = lines.filter { line in !Self.leftOut.contains { line.hasPrefix($0) } }.joined(separator: "\n")
      guard text.contains(/(?m)^[^#\s]/) else { continue }
      let before = try scene.files()
      let result = try scene.run(text, in: reader.language)
      // Removes harmless messages: x264's unavoidable summary, the accuracy of --to, a frame rate, a sound speed, the
      // results of several INPUTs, and that the film has no silence.
      let errors = result.otherErrors.replacing(/\nencoded \d+ frames, .*\n/, with: "")
        .replacing(/warp-[a-z]+: wrote \d+ points?, at most .* s away from the exact map\n/, with: "")
        .replacing("warp-film: the result has 12.5 fps; to change it, add --fps\n", with: "")
        .replacing(/warp-film: \d+ of \d+: '.*' (is complete|exists and stays as it is)\n/, with: "")
        .replacing(/warp-film: \d+ of \d+ frames are encoded again, the others are copied\n/, with: "")
        .replacing(/warp-film: all \d+ frames are encoded again, as no keyframe can follow a cut\n/, with: "")
        .replacing(/warp-film: the sound is nowhere silent \(--silence\); .*\n/, with: "")
        .replacing(/warp-film: the picture is nowhere still \(--still\)\n/, with: "")
        .replacing(/warp-film: the sound plays at 2.5x throughout and keeps its pitch; .* \(--speech\)\n/, with: "")
      // melt and rubberband also print messages that are not errors.
      let isChatty = text.contains(/(?m)^(melt|rubberband)\s/)
      #expect(result.status == 0 && (errors == "" || isChatty), "\(example.place): \(result)\n\(text)")
      let made = try scene.files().filter { before[$0.key] != $0.value }.keys
      #expect(!made.isEmpty || !result.output.isEmpty, "\(example.place) does nothing:\n\(text)")
      for file in made {
        let complaint = try scene.complaint(about: file)
        #expect(complaint == "", "\(example.place): \(file)")
      }
    }
  }

  @Test func linesLeftOutAreInTheDocuments() throws {
    let all = try Reader.all.flatMap { try $0.examples() }
    let lines = all.flatMap { $0.text.split(separator: "\n") }
    for beginning in Self.leftOut { #expect(lines.contains { $0.hasPrefix(beginning) }, "\(beginning)") }
    for name in ["README.md", "docs/recipes.md"] {
      #expect(all.filter { $0.place.hasPrefix(name) }.count > 10, "\(name)")
    }
    for tool in Document.tools {
      let typed = try HelpText(of: tool).examples.map { $0.text.split(whereSeparator: \.isWhitespace) }
      let printed = try Manual("man/\(tool).1").examples.map { $0.text.split(whereSeparator: \.isWhitespace) }
      #expect(typed.count > 1 && typed == printed, "\(tool)")
    }
  }
}
