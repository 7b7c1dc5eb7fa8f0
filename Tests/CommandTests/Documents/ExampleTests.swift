import Commands
import Foundation
import Testing
import Tool

/// Whatever the documents, man pages and helps tell their reader to type is typed.
@Suite struct ExampleTests {
  /// Lines that begin so are not: the reason stands beside them.
  private static let leftOut = [
    "scripts/demo",  // Sets the machine up and builds.
    "scripts/test",  // Runs this.
    "scripts/bench",  // Takes minutes.
    "scripts/fuzz",  // Part of scripts/test.
    "scripts/coverage", "scripts/sanitize",  // Build everything anew.
    "scripts/soak",  // Takes ten minutes.
  ]

  /// One reader, who types what is in one place from top to bottom.
  struct Reader: CustomTestStringConvertible, Sendable {
    let place: String
    let language: Example.Language
    var testDescription: String { "\(place) in \(language)" }

    /// What it says on the left is all that there is to be read.
    static let all =
      Document.markdown.map { Reader(place: $0, language: .bash) }
      + Document.manuals.map { Reader(place: $0, language: $0.hasSuffix("5") ? .table : .bash) }
      + Document.tools.map { Reader(place: $0, language: .bash) }
      + Document.markdown.map { Reader(place: $0, language: .sh) }

    /// Blocks for a POSIX shell are tried in bash too, which notices if a stage fails that is not the last.
    func examples() throws -> [Example] {
      if place.hasSuffix(".md") {
        let page = try Markdown(place)
        guard language == .bash else { return page.examples.filter { $0.language == .sh } }
        return page.examples + (try phrases(of: page))
      }
      return try Document.tools.contains(place) ? HelpText(of: place).examples : Manual(place).examples
    }

    /// Commands in the midst of prose that name a file, and options that make or change a curve, with their values.
    private func phrases(of page: Markdown) throws -> [Example] {
      let options = MapCommand.command.options(for: .map)
      let needsValue = Dictionary(uniqueKeysWithValues: options.map { ("--\($0.name)", $0.takesValue) })
      return page.spans.compactMap { span in
        let words = span.split(separator: " ").map(String.init)
        guard let first = words.first, !span.contains("…"), !words.contains(where: { $0.contains(/^[A-Z]+$/) }) else {
          return nil
        }
        if let needsValue = needsValue[first], !needsValue || words.count > 1 {
          return Example("warp-map --duration 40 \(span)", .bash, in: place)
        }
        guard Document.tools.contains(first), words.contains(where: { ["in.mp4", "map.tsv"].contains($0) }) else {
          return nil
        }
        return Example(span, .bash, in: place)
      }
    }
  }

  @Test(arguments: Reader.all) func doesWhatItSays(_ reader: Reader) throws {
    let scene = try ExampleScene()
    for example in try reader.examples() {
      let lines = example.text.split(separator: "\n", omittingEmptySubsequences: false)
      let text = lines.filter { line in !Self.leftOut.contains { line.hasPrefix($0) } }.joined(separator: "\n")
      guard text.contains(/(?m)^[^#\s]/) else { continue }
      let before = try scene.files()
      let result = try scene.run(text, in: reader.language)
      // x264 cannot be kept from saying so.
      let errors = result.errors.replacing(/\nencoded \d+ frames, .*\n/, with: "")
      #expect(result.status == 0 && errors == "", "\(example.place): \(result)\n\(text)")
      let made = try scene.files().filter { before[$0.key] != $0.value }.keys
      #expect(!made.isEmpty || !result.output.isEmpty, "\(example.place) does nothing:\n\(text)")
      for file in made {
        let complaint = try scene.complaint(about: file)
        #expect(complaint == "", "\(example.place): \(file)")
      }
    }
  }

  @Test func nothingIsLeftOutInVain() throws {
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
