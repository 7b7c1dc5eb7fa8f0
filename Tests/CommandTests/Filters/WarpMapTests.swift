import Foundation
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

  @Test(arguments: [
    ("", "0\t0\t1\ninf\tinf\t1\n"),
    ("--constant 2", "0\t0\t2\ninf\tinf\t2\n"),
    ("--constant 2 --duration 3", "0\t0\t2\n3\t6\t2\n"),
    ("--speed 2x", "0\t0\t0.5\ninf\tinf\t0.5\n"),
    ("--speed 200% --duration 4", "0\t0\t0.5\n4\t2\t0.5\n"),
    ("--speed '0=1x, 2s=2x hold' --duration 4", "0\t0\t1\n2\t2\t1\n2\t2\t0.5\n4\t3\t0.5\n"),
    ("--frames 250 --fps 25", "0\t0\t1\n10\t10\t1\n"),
    ("--play 0..5 --play 5..3", "0\t0\t1\n5\t5\t1\n5\t5\t-1\n3\t7\t-1\n"),
    ("--play 1..2@0.5x --play 4..5", "1\t0\t2\n2\t2\t2\n4\t2\t1\n5\t3\t1\n"),
    ("--anchor 2=4 --duration 3", "0\t0\t2\n2\t4\t2\n2\t4\t1\n3\t5\t1\n"),
    ("--anchor 2=1 --anchor 2=3 --anchor 0=5", "0\t0\t0.5\n2\t1\t0.5\n2\t3\t-1\n0\t5\t-1\n"),
    ("--fps 30 --duration 00:00:03:00 --anchor 60f=00:00:04:00", "0\t0\t2\n2\t4\t2\n2\t4\t1\n3\t5\t1\n"),
    ("--fps 29.97 --frames 1800 --trim '..00:00:10;00'", "0\t0\t1\n10.01\t10.01\t1\n"),
    ("--fps 25 --duration 4 --freeze 25f=50f --fit 150f", "0\t0\t1\n1\t1\t1\n1\t3\t1\n4\t6\t1\n"),
    ("--anchor 3=0 --anchor 5=1", "3\t0\t0.5\n5\t1\t0.5\n"),
    ("--duration 10 --trim 2..4", "2\t0\t1\n4\t2\t1\n"),
    ("--duration 10 --trim ..25%", "0\t0\t1\n2.5\t2.5\t1\n"),
    ("--trim ..4", "0\t0\t1\n4\t4\t1\n"),
    ("--trim 4..", "4\t0\t1\ninf\tinf\t1\n"),
    ("--duration 4 --freeze 1=0.5 --freeze 1=1", "0\t0\t1\n1\t1\t1\n1\t2.5\t1\n4\t5.5\t1\n"),
    ("--freeze 1=1", "0\t0\t1\n1\t1\t1\n1\t2\t1\ninf\tinf\t1\n"),
    ("--duration 4 --freeze 4=2", "0\t0\t1\n4\t4\t1\n4\t6\t\n"),
    ("--duration 4 --freeze 0=2", "0\t0\t\n0\t2\t1\n4\t6\t1\n"),
    ("--duration 4 --fit 1", "0\t0\t0.25\n4\t1\t0.25\n"),
    ("--duration 4 --reverse", "4\t0\t-1\n0\t4\t-1\n"),
    ("--duration 4 --trim 1..3 --freeze 2=2 --fit 8 --reverse", "3\t0\t-2\n2\t2\t-2\n2\t6\t-2\n1\t8\t-2\n"),
  ])
  func optionsGiveTheRows(_ options: String, _ rows: String) throws {
    let result = try Shell.run("warp-map \(options)")
    let isBackward = options.contains("--anchor 0=5")
    #expect(
      result.errors
        == (isBackward ? "warp-map: playback is backward between the anchors 2=3 and 0=5, at 1x\n" : ""))
    #expect(result.output == "# warp time map 1\nsource\twarped\tscale\n" + rows)
  }

  @Test(arguments: [
    // Errors in the command line exit with status 2.
    ("--duratoin 10", 2, "unknown option '--duratoin'; did you mean --duration?"),
    ("--curve ramp", 2, "--duration"),
    ("--duration 10 --curve rmap", 2, "--list-curves"),
    ("--duration 10 --curve ramp:factor=0", 2, "a factor of 0 is out of range (curve 'ramp:factor=0')"),
    ("--duration 10 --curve ramp:modifier=1.5", 2, "a modifier of 1.5 is out of range"),
    ("--duration 10 --curve ramp:speed=2", 2, "'speed' is not a setting of a curve"),
    ("--duration 10 --curve ramp:factor=2,factor=3", 2, "'factor' is given twice"),
    ("--duration 600 --speed '0=30x, 152=1e-05x bezier(1,0,0,1)'", 2, "changes too sharply from 0 s to 152 s"),
    ("--duration 10 --curve ramp@0..5", 2, "write 5s for seconds or 5% for percent"),
    ("--duration 10 --curve ramp@5s..5s", 2, "has no length"),
    ("--duration 10 --curve ramp@5s..11s", 2, "ends after the clip"),
    ("--duration 10 --curve ramp@0s..6s --curve sine@5s..7s", 2, "free parts: 6s..10s"),
    ("--duration 10 --curve ramp --constant 2", 2, "--curve and --constant do not go together"),
    ("--duration 10 --frames 10 --fps 5", 2, "--duration and --frames"),
    ("--frames 10", 2, "--frames needs --fps"),
    ("--duration -1", 2, "'-1' is not a time"),
    ("--duration 0", 2, "a clip cannot last 0 s"),
    ("--duration 10 --fps 0", 2, "'0' is not a frame rate"),
    ("--speed 2", 2, "write 2x"),
    ("--speed '2s=1x, 1s=2x'", 2, "is not later than the keyframe before it"),
    ("--speed '0=1x, 1s=2x bounce'", 2, "'bounce' is not an easing"),
    ("--constant 0", 2, "'0' is not a scale"),
    ("--constant nan", 2, "'nan' is not a scale"),
    ("--anchor 2", 2, "'2' is not an anchor"),
    ("--anchor 1=2 --anchor 2=2", 2, "two anchors are at 2 s of the result"),
    ("--anchor-easing smooth", 2, "--anchor-easing needs --anchor"),
    ("--duration 9 --tempo 120 --anchors /dev/null --anchor 0=0", 2, "--tempo and --anchor do not go together"),
    ("--duration 9 --tempo x --anchors /dev/null", 2, "'x' is not a tempo"),
    ("--retime srt --time-column 2", 2, "--time-column needs --retime csv"),
    ("--retime csv --single-cues", 2, "--single-cues needs --retime srt"),
    ("--duration 9 --to rubberband --rate x", 2, "'x' is not a sample rate such as 48000"),
    ("--play 3", 2, "'3' is not a part to play"),
    ("--wave a.raw", 2, "--wave needs --plot html"),
    ("--duration 10 --scale-expr '1+2u'", 2, "2*u"),
    ("--duration 10 --scale-expr 'while(1,1)'", 2, "'while' is not allowed"),
    ("--duration 10 --scale-expr 'sin('", 2, "is not a valid expression"),
    ("--scale-expr u", 2, "--duration"),
    ("--duration 10 --trim 11..12", 2, "--trim keeps nothing, because the map does not play that part"),
    ("--duration 10 --freeze 11=1", 2, "never plays"),
    ("--duration 10 --freeze 1=0", 2, "--freeze needs a length above 0"),
    ("--fit 5", 2, "--fit needs a map that ends"),
    ("--reverse", 2, "--reverse needs a map that ends"),
    ("--fps 5 --source-frames", 2, "--source-frames needs a map that ends"),
    ("--output-frames 25", 2, "--output-frames needs a map that ends"),
    ("--duration 10 --at-warped 285f", 2, "'285f' counts frames, but the frame rate is unknown; add --fps RATE"),
    (
      "--duration 10 --at '00:00:09;15'", 2,
      "'00:00:09;15' counts frames, but the frame rate is unknown; add --fps RATE"
    ),
    ("--fps 29.97 --duration 100 --at '00:01:00;00'", 2, "'00:01:00;00' does not exist; this minute begins"),
    ("--at x", 2, "'x' is not a time in the clip"),
    ("--duration 1 --tolerance nan", 2, "'nan' is not a number of seconds"),
    ("--format xml", 2, "'xml' is not a format"),
    ("--plot png --duration 1", 2, "'png'"),
    ("--anchor 1=2 --anchor-easing bouncy", 2, "'bouncy' is not a kind of easing (--anchor-easing)"),
    ("--frames many --fps 25", 2, "'many' is not a number of frames"),
    ("--duration 1 --scale-expr '2+sin(1000000*u)'", 2, "the expression has too many jumps or oscillations"),
    ("--curves - --curves - --duration 9", 2, "--curves - and --curves - cannot both read standard input"),
    ("stray", 2, "'stray'"),
    ("--map", 2, "--map"),
    // Errors in the map exit with status 3.
    ("--duration 10 --scale-expr 'u-0.5'", 3, "from 0 s in the source"),
    ("--duration 10 --scale-expr 'max(0,0.25-u)'", 3, "the scale stays at 0"),
    ("--duration 10 --integral-expr 'd*min(u,0.5)'", 3, "a part would last no time"),
    ("--speed '0=1x, 1s=0.1x bezier(0.3,0,0.7,3)' --duration 5", 3, "the easing takes the speed down to 0"),
    ("--map <(printf '0 0\\n1 1\\n2 0.5\\n')", 3, ":3:"),
    ("--map <(printf '0 0\\n')", 3, "only one row"),
    ("--map absent.tsv", 1, "absent.tsv"),
    ("--map .", 1, "directory"),
    ("--duration 1 --curves absent.txt", 1, "absent.txt"),
    ("--duration 1 > /dev/full", 1, "cannot write standard output: No space left on device"),
    ("--duration 1 >&-", 1, "cannot write standard output"),
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
        == "warp-map: the clip lasts 5 s, but the table goes on to 9 s; to cut the table, add --trim ..5s\n")
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

  @Test func aTableReadAndWrittenIsTheSame() throws {
    let maps = [
      "--duration 10 --curve cosine", "--play 0..5@2x --play 9..3 --freeze 4=1", "--constant 3 --freeze 2=1",
      "--duration 10 --scale-expr '1+cos(2*PI*u)' --reverse", "--duration 7 --curve power:factor=0.1 --fit 1:00",
    ]
    for map in maps {
      for format in ["tsv", "csv"] {
        let line = "warp-map \(map) --format \(format) > a; warp-map --map a --format \(format) | cmp - a"
        #expect(try Shell.run(line).status == 0, "\(map) \(format)")
      }
      #expect(try Shell.run("warp-map \(map) > a; warp-map --map - < a | cmp - a").status == 0)
      #expect(try Shell.run("mkfifo f; warp-map \(map) > f & warp-map --map f | cmp - <(warp-map \(map))").status == 0)
    }
  }

  @Test func aDurationClosesATable() throws {
    let result = try Shell.run("warp-map --constant 2 | warp-map --map - --duration 5")
    #expect(result.rows == [[0, 0, 2], [5, 10, 2]])
  }

  @Test func findsVisits() throws {
    let loop = "warp-map --play 0..4 --play 2..6 --play 6..5 --freeze 5=1"
    let visits = try Shell.run("\(loop) --at 3 --at 5 --at 7 --at 6").rows
    #expect(visits == [[3, 3], [3, 5], [5, 7], [5, 10], [7, nil], [6, 9]])
    let sources = try Shell.run("\(loop) --at-warped 4 --at-warped 7.5 --at-warped 99").rows
    #expect(sources == [[2, 4], [5, 7.5], [nil, 99]])
  }

  @Test func retimesLinesFromStandardInput() throws {
    let result = try Shell.run("warp-map --duration 10 --constant 2 --at -", input: "1\n\n0:02.5\r\n25%\n11")
    #expect(result.rows == [[1, 2], [2.5, 5], [2.5, 5], [11, nil]])
    let refused = try Shell.run("warp-map --duration 10 --constant 2 --at-warped -", input: "2\nx\n3\n")
    #expect(refused.status == 4)
    #expect(refused.output == "1\t2\n")
    #expect(refused.errors.contains("standard input:2"))
  }

  /// warp-map answers each line at once, so a program may wait for the answer before writing the next line.
  @Test func answersLineByLine() throws {
    let result = try Shell.run(script: "WarpMapTests", ["answers_line_by_line"])
    #expect(result.status == 0)
    #expect(result.rows == [[1, 2], [2, 4], [3, 6]])
  }

  @Test func listsFrames() throws {
    let source = try Shell.run("warp-map --frames 4 --fps 2 --constant 2 --trim ..1.5 --source-frames")
    #expect(source.output.hasPrefix("frame\tsource\twarped\tscale\tspeed\n"))
    #expect(source.rows == [[0, 0, 0, 2, 0.5], [1, 0.5, 1, 2, 0.5], [2, 1, 2, 2, 0.5], [3, 1.5, 3, 2, 0.5]])
    let output = try Shell.run("warp-map --frames 4 --fps 2 --reverse --output-frames 4")
    #expect(output.output.hasPrefix("frame\twarped\tsource\tposition\n"))
    #expect(output.rows.count == 8)
    #expect(output.rows[2] == [2, 0.5, 1.5, 2])
    #expect(output.rows[7] == [7, 1.75, 0.25, 0])
    let ntsc = try Shell.run("warp-map --frames 30000 --fps 29.97 --output-frames 24000/1001 | wc -l")
    #expect(ntsc.output == "24001\n")
  }

  @Test func infoPrintsDurationsScalesAndFrames() throws {
    let result = try Shell.run("warp-map --frames 100 --fps 25 --curve triangle:factor=4 --info --json")
    let object = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Double])
    #expect(object["source_duration"] == 4)
    #expect(object["warped_duration"] == 7)
    #expect(object["smallest_scale"] == 1)
    #expect(object["largest_scale"] == 4)
    #expect(object["smallest_speed"] == 0.25)
    #expect(object["frames"] == 100)
    #expect(object["average_frame_rate"] == 100.0 / 7)
    #expect(object["result_frames"] == 175 && object["result_frame_rate"] == 25)
    let text = try Shell.run("warp-map --constant 2 --info")
    #expect(text.output.contains("result duration     open, until the input ends\n"))
  }

  @Test func writesJSON() throws {
    let result = try Shell.run("warp-map --constant 2 --json")
    let rows = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    #expect(rows.count == 2)
    #expect(rows[0]["scale"] as? Double == 2)
    #expect(rows[1]["source"] is NSNull)
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

  @Test func aBrokenPipeEndsItWithoutAMessage() throws {
    let result = try Shell.run(
      "trap '' PIPE; warp-map --duration 3600 --curve sine | head -1 >&2; echo ${PIPESTATUS[0]}")
    #expect(result.output == "141\n")
    #expect(result.errors == "# warp time map 1\n")
  }

  @Test func printsVersionAndHelp() throws {
    #expect(try Shell.run("warp-map --version").output.wholeMatch(of: /warp-map \d+\.\d+\.\d+\n/) != nil)
    #expect(try Shell.run("warp-map --help").output.contains("--integral-expr EXPR"))
  }
}
