import TestMaps
import TestSupport
import Testing
import Values
import Warp

@testable import Exchange

/// The XML of Final Cut Pro 7: what is written for small maps, and files as Premiere and others write them.
@Suite struct FinalCut7Tests {
  private typealias Files = ForeignMapTests

  private static func written(
    _ table: String, _ fps: String = "25", duration: Double? = nil, error: Double? = nil
  ) throws -> String {
    let map = try TableText.map(table.split(separator: ",").joined(separator: "\n") + "\n")
    return try ExchangeTests.text(.fcp7, map, FrameRateSyntax.parse(fps), error: error, duration: duration).text
  }

  private static func values(_ name: String, in text: some StringProtocol) -> [String] {
    text.components(separatedBy: "<\(name)>").dropFirst().map { String($0.prefix { $0 != "<" }) }
  }

  /// Start, end, in and out of each clip. A retimed clip also has its speed in percent and the keys of its graph.
  @Test(arguments: [
    ("0 0,2 2,4 2,5 3", "25", ["0 50 0 50", "50 75 100 125"]),
    (
      "0 0,2 4,2 6,6 7", "25",
      [
        "0 100 0 100 | 50 | 0 0, 100 50, 300 150", "100 150 50 100 | 0 | 0 50, 50 50, 100 50, 150 50",
        "150 175 13 38 | 400 | 0 0, 13 50, 38 150",
      ]
    ),
    // Backward play has places that count from the end of the film.
    ("0 0,4 4,1 5.5", "25", ["0 100 0 100", "100 138 0 38 | 200 reverse | 0 100, 38 24, 50 0"]),
    // Speeds that follow each other without a cut, at frames of the result and between them.
    ("0 0,2 2,6 4", "25", ["0 50 0 50", "50 100 25 75 | 200 | 0 0, 25 50, 75 150"]),
    (
      "0 0,2 2,3 3,7 5", "30000/1001",
      ["0 90 0 90", "90 150 45 105 | 200 | 0 0, 45 90.08991, 104 208.08991, 105 209.79021"]
    ),
    // A curve has keys, and then a freeze.
    (
      "0 0 0.5,3 2 2,3 3", "25",
      [
        "0 50 0 50 | 150 curve | 0 0, 4 9.98559, 9 31.37087, 12 40.24523, 18 50.85986, 30 62.98669, 49 74.49578, 50 75",
        "50 75 75 100 | 0 | 0 75, 75 75, 100 75",
      ]
    ),
  ])
  func writesClips(_ table: String, _ fps: String, _ due: [String]) throws {
    let text = try Self.written(table, fps)
    let clips = text.components(separatedBy: "<clipitem ").dropFirst().map { clip in
      let span = ["start", "end", "in", "out"].map { Self.values($0, in: clip)[0] }.joined(separator: " ")
      guard clip.contains("<filter>") else { return span }
      func parameter(_ name: String) -> String {
        Self.values("value", in: clip.components(separatedBy: "<parameterid>\(name)<")[1])[0]
      }
      let keys = zip(Self.values("when", in: clip), clip.components(separatedBy: "<when>").dropFirst())
        .map { "\($0) \(Self.values("value", in: $1)[0])" }
      let kind =
        (parameter("reverse") == "TRUE" ? " reverse" : "") + (parameter("variablespeed") == "1" ? " curve" : "")
      return "\(span) | \(parameter("speed"))\(kind) | \(keys.joined(separator: ", "))"
    }
    #expect(clips == due, "\(clips)")
  }

  /// The film begins at its timecode, and the sequence at 0. The name of the film is escaped.
  @Test func writesTheFilmOnce() throws {
    let rate = try FrameRateSyntax.parse("29.97")
    let map = try TableText.map("0 0\n2 2\n3 2\n5 4\n")
    func text(_ timecode: String?) throws -> String {
      let request = ExchangeRequest(
        .fcp7, of: map, clip: "/d/a&b 1.mov", duration: 9.999, frameRate: rate,
        timecode: timecode.flatMap { StartTimecode($0, at: rate) }, sampleRate: nil, error: nil)
      return String(decoding: try ExchangeText(request).bytes, as: UTF8.self)
    }
    let dropped = try text("01:00:00;00")
    #expect(Self.values("pathurl", in: dropped) == ["file:///d/a%26b%201.mov"])
    #expect(Self.values("name", in: dropped).prefix(2) == ["a&amp;b 1.mov", "a&amp;b 1.mov"])
    #expect(Self.values("string", in: dropped) == ["00:00:00;00", "01:00:00;00"])
    #expect(Self.values("frame", in: dropped) == ["0", "107892"])
    #expect(Set(Self.values("timebase", in: dropped)) == ["30"] && Set(Self.values("ntsc", in: dropped)) == ["TRUE"])
    #expect(dropped.components(separatedBy: "<file id=\"file-1\"").count == 3)
    #expect(dropped.contains("<duration>300</duration>"))
    #expect(Self.values("string", in: try text(nil)) == ["00:00:00:00"])
  }

