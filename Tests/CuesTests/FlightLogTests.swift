import Testing
import Warp

@testable import Cues

/// Subtitles of DJI's drones.
@Suite struct FlightLogTests {
  private static func points(_ text: (Int) -> String, seconds: Int = 10, rate: Int = 30) throws -> [EvenCurve.Point] {
    let cues = (0..<seconds * rate).map { frame in
      let milliseconds = frame * 1000 / rate
      func clock(_ time: Int) -> String {
        "00:00:\(time / 10_000)\(time / 1000 % 10),\(String(time % 1000 + 1000).dropFirst())"
      }
      return "\(frame + 1)\n\(clock(milliseconds)) --> \(clock(milliseconds + 33))\n\(text(frame))\n\n"
    }
    return try FlightLog.points(Array(cues.joined().utf8))
  }

  /// A drone that flies north at 10 m/s for five seconds, then at 5 m/s.
  private static func latitude(_ frame: Int) -> Double {
    let seconds = Double(frame) / 30
    return 52.5 + (seconds < 5 ? 10 * seconds : 50 + 5 * (seconds - 5)) / 111_195
  }

  private static func digits(_ value: Double, _ count: Int) -> String {
    let unit = (0..<count).reduce(1.0) { unit, _ in unit * 10 }
    return "\((value * unit).rounded() / unit)"
  }

  @Test(arguments: [0, 1, 2]) func positionsGiveTheWay(_ form: Int) throws {
    let points = try Self.points { frame in
      let latitude = Self.digits(Self.latitude(frame), 6)
      return switch form {
      case 0:
        "<font size=\"28\">FrameCnt: 1\n[iso: 100] [latitude: \(latitude)] [longitude: 13.4] [rel_alt: 1.3]</font>"
      case 1: "F/2.8, SS 200, GPS (13.4, \(latitude), 15), D 24.4m, H 7.20m"
      default: "[latitude : \(latitude)] [longtitude : 13.4]"
      }
    }
    #expect(points.count == 10)
    let ways = zip(points, points.dropFirst()).map { $1.total - $0.total }
    #expect(ways.prefix(4).allSatisfy { abs($0 - 10) < 0.2 } && ways.suffix(4).allSatisfy { abs($0 - 5) < 0.2 })
  }

  @Test func statedSpeedsAreMoreExact() throws {
    let points = try Self.points { frame in
      "GPS (13.4, 52.5, 15), H 7.20m, H.S \(frame < 150 ? "10.00" : "5.00")m/s, V.S 0.10m/s"
    }
    #expect(abs(try #require(points.last).total - 75) < 0.3)
  }

  @Test func otherSubtitlesAreRefused() {
    for text in ["Hello", "[latitude: 0.000000] [longitude: 0.000000]", "[latitude: 95] [longitude: 13]", "GPS(1"] {
      #expect(throws: CueError.self, "\(text)") { try Self.points { _ in text } }
    }
  }
}
