import Foundation
import TestSupport
import Testing

@testable import Values
@testable import Warp

@Suite struct SpeedTests {
  private static let clip = Clip(duration: 10, frameRate: FrameRate(Rational(25)!))

  static func map(_ text: String, duration: Double? = 10) throws -> TimeMap {
    try SpeedSyntax.keys(text, on: Clip(duration: duration)).map(duration: duration)
  }

  @Test(arguments: [("2x", 2), ("0.25x", 0.25), ("200%", 2), ("25%", 0.25), ("1e-1x", 0.1)] as [(String, Double)])
  func readsSpeedsWithTheirMark(_ text: String, _ speed: Double) throws {
    #expect(try SpeedSyntax.speed(text) == speed)
  }

  @Test(arguments: [
    (
      "is not a speed; write 2x, 0.25x", ["", "x", "%", "2 x", "nanx", "infx", "1e400x", "0x2x", "2xx", "half"]
    ),
    ("is not a speed; write 2x", ["2", "2X"]), ("is not a speed; write 1.5x", ["1,5x"]),
    ("would stop playback; to hold the frame", ["0x", "0%"]),
    ("is negative; to play backward", ["-1x"]),
  ])
  func refusesInvalidSpeeds(_ message: String, _ texts: [String]) {
    for text in texts {
      #expect(complaint { try SpeedSyntax.speed(text) }.contains("'\(text)' \(message)"))
    }
  }

  @Test func singleSpeedGivesAConstantScale() throws {
    #expect(try Self.map("2x").warpedLength == 5)
    #expect(try Self.map("25%").warpedLength == 40)
    let open = try Self.map("0.5x", duration: nil)
    #expect(open.warpedLength == nil)
    #expect(open.instant(at: 7)?.source == 3.5 && open.instant(at: 7)?.scale == 2)
  }

  @Test func beforeTheFirstAndAfterTheLastKeySpeedIsConstant() throws {
    let map = try Self.map("2s=2x, 4s=0.5x hold")
    #expect(map.warpedLength == 14.0)
    #expect(map.instant(at: 0)?.scale == 0.5)
    #expect(map.instant(at: 13)?.scale == 2)
    let open = try Self.map("2s=2x, 4s=0.5x hold", duration: nil)
    #expect(open.instant(at: 102)?.source == 54)
  }

  @Test func holdKeepsTheOldSpeedUntilTheKey() throws {
    let map = try Self.map("0=1x, 2s=4x hold, 4s=1x hold")
    for (source, warped) in [(1.0, 1.0), (2, 2), (3, 2.25), (4, 2.5), (5, 3.5)] {
      #expect(map.visits(of: source).map(\.warped) == [warped])
    }
  }

  /// Speed 1 → ¼ over one second, linearly: ∫ ds/(1 − ¾s) = ln 4 / ¾.
  @Test func linearEasingIsLinearInSpeed() throws {
    let map = try Self.map("0=1x, 1s=0.25x", duration: 1)
    #expect(abs(map.warpedLength! - log(4) / 0.75) < 1e-15)
    let middle = try #require(map.visits(of: 0.5).first)
    #expect(abs(middle.scale! - 1 / 0.625) < 1e-15)
  }

  @Test func readsTheExampleOfTheReadme() throws {
    let keys = try SpeedSyntax.keys("0=1x, 2s=0.25x smooth, 3s=0.25x, 4s=1x", on: Self.clip).keys
    #expect(keys.map(\.source) == [0, 2, 3, 4])
    #expect(keys.map(\.speed) == [1, 0.25, 0.25, 1])
    #expect(keys.map(\.easing) == [.linear, .smooth, .linear, .linear])
  }

