import Film
import Foundation
import Testing

/// Checks that options, files, scripts, man pages, types and figures in the documents exist and are correct.
@Suite struct DocumentTests {
  private func options(of tool: String) throws -> Set<String> {
    Set(words(in: try Document.help(of: tool)))
  }

  private func words(in text: String) -> [String] {
    text.matches(of: /(?:^|[^\w-])(--[a-z][a-z-]*)/).map { String($0.output.1) }
  }

  @Test(arguments: Document.markdown) func namedOptionsExist(_ name: String) throws {
    let all = try Document.tools.map { try options(of: $0) }
    for span in try Markdown(name).spans {
      let first = span.split(separator: " ").first.map { String($0.split(separator: "/").last ?? $0) } ?? ""
      if let tool = Document.tools.firstIndex(of: first) {
        #expect(all[tool].isSuperset(of: words(in: span)), "\(name): \(span)")
      } else if first.hasPrefix("--") {
        #expect(all.contains { $0.isSuperset(of: words(in: span)) }, "\(name): \(span)")
      }
    }
  }

  @Test(arguments: Document.manuals) func manPagesNameEveryOptionAndNoOther(_ name: String) throws {
    let tool = String(name.split(separator: "/")[1].split(separator: ".")[0])
    let known = try options(of: tool)
    // The man page of warp-film also names options of the filters that warp-film runs.
    let others = try tool == "warp-film" ? Document.tools.map { try options(of: $0) } : []
    let named = Set(words(in: try Manual(name).prose))
    let invented = others.reduce(named.subtracting(known)) { $0.subtracting($1) }
    #expect(invented.isEmpty, "\(name) invents \(invented)")
    #expect(name.hasSuffix("5") || named.isSuperset(of: known), "\(name) lacks \(known.subtracting(named))")
  }

  @Test(arguments: Document.manuals) func manPagesAreUpToDate(_ name: String) throws {
    let page = Shell.file(name)
    #expect(try Document.output("mandoc -T lint -W warning '\(page.path)'") == "")
    guard name.hasSuffix("1") else { return }
    let tool = page.deletingPathExtension().lastPathComponent
    #expect(try Document.output("\(tool) --generate man") == Document.text(name), "regenerate \(name)")
  }

  @Test(arguments: Document.tools, ["bash", "zsh", "fish"])
  func completionsOfferEveryOption(_ tool: String, _ shell: String) throws {
    let script = try Document.output("\(tool) --generate \(shell)")
    for option in try options(of: tool) {
      #expect(script.contains(shell == "fish" ? "-l \(option.dropFirst(2)) " : option), "\(option)")
    }
  }

  @Test(arguments: Document.markdown + Document.guides) func linkedFilesExist(_ name: String) throws {
    let directory = Shell.file(name).deletingLastPathComponent()
    for link in try Markdown(name).links where !link.hasPrefix("https:") {
      #expect(FileManager.default.fileExists(atPath: directory.appending(path: link).path), "\(name): \(link)")
    }
  }

  @Test(arguments: Document.markdown + Document.guides + Document.manuals)
  func namedPagesAndScriptsExist(_ name: String) throws {
    let text = try Document.text(name).replacing("\\-", with: "-").replacing(/\\f[BIR]/, with: "")
    for page in text.matches(of: /\b(warp-[a-z-]*)\((\d)\)/) {
      #expect(Document.manuals.contains("man/\(page.output.1).\(page.output.2)"), "\(name): \(page.output.0)")
    }
    for script in text.matches(of: /\bscripts\/[a-z]+/) {
      #expect(FileManager.default.isExecutableFile(atPath: Shell.file(String(script.output)).path), "\(script.output)")
    }
  }

  /// Checks that each code span in camel case, such as `GoldenTests`, names a type, folder or file. Skips placeholders
  /// that begin with X.
  @Test(arguments: Document.markdown + Document.guides) func namedTypesExist(_ name: String) throws {
    for span in try Markdown(name).spans where span.contains(/^[A-WYZ][a-z]+[A-Z][A-Za-z]+$/) {
      #expect(Self.names.contains(span), "\(name): there is no \(span)")
    }
  }

