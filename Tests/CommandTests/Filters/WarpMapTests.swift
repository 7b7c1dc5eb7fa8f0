import Testing

@Suite struct WarpMapTests {
  @Test func writesATable() throws {
    let result = try Shell.run("warp-map --duration 10 --curve triangle:factor=2")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(
      result.output == """
        # warp time map 1
        source\twarped\tscale
        0\t0\t1
        2.5\t2.5\t1
        5\t6.25\t2
        7.5\t10\t1
        10\t12.5\t1

        """)
  }

  /// MapRunTests and FaultConditionTests have more messages.
  @Test(arguments: [
    ("--duration 600 --speed '0=30x, 152=1e-05x bezier(1,0,0,1)'", 2, "changes too sharply from 0 s to 152 s"),
    ("--map <(printf '0 0\\n1 1\\n2 0.5\\n')", 3, ":3:"),
    ("--map <(printf '0 0\\n')", 3, "only one row"), ("--map .", 1, "directory"),
  ])
  func refuses(_ options: String, status: Int32, saying part: String) throws {
    let result = try Shell.run("warp-map \(options)")
    #expect(result.status == status)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("warp-map: error: "))
    #expect(result.errors.contains(part), "\(result.errors)")
    #expect(result.errors.filter { $0 == "\n" }.count == 1, "one line: \(result.errors)")
  }

  /// --duration does not shorten a longer table, and a note says so. A trimmed table gets no note.
  @Test func aDurationWithoutEffectIsReported() throws {
    let result = try Shell.run("printf '0 0\\n9 9\\n' > table; warp-map --map table --duration 5 --info")
    #expect(result.status == 0 && result.output.contains("9 s"))
    #expect(
      result.errors
        == "warp-map: the video lasts 5 s, but the table goes on to 9 s; to cut the table, add --trim ..5s\n")
    let trimmed = try Shell.run("printf '0 0\\n9 9\\n' > table; warp-map --map table --duration 5 --trim ..5s")
    #expect(trimmed.status == 0 && trimmed.errors.isEmpty)
  }

  @Test func oneDroppedCueIsReportedInTheSingular() throws {
    let cue = "1\\n00:00:08,000 --> 00:00:09,000\\nlate\\n"
    let result = try Shell.run("printf '\(cue)' | warp-map --duration 5 --retime srt")
    #expect(result.errors.contains("1 cue is dropped: the map shows it for less than"), "\(result.errors)")
  }

  @Test func readsCurvesFromAFile() throws {
    let result = try Shell.run(script: "WarpMapTests", ["reads_curves_from_a_file"])
    #expect(result.status == 0)
    for line in ["rmap", "ramp:factor=3 @20%%..50%%"] {
      let refused = try Shell.run("printf 'ramp\\n\(line)\\n' > list; warp-map --duration 10 --curves list")
      #expect(refused.status == 2 && refused.errors.contains("list:2"), "\(refused)")
    }
  }

  /// RoundTripTests compares tables of all kinds of maps.
  @Test func aTableFromAFileOrAPipeIsWrittenUnchanged() throws {
    let write = "warp-map --duration 10 --curve cosine --freeze 4=1 --reverse"
    for line in [
      "\(write) > a; warp-map --map a | cmp - a", "\(write) > a; warp-map --map - < a | cmp - a",
      "\(write) --format csv > a; warp-map --map a --format csv | cmp - a",
      "mkfifo f; \(write) > f & warp-map --map f | cmp - <(\(write))",
    ] { #expect(try Shell.run(line).status == 0, "\(line)") }
  }

  @Test func aDurationClosesATable() throws {
    let result = try Shell.run("warp-map --constant 2 | warp-map --map - --duration 5")
    #expect(result.rows == [[0, 0, 2], [5, 10, 2]])
  }

  @Test func retimesLinesFromStandardInput() throws {
    let result = try Shell.run("warp-map --duration 10 --constant 2 --at -", input: "1\n\n0:02.5\r\n25%\n11")
    #expect(result.rows == [[1, 2], [2.5, 5], [2.5, 5], [11, nil]])
  }

  /// warp-map answers each line at once, so a program may wait for the answer before writing the next line.
  @Test func answersLineByLine() throws {
    let result = try Shell.run(script: "WarpMapTests", ["answers_line_by_line"])
    #expect(result.status == 0)
    #expect(result.rows == [[1, 2], [2, 4], [3, 6]])
  }

  @Test func plotsFitTheTerminalAndAreSVG() throws {
    let line = "warp-map --duration 10 --curve triangle:factor=2@20%..80% --at 5 --plot"
    let ascii = try Shell.run("\(line) text", environment: ["LC_ALL": "C", "COLUMNS": "60"])
    #expect(ascii.status == 0)
    #expect(ascii.output.utf8.allSatisfy { $0 < 0x80 })
    #expect(ascii.output.split(separator: "\n").allSatisfy { $0.count <= 60 })
    #expect(ascii.output.contains("triangle"))
    let unicode = try Shell.run("\(line) text", environment: ["LC_ALL": "C.UTF-8", "COLUMNS": "100"])
    #expect(unicode.output.unicodeScalars.contains { (0x2800...0x28FF).contains($0.value) })
    let svg = try Shell.run("\(line) svg")
    #expect(svg.output.hasPrefix("<svg") || svg.output.hasPrefix("<?xml"))
    #expect(svg.output.hasSuffix("</svg>\n"))
  }
}
