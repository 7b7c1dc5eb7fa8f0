import Commands
import Foundation
import TestSupport
import Testing
import Tool

/// Types every example in the documents, man pages and helps: each has to succeed, say nothing on standard error, and
/// print or make something.
@Suite struct ExampleTests {
  /// Lines that begin with one of these are not typed; the comment says why.
  private static let leftOut = [
    "scripts/demo",  // Sets the machine up and builds.
    "scripts/test", "scripts/check",  // Run this.
    "scripts/bench",  // Takes minutes.
    "scripts/fuzz",  // Part of scripts/test.
    "scripts/coverage", "scripts/sanitize",  // Build everything anew.
    "scripts/soak",  // Takes ten minutes.
  ]

  /// One document and one language: a reader who types its examples from top to bottom, in one directory.
  struct Reader: CustomTestStringConvertible, Sendable {
    /// The path of a document in the checkout, or the name of a tool, for its help.
    let document: String
    let language: Example.Language
    var testDescription: String { "\(document) in \(language)" }

    static let all =
      Document.markdown.map { Reader(document: $0, language: .bash) }
      + Document.manuals.map { Reader(document: $0, language: $0.hasSuffix("5") ? .table : .bash) }
      + Document.tools.map { Reader(document: $0, language: .bash) }

    /// Those of this run: README, man pages and helps always, other pages in turn.
    static let ofThisRun =
      all.filter { $0.document == "README.md" || !$0.document.hasSuffix(".md") }
      + Campaign.share(of: Document.markdown.filter { $0 != "README.md" }).map { Reader(document: $0, language: .bash) }
      + Campaign.share(of: Document.markdown).map { Reader(document: $0, language: .sh) }

    /// Blocks for a POSIX shell are also tried in bash, which by `pipefail` notices when a stage other than the last
    /// fails.
    func examples() throws -> [Example] {
      if document.hasSuffix(".md") {
        let page = try Markdown(document)
        guard language == .bash else { return page.examples.filter { $0.language == .sh } }
        return page.examples + (try phrases(of: page))
      }
      return try Document.tools.contains(document) ? HelpText(of: document).examples : Manual(document).examples
    }

    /// Examples within prose: commands that name a file of `ExampleScene`, and options that make or change a curve,
    /// with their values, as words of warp-map.
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
      // x264 prints this line whatever its options are, --to tells how near it comes, and a GIF has fewer frames.
      let errors = result.otherErrors.replacing(/\nencoded \d+ frames, .*\n/, with: "")
        .replacing(/warp-[a-z]+: wrote \d+ points?, at most .* s away from the exact map\n/, with: "")
        .replacing("warp-film: the result has 12.5 fps; to change it, add --fps\n", with: "")
        .replacing(/warp-film: the sound plays at 2.5x throughout and keeps its pitch; .* \(--speech\)\n/, with: "")
      // melt and rubberband say more than what is wrong.
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
