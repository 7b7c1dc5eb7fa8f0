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
      cd '\(Shell.file(".").path)'; folders='Sources Tests Fuzz Bench Examples'
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

  /// The README's figures. Each entry has the beginning of a point, and sections of docs/benchmarks.md with the first
  /// words of the rows quoted from there.
  private static let quotations: [(start: String, rows: [(section: String, start: String)])] = [
    ("**Frames:**", [("Frames passed on", "y4m, pass |"), ("Retiming", "constant |")]),
    ("**A whole video:**", [("A whole film", "warp-film --constant 1 |")]),
    ("**Interpolated frames**", [("Frames made up", "mean of all, 2 times |"), ("Frames made up", "CPU, 2 times |")]),
    (
      "**Sound**",
      [("Resampling along a curve: CPU", "high |"), ("Resampling along a curve: tone", "high, 18000 Hz |")]
    ),
    ("**Kept pitch:**", [("Pitch kept", "triangle"), ("Pitch kept", "cosine")]),
  ]

  /// Every decimal fraction among the README's figures must be in docs/benchmarks.md.
  @Test func figuresInTheReadmeAreThoseOfTheBenchmarks() throws {
    let measured = try Document.text("docs/benchmarks.md").split(separator: "\n## ")
    let sections = try Document.text("README.md").split(separator: "\n## ")
    let figures = try #require(sections.first { $0.hasPrefix("Figures\n") })
    let points = figures.split(separator: "\n- ").dropFirst()
    #expect(points.count == Self.quotations.count)
    for (point, (start, rows)) in zip(points, Self.quotations) {
      #expect(point.hasPrefix(start))
      var numbers: Set<Substring> = []
      for row in rows {
        let section = try #require(measured.first { $0.hasPrefix(row.section) }, "\(row.section)")
        let lines = section.split(separator: "\n").filter { $0.hasPrefix("| \(row.start)") }
        for line in lines { numbers.formUnion(line.matches(of: /\d+\.\d+/).map(\.output)) }
      }
      let named = point.matches(of: /\d+\.\d+/).map(\.output)
      #expect(!named.isEmpty && numbers.isSuperset(of: named), "\(numbers): \(point)")
    }
  }
}