  /// All words in the sources that begin with a capital letter, and the names of all files and folders.
  private static let names: Set<String> = {
    let search = try? Shell.run(
      """
      cd '\(Shell.file(".").path)'; folders='Sources Tests Fuzz Bench'
      {
        grep -rohE --include='*.swift' '\\b[A-Z][A-Za-z0-9]*' $folders
        find $folders -printf '%f\\n' | sed 's/\\..*//'
      } | sort -u
      """)
    return Set(search?.output.split(separator: "\n").map(String.init) ?? [])
  }()

  @Test func theAnimationOfTheReadmeCanBeRebuilt() throws {
    let frames = "ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0"
    let picture = Shell.file("docs/ramp.gif").path
    let result = try Shell.run(
      "'\(Shell.file("scripts/picture").path)' ramp.gif && \(frames) ramp.gif && \(frames) '\(picture)'")
    #expect(result.output == "149\n149\n" && result.errors == "", "\(result)")
    #expect(try #require(FileManager.default.attributesOfItem(atPath: picture)[.size] as? Int) < 1_500_000)
  }

  @Test func theReadmeStatesTheNumberOfCurves() throws {
    let curves = try Shell.run("warp-map --list-curves").output.split(separator: "\n").count
    let readme = try Document.text("README.md")
    #expect(readme.contains("`--list-curves` names \(curves)"))
  }

  /// The rows of the README's table of figures. Each entry has the row's name, a section of docs/benchmarks.md, and the
  /// first words of the rows quoted from there.
  private static let quotations = [
    ("1080p frames passed on", "Frames passed on", ["y4m, pass |"]),
    ("a film at another speed", "Retiming", ["constant |"]),
    ("frames mixed, 30 to 60 a second", "Frames mixed", ["--mix blend |"]),
    (
      "frames made up, 2 times as slow, of generated clips", "Frames made up",
      ["mean of all, 2 times |", "CPU, 2 times |"]
    ),
    (
      "frames made up, 4 times as slow, of generated clips", "Frames made up",
      ["mean of all, 4 times |", "CPU, 4 times |"]
    ),
    ("sound along a curve", "Resampling along a curve: CPU", ["high |"]),
    (
      "a tone of 18 kHz along a curve", "Resampling along a curve: tone",
      ["high, 18000 Hz |", "best, 18000 Hz |", "linear, 10000 Hz |"]
    ),
    ("pitch kept along curves: onsets off by", "Pitch kept", ["triangle", "cosine"]),
    ("a film a hundred times as long", "Length", ["warp-video |"]),
    ("80 s of 1080p backward", "Length", ["1080p backward by passes, 80 s |"]),
    ("a film of ten minutes in eight pieces", "A film of ten minutes", ["8 pieces |"]),
    ("a whole film through `warp-film`", "A whole film", ["warp-film --constant 1 |"]),
  ]

  /// Every number in the second column of the README's table, and every decimal fraction in the third, must be in
  /// docs/benchmarks.md.
  @Test func figuresInTheReadmeAreThoseOfTheBenchmarks() throws {
    let measured = try Document.text("docs/benchmarks.md").split(separator: "\n## ")
    let sections = try Document.text("README.md").split(separator: "\n## ")
    let figures = try #require(sections.first { $0.hasPrefix("Figures\n") })
    let rows = figures.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    #expect(rows.count == Self.quotations.count)
    for (row, (name, section, starts)) in zip(rows, Self.quotations) {
      let cells = row.split(separator: "|")
      #expect(cells[0] == " \(name) ")
      let lines = try #require(measured.first { $0.hasPrefix(section) }, "\(section)").split(separator: "\n")
      let quoted = lines.filter { line in starts.contains { line.hasPrefix("| \($0)") } }
      #expect(quoted.count >= starts.count, "\(starts)")
      let numbers = Set(quoted.joined().matches(of: /\d+(\.\d+)?/).map { String($0.output.0) })
      let beside = cells[2].matches(of: /\d+\.\d+/).map { String($0.output) }
      for number in cells[1].matches(of: /\d+(\.\d+)?/).map({ String($0.output.0) }) + beside {
        #expect(numbers.contains(number), "\(number) is not in docs/benchmarks.md: \(row)")
      }
    }
  }
}