  @Test func ratesWithoutATimebaseAreRefused() {
    for fps in ["12.5", "7/3", "25000/1001.5"] where (try? FrameRateSyntax.parse(fps)) != nil {
      #expect(complaint { try Self.written("0 0,2 2", fps) }.hasPrefix("the XML of Final Cut Pro 7 has no frame rate"))
    }
  }

  /// A constant speed that a curve's length would need for less than half a second is a part of the curve.
  @Test func shortConstantSpeedsBelongToTheCurve() throws {
    let steps = (0...20).map { "\(Double($0 * ($0 + 1)) / 50) \(Double($0) / 5)" }.joined(separator: ",")
    let text = try Self.written(steps)
    #expect(text.components(separatedBy: "<clipitem ").count == 2)
    let equal = (0...20).map { "\(Double($0) * 2) \($0)" }.joined(separator: ",")
    #expect(try Self.written(equal).components(separatedBy: "<clipitem ").count == 2)
  }

  // MARK: Files of other programs

  private static func xmeml(_ track: String, _ rest: String = "") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE xmeml>
    <xmeml version="4"><project><name>p</name><children><sequence id="s"><duration>1</duration>
    <rate><timebase>25</timebase><ntsc>FALSE</ntsc></rate><media><video><format/><track>\(track)<enabled>TRUE</enabled>
    </track><track><enabled>TRUE</enabled></track>\(rest)</video></media></sequence></children></project></xmeml>
    """
  }

  private static let file = """
    <file id="f"><name>a.mov</name><pathurl>file://localhost/a.mov</pathurl><rate><timebase>25</timebase></rate>
    <duration> 900
    </duration></file>
    """

  private static func clip(_ span: String, _ rest: String = "", file: String = "<file id=\"f\"/>") -> String {
    let numbers = zip(["start", "end", "in", "out"], span.split(separator: " "))
    return "<clipitem><name>a</name>" + numbers.map { "<\($0)>\($1)</\($0)>" }.joined() + file + rest + "</clipitem>"
  }

  /// - Parameter keys: each with its time, value and, if it is a virtual key, `v`.
  private static func remap(_ speed: String, reverse: Bool = false, variable: Bool = false, keys: [String] = [])
    -> String
  {
    func parameter(_ name: String, _ value: String) -> String {
      "<parameter authoringApp='PremierePro'><parameterid>\(name)</parameterid><name>\(name)</name>\(value)</parameter>"
    }
    let points = keys.map { key in
      let words = key.split(separator: " ")
      let isVirtual = words.count > 2 ? "<speedvirtualkf>TRUE</speedvirtualkf>" : ""
      return "<keyframe><when>\(words[0])</when><value>\(words[1])</value>\(isVirtual)</keyframe>"
    }
    let graph = keys.isEmpty ? "" : parameter("graphdict", "<valuemax>900</valuemax>" + points.joined())
    return "<filter><effect><name>Time Remap</name><effectid>timeremap</effectid>"
      + parameter("variablespeed", "<value>\(variable ? 1 : 0)</value>") + parameter("speed", "<value>\(speed)</value>")
      + parameter("reverse", "<value>\(reverse ? "TRUE" : "FALSE")</value>") + graph + "</effect></filter>"
  }

  @Test func readsClipsAndGaps() throws {
    let motion = "<filter><effect><effectid>basic</effectid><parameter/></effect></filter>"
    let clips =
      Self.clip("25 75 50 100", motion, file: Self.file) + Self.clip("75 100 0 25")
      + Self.clip("125 150 200 225", "<stillframe>TRUE</stillframe>")
      + Self.clip("150 175 0 25", "<enabled>FALSE</enabled>")
      + Self.clip("175 200 250 275")
    #expect(
      try Files.rows(Self.xmeml(clips)) == [
        [2, 0], [2, 1], [4, 3], [0, 3], [1, 4], [1, 5], [8, 5], [8, 7], [10, 7], [11, 8],
      ])
  }

  /// A graph counts in frames of the retimed clip. Without one, the speed does, unless `in` and `out` are frames of the
  /// film.
  @Test(
    arguments: [
      ("50", [], "100 150", [[2, 0], [3, 2]]), ("50", [], "100 125", [[4, 0], [5, 2]]),
      ("-50", [], "100 150", [[34, 0], [33, 2]]), ("-50", [], "100 125", [[5, 0], [4, 2]]),
      ("50", ["0 0", "100 60", "150 80", "200 900"], "100 150", [[2.4, 0], [3.2, 2]]),
      ("50", ["0 60 v", "25 80", "50 20"], "0 50", [[2.4, 0], [3.2, 1], [0.8, 2]]),
      // Beyond its first and last key, a graph goes on flat.
      ("50", ["120 50", "140 100"], "100 150", [[2, 0], [2, 0.8], [4, 1.6], [4, 2]]),
      // Premiere writes some virtual keys with values that mean nothing.
      ("99.42", ["0 0 v", "100 100 v", "150 -1815255671 v", "200 300 v"], "100 150", [[4, 0], [8, 2]]),
      ("0", ["0 40 v", "900 40 v"], "100 150", [[1.6, 0], [1.6, 2]]),
    ] as [(String, [String], String, [[Double]])])
  func readsSpeeds(_ speed: String, _ keys: [String], _ span: String, _ rows: [[Double]]) throws {
    let clip = Self.clip("0 50 \(span)", Self.remap(speed, variable: keys.count > 3, keys: keys), file: Self.file)
    #expect(try Files.rows(Self.xmeml(clip)) == rows)
    if let number = Double(speed), number < 0 {
      let reversed = Self.clip("0 50 \(span)", Self.remap("\(-number)", reverse: true), file: Self.file)
      #expect(try Files.rows(Self.xmeml(reversed)) == rows)
    }
  }

  /// A speed changes within a frame, and clips begin at whole frames. A jump of a whole frame is a cut.
  @Test func clipsWithinAFrameAreJoined() throws {
    let map = try TableText.map("0 0\n2.01 2.01\n6.01 4.01\n4.01 5.01\n")
    let text = try ExchangeTests.text(.fcp7, map, FrameRateSyntax.parse("25")).text
    let read = try Files.map(text)
    #expect(read.stretches.count == 2 && abs(read.instant(at: 3)!.source - 3.99) < 1e-6)
    let clips = Self.clip("0 50 0 50", file: Self.file) + Self.clip("50 75 51 76")
    #expect(try Files.rows(Self.xmeml(clips)) == [[0, 0], [2, 2], [2.04, 2], [3.04, 3]])
  }

  /// Frames of a clip and of its film may have other rates than the sequence.
  @Test func ratesOfClipsAndFilmsCount() throws {
    let rate = "<rate><timebase>50</timebase></rate>"
    let plain = Self.clip("0 25 100 150", rate, file: Self.file)
    #expect(try Files.rows(Self.xmeml(plain)) == [[2, 0], [3, 1]])
    let graph = Self.clip("0 25 100 150", rate + Self.remap("50", keys: ["100 25", "150 75"]), file: Self.file)
    #expect(try Files.rows(Self.xmeml(graph)) == [[1, 0], [3, 1]])
    let sound = Self.xmeml("").replacing("<video>", with: "<audio>").replacing("</video>", with: "</audio>")
      .replacing("<format/><track>", with: "<track>" + Self.clip("0 25 0 25"))
    #expect(try Files.rows(sound) == [[0, 0], [1, 1]])
  }

  @Test func unreadableFilesAreRefused() {
    let one = Self.clip("0 25 0 25", file: Self.file)
    let other = Self.clip("25 50 0 25", file: "<file id='g'><pathurl>b.mov</pathurl></file>")
    for (text, problem) in [
      ("<xmeml/>", "no sequence"), (Self.xmeml(""), "no track with clips"),
      (Self.xmeml(one).replacing("<timebase>25</timebase>", with: ""), "no timebase"),
      (Self.xmeml(one).replacing("<timebase>25<", with: "<timebase>0<"), "no timebase"),
      (Self.xmeml(one, "<track>\(one)</track>"), "2 tracks of pictures"),
      (Self.xmeml(one + "<transitionitem/>"), "has a transition"), (Self.xmeml("<generatoritem/>"), "generator"),
      (Self.xmeml(Self.clip("0 25 0 25", "<sequence/>")), "a sequence inside"),
      (Self.xmeml(Self.clip("-1 25 0 25")), "no start or no end"), (Self.xmeml(Self.clip("0 x 0 25")), "'x' is not"),
      (Self.xmeml(one + one), "overlap"), (Self.xmeml(one + other), "'file://localhost/a.mov' and 'b.mov'"),
      (Self.xmeml(Self.clip("0 25 0 25", Self.remap("100", variable: true))), "no graph"),
      (Self.xmeml(Self.clip("0 25 0 25", Self.remap("-100"), file: "")), "not stated"),
      (Self.xmeml(Self.clip("0 25 0 25", Self.remap("1", keys: ["2 1", "1 2"]))), "not in order"),
      (Self.xmeml(Self.clip("0 25 0 25", Self.remap("1", keys: ["2 1e13"]))), "not a number of frames"),
      (Self.xmeml(Self.clip("0 25 1e12 1e12")), "out of range"), ("<a/>", "Final Cut Pro and Premiere"),
    ] {
      #expect(Files.refusal(text).contains(problem), "\(Files.refusal(text)) for \(problem)")
    }
  }
}
