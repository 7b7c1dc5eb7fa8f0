import Foundation
import Testing

/// Rules for the text of every program and script in the checkout.
@Suite struct LayoutTests {
  /// Folders that contain only shell scripts, READMEs and Python programs.
  private static let scriptFolders = [
    "scripts", "scripts/benchmarks", "scripts/benchmarks/engines", "scripts/benchmarks/motion", ".ci", "packaging",
    "Tests/CommandTests/Shell",
  ]

  private static let otherFolders = ["scripts/rivals", "scripts/makers", "packaging/debian"]

  private static let programs = ["Sources", "Tests", "Fuzz", "Bench", "Examples"].flatMap { folder in
    let names = FileManager.default.enumerator(atPath: Shell.file(folder).path)?.allObjects as? [String] ?? []
    return names.filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
  }

  private static func scripts(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Shell.file(folder).path)) ?? []
    return names.filter { !$0.hasPrefix(".") && !$0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
      .filter { !scriptFolders.contains($0) && !otherFolders.contains($0) && !isPython($0) }
  }

  private static func isPython(_ name: String) -> Bool {
    (try? Document.text(name))?.hasPrefix("#!/usr/bin/env python3\n") == true
  }

  private static let files = programs + scriptFolders.flatMap(scripts)

  private func lines(of name: String) throws -> [Substring] {
    try Document.text(name).split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test(arguments: scriptFolders) func shellcheckReportsNothing(folder: String) throws {
    let words = Self.scripts(in: folder).map { "'\(Shell.file($0).path)'" }
    #expect(!words.isEmpty)
    let result = try Shell.run("shellcheck \(words.joined(separator: " "))")
    #expect(result.status == 0 && result.output == "", "\(result)")
  }

  @Test func noFileHasMoreThan300Lines() throws {
    #expect(Self.files.count > 250)
    for name in Self.files {
      let count = try lines(of: name).count - 1
      #expect(count <= 300, "\(name): \(count) lines")
    }
  }

  @Test func noFunctionHasMoreThan60Lines() throws {
    var functionCount = 0
    let functions = Functions()
    for name in Self.files {
      let lines = try lines(of: name)
      for start in lines.indices {
        guard let length = functions.length(lines[start...]) else { continue }
        functionCount += 1
        #expect(length <= 60, "\(name):\(start + 1): \(length) lines")
      }
    }
    #expect(functionCount > 1000)
  }

  /// Only two files may compare names of file kinds such as mp4. Names that are also codecs are not checked.
  @Test func onlyTheTablesDistinguishFileKinds() throws {
    let tables = ["Sources/Film/Survey/ContainerKind.swift", "Sources/Film/Encoding/FileKind.swift"]
    let names = "mp4|mov|matroska|webm|avi|asf|mxf|nut|wav|w64|aiff|au|caf|mpegts|mpeg|ogg|flv|ipod"
    let test = try Regex(
      "names\\.contains|isDisjoint|muxer (==|!=)|switch .*muxer|(==|!=|case|contains\\() ?\"(\(names))\"")
    let files = Self.programs.filter { $0.hasPrefix("Sources/Film/") }
    #expect(files.count > 40 && tables.allSatisfy(files.contains))
    for name in files where !tables.contains(name) {
      for (number, line) in try lines(of: name).enumerated() {
        #expect(!line.contains(test), "\(name):\(number + 1): \(line)")
      }
    }
  }

  /// Finds functions. The regular expressions are properties, because each new one would be compiled again.
  private struct Functions {
    private let declaration = /( *)(?:(?:@?[a-z]+(?:\([a-z]+\))? )*(?:func |init[?(<]).*|[a-z_]+\(\) \{)/
    private let continuation = /^ *(?:\)|where |\{)/

    /// Returns the number of lines of the function that begins in the first line. Returns nil if the first line begins
    /// no function, or if the function has no body or only one line.
    ///
    /// Relies on the layout of swift-format: the body begins after the first line that ends in an opening brace. The
    /// body ends with a closing brace at the indentation of the declaration.
    func length(_ lines: ArraySlice<Substring>) -> Int? {
      // A search for plain words rejects most lines much faster than the regular expression.
      guard let first = lines.first,
        ["func ", "init", "() {"].contains(where: { first.range(of: $0, options: .literal) != nil }),
        let indentation = first.wholeMatch(of: declaration)?.1
      else { return nil }
      for line in lines {
        // A line with the same indentation is another declaration, unless it continues this one.
        let isHead = line.startIndex == first.startIndex || line.hasPrefix("\(indentation) ")
        guard isHead || line.contains(continuation) else { return nil }
        guard line.hasSuffix("{") else { continue }
        return lines.firstIndex { $0.hasPrefix("\(indentation)}") }.map { $0 - lines.startIndex + 1 }
      }
      return nil
    }
  }
}
