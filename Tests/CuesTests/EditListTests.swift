import TestSupport
import Testing

@testable import Cues
@testable import Values
@testable import Warp

/// Edit decision lists along curved maps, in both directions.
@Suite struct EditListTests {
  private static let rate = FrameRate(Rational(25)!)!

  static func retimed(
    _ text: String, _ map: TimeMap, _ direction: TextDirection = .toResult, origin: Double = 0, rate: FrameRate = rate
  ) throws -> String {
    let result = try CueFormat.edl.retimed(Array(text.utf8), along: map, direction, origin: origin, rate: rate)
    return String(decoding: result.bytes, as: UTF8.self)
  }

  /// A span of record time and its source.
  private struct Part {
    let start: Double
    let end: Double
    var source: Double
    var speed: Double

    /// The largest distance between the shown and the expected source time of its frames.
    func farthest(_ due: (Double) -> Double) -> Double {
      (Int((start * 25).rounded())..<Int((end * 25).rounded())).reduce(0) { farthest, frame in
        let time = Double(frame) / 25
        return max(farthest, abs(source + speed * (time - start) - due(time)))
      }
    }

    /// The line is at most half a frame off. Its start and ends are rounded to frames, and its speed to a quarter
    /// frame.
    var limit: Double { (0.5 + 0.5 + 0.25 + 0.5 * abs(speed) + 0.01) / 25 }
  }

  /// The parts of a list, read by an independent parser.
  private static func parts(_ list: String) -> [Part] {
    func seconds(_ code: Substring) -> Double {
      let fields = code.split(separator: ":").map { Double($0)! }
      return fields[0] * 3600 + fields[1] * 60 + fields[2] + fields[3] / 25
    }
    return list.split(separator: "\n").reduce(into: []) { parts, line in
      let words = line.split(separator: " ")
      if words[0] == "M2" {
        parts[parts.count - 1].speed = Double(words[2])! / 25
        parts[parts.count - 1].source = seconds(words[3])
      } else if words.count == 8 {
        let times = words[4...].map(seconds)
        parts.append(Part(start: times[2], end: times[3], source: times[0], speed: 1))
      }
    }
  }

  private static let minute = "001 AX V C 00:00:00:00 00:01:00:00 00:00:00:00 00:01:00:00\n"

  @Test(arguments: CurveSyntax.names.map(\.name))
  func recordTimesFollowEveryCurve(_ name: String) throws {
    for settings in ["", ":modifier=1", ":factor=2,modifier=0.3"] {
      let clip = Clip(duration: 60)
      let map = try Components([CurveSyntax.parse(name + settings, on: clip)], duration: 60).map()
      let parts = Self.parts(try Self.retimed(Self.minute, map))
      #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.end == $1.start } && parts.first?.start == 0)
      for part in parts {
        let farthest = part.farthest { map.instant(at: min($0, map.warpedLength!))!.source }
        #expect(farthest <= part.limit, "\(name)\(settings) from \(part.start) s")
      }
    }
  }

  @Test func curvesAreSplitOnTheWayBackToo() throws {
    let clip = Clip(duration: 60)
    let map = try Components([CurveSyntax.parse("cosine:modifier=1", on: clip)], duration: 60).map()
    let length = map.warpedLength!
    let end = PaddedDigits.print(Int(length) % 60, count: 2)
    let minutes = PaddedDigits.print(Int(length) / 60, count: 2)
    let list = "001 AX V C 00:00:00:00 00:\(minutes):\(end):00 00:00:00:00 00:\(minutes):\(end):00\n"
    for part in Self.parts(try Self.retimed(list, map, .toSource)) {
      #expect(part.farthest { map.visits(of: $0).first!.warped } <= part.limit, "from \(part.start) s")
    }
  }

  /// An event that is longer than the result is truncated and keeps its speed.
  @Test func eventsAreTruncatedAtTheEndOfTheResult() throws {
    let map = try Maps.map("2 0\n6 4\n")
    let back = try Self.retimed("001 AX V C 00:00:10:00 00:00:20:00 00:00:00:00 00:00:10:00\n", map, .toSource)
    #expect(back == "001 AX V C 00:00:10:00 00:00:14:00 00:00:02:00 00:00:06:00\n")
  }

  @Test func reelNamesMayContainBlanks() throws {
    let list = "001 MY REEL V C 00:00:00:00 00:00:02:00 00:00:00:00 00:00:02:00\n"
    let half = try TimeMap(scale: 0.5, duration: 10)
    #expect(
      try Self.retimed(list, half).hasSuffix(
        " 00:00:00:00 00:00:01:00\nM2   MY REEL        050.0                00:00:00:00\n"))
  }

  /// A line `FCM:` applies to the following events, wherever they move.
  @Test func dropFrameStaysWithItsEvents() throws {
    let ntsc = FrameRate(Rational(30000, 1001)!)!
    let list = """
      001 AX V C 00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00
      FCM: DROP FRAME
      002 AX V C 00:01:00:02 00:01:01:02 00:00:01:00 00:00:02:00

      """
    #expect(try Self.retimed(list, TimeMap(scale: 1, duration: nil), rate: ntsc) == list)
    let end = ntsc.start(ofFrame: 60)
    let backward = try Self.retimed(list, TimeMap(scale: 1, duration: end).reversed(), rate: ntsc)
    #expect(
      backward == """
        FCM: DROP FRAME
        001 AX V C 00:01:00:02 00:01:01:02 00:00:00:00 00:00:01:00
        M2   AX             -030.0                00:01:01:02
        FCM: NON-DROP FRAME
        002 AX V C 00:00:00:00 00:00:01:00 00:00:01:00 00:00:02:00
        M2   AX             -030.0                00:00:01:00

        """, "\(backward)")
  }

  /// The last label of 100 hours is followed by the first.
  @Test func timecodesWrapAfterAHundredHours() throws {
    let ntsc = FrameRate(Rational(30000, 1001)!)!
    let list = "001 AX V C 00:00:00;00 00:00:04;00 99:59:58;00 99:59:59;00\n"
    let map = try TimeMap(scale: 4, duration: 10)
    #expect(try Self.retimed(list, map, rate: ntsc).contains("99:59:58;00 00:00:02;00\n"))
  }

  @Test(arguments: [
    ("001 AX V C 00:00:00:00 00:00:02:25 00:00:00:00 00:00:02:00\n", "'00:00:02:25' does not exist"),
    ("001 AX V C 00:00:00;00 00:00:02:00 00:00:00:00 00:00:02:00\n", "drop-frame"),
  ])
  func timecodesThatDoNotExistAreRefused(_ list: String, _ problem: String) {
    let error = complaint { try Self.retimed("TITLE: a\n" + list, Maps.identity) }
    #expect(error.contains(problem) && error.contains("(line:2)"))
  }

  /// Each part repeats the lines after its event.
  @Test func sizeOfTheListIsLimited() throws {
    let map = try Components([CurveSyntax.parse("cosine:modifier=1", on: Clip(duration: 60))], duration: 60).map()
    let note = "* " + String(repeating: "x", count: 3_000_000) + "\n"
    #expect(complaint { try Self.retimed(Self.minute + note, map) }.contains("64 MiB"))
  }

  /// A list from an old Macintosh.
  @Test func linesMayEndInCarriageReturns() throws {
    let list = "TITLE: a\r" + Self.minute.dropLast() + "\r* a\r"
    #expect(try Self.retimed(list, Maps.identity) == list)
  }
}