  @Test func keyframesAcceptEveryInstantAndEasing() throws {
    let text =
      "0=100%,10%=2x hold, 50f = 3x ease-in,0:03=1x ease-out, 4s=1x ease-in-out , 5=2x bezier( .1, -0.5 ,0.9,1.5)"
    let keys = try SpeedSyntax.keys(text, on: Self.clip).keys
    #expect(keys.map(\.source) == [0, 1, 2, 3, 4, 5])
    #expect(
      keys.map(\.easing) == [
        .linear, .hold, .bezier(CubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)),
        .bezier(CubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)), .bezier(CubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)),
        .bezier(CubicBezier(x1: 0.1, y1: -0.5, x2: 0.9, y2: 1.5)),
      ])
  }

  @Test(arguments: [
    ("is not a speed", ["", ",", "0=1"]), ("needs a time and a speed", ["0=1x,", "0=1x,,2s=2x", "2s=1x, 1x"]),
    ("has no speed", ["0="]), ("is not a time in the video", ["=1x", "x=1x", "-1s=1x"]),
    ("would stop playback", ["0=0x"]), ("is negative", ["0=-1x"]),
    ("follows without a comma", ["0=1x 2s=2x"]),
    ("is not an easing", ["0=1x fast", "0=1x Linear", "0=1x bezier(0,0,1,1", "0=1x bezier"]),
    (
      "is not a valid easing",
      ["(0,0,1)", "(0,0,1,1,1)", "(1.1,0,1,1)", "(0,0,-0.1,1)", "(0,nan,1,1)"].map { "0=1x, 2s=2x bezier\($0)" }
    ),
    ("is not later than the keyframe before it, at 2 s", ["2s=1x, 1s=2x", "2s=1x, 2s=2x"]),
  ])
  func refusesInvalidKeyframes(_ problem: String, _ texts: [String]) {
    for text in texts {
      #expect(complaint { try SpeedSyntax.keys(text, on: Self.clip) }.contains(problem))
    }
  }

  @Test func keyframesBeyondTheClipStillCount() throws {
    let map = try Self.map("0=1x, 20s=3x")
    #expect(abs(map.warpedLength! - 10 * log(2)) < 1e-13)
    #expect(map.sourceRange.end == 10)
    #expect(try Self.map("20s=4x, 30s=1x").warpedLength == 2.5)
  }

  @Test func speedMustStayAboveZero() throws {
    let refusal = complaint { try Self.map("0=1x, 4s=0.1x bezier(0.5,0,0.5,2)") }
    #expect(refusal.contains("takes the speed down to 0 between two keyframes (at 3.008 s in the source); give"))
    #expect(throws: Never.self) { try Self.map("0=1x, 4s=0.6x bezier(0.5,0,0.5,2)") }
  }

  /// Warped time at several source times between two keyframes, compared with quadrature of an independently computed 1
  /// / speed.
  @Test(arguments: [
    "linear", "smooth", "ease-in", "ease-out", "ease-in-out", "bezier(0.3,-0.4,0.7,1.3)", "bezier(0,0,1,1)",
    "bezier(0.5,0,0.5,1)", "bezier(1,0,0,1)", "bezier(0,1,1,0)", "bezier(0,0.5,0,0.5)", "bezier(1,0.3,1,0.6)",
  ])
  func warpedTimeIsTheIntegralOfTheReciprocal(_ easing: String) throws {
    for (first, second) in [(1, 2), (2, 1), (1, 1), (0.25, 1), (1, 0.1), (1, 1.000000001), (20, 0.5), (0.05, 10)] {
      let isOvershooting = easing.contains("-0.4")
      if isOvershooting, max(first, second) / min(first, second) > 3 { continue }
      let map = try Self.map("1s=\(first)x, 3s=\(second)x \(easing)", duration: 3)
      for share in [0.01, 0.2, 0.5, 0.83, 0.999, 1.0] {
        let exact = 1 / first + 2 * Self.duration(first, second, easing, to: share)
        let visit = try #require(map.visits(of: 1 + 2 * share).first)
        #expect(
          abs(visit.warped - exact) <= 1e-12 * max(1, exact),
          "\(first)x to \(second)x \(easing) at \(share): \(visit.warped - exact)")
      }
    }
  }

  @Test func extremeRatiosOfSpeedLoseNoDigits() throws {
    for easing in ["linear", "smooth"] {
      for (first, second) in [(1000, 0.001), (0.001, 1000), (1e4, 1e-2), (1e-6, 1e-3)] {
        let map = try Self.map("0s=\(first)x, 1s=\(second)x \(easing)", duration: 1)
        let exact = Self.duration(first, second, easing, to: 1)
        #expect(abs(map.warpedLength! - exact) <= 1e-12 * max(1, exact), "\(first)x to \(second)x \(easing)")
      }
    }
  }

  /// ∫ dx / speed over the first `share` of the source between two keyframes, in a variable in which the speed is
  /// smooth.
  private static func duration(_ first: Double, _ second: Double, _ easing: String, to share: Double) -> Double {
    switch easing {
    case "linear": integral(to: share) { 1 / (first * (1 - $0) + second * $0) }
    case "smooth":
      integral(to: share) { x in
        let step = x < 0.5 ? x * x * (3 - 2 * x) : 1 - (1 - x) * (1 - x) * (1 + 2 * x)
        return 1 / (first * (1 - step) + second * step)
      }
    default: bezierDuration(first, second, handles(easing), to: share)
    }
  }

  private static func integral(to end: Double, of function: (Double) -> Double) -> Double {
    let graded = (1...60).map { pow(0.6, Double($0)) }
    return Quadrature.integral(from: 0, to: end, breaks: graded + graded.map { 1 - $0 }, panels: 8, of: function)
  }

  private static func handles(_ easing: String) -> [Double] {
    switch easing {
    case "ease-in": [0.42, 0, 1, 1]
    case "ease-out": [0, 0, 0.58, 1]
    case "ease-in-out": [0.42, 0, 0.58, 1]
    default: easing.dropFirst("bezier(".count).dropLast().split(separator: ",").map { Double($0)! }
    }
  }

  /// The duration for a timing curve of CSS: points by de Casteljau's algorithm, and the parameter by bisection.
  private static func bezierDuration(_ first: Double, _ second: Double, _ handles: [Double], to share: Double) -> Double
  {
    func mix(_ a: Double, _ b: Double, _ p: Double) -> Double { a * (1 - p) + b * p }
    func curve(_ a: Double, _ b: Double, _ p: Double) -> Double {
      let (left, middle, right) = (mix(0, a, p), mix(a, b, p), mix(b, 1, p))
      return mix(mix(left, middle, p), mix(middle, right, p), p)
    }
    func slope(_ a: Double, _ b: Double, _ p: Double) -> Double { 3 * mix(mix(a, b - a, p), mix(b - a, 1 - b, p), p) }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<80 where share < 1 {
      let middle = (low + high) / 2
      if curve(handles[0], handles[2], middle) < share { low = middle } else { high = middle }
    }
    return integral(to: share < 1 ? low : 1) { p in
      slope(handles[0], handles[2], p) / mix(first, second, curve(handles[1], handles[3], p))
    }
  }
}
