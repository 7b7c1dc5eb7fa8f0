import TestSupport
import Testing

@testable import Warp

@Suite struct CubicTests {
  /// End scales, in units of the secant, exactly on the border of Fritsch and Carlson's monotone region.
  private static let borderline: [(Double, Double)] = [(3, 3), (4, 1), (1, 4), (0, 3), (3, 0), (0, 0)]

  @Test func isTheHermiteCubicThroughBothEnds() throws {
    let cubic = try #require(Cubic(from: 2, to: 6, rise: 3, startScale: 0.5, endScale: 1.25))
    for step in 0...40 {
      let x = Double(step) / 40
      // The four Hermite basis functions.
      let hermite =
        (x * x * (3 - 2 * x)) * 3 + 4 * 0.5 * x * (1 - x) * (1 - x) - 4 * 1.25 * x * x * (1 - x)
      #expect(abs(cubic.integral(to: 2 + 4 * x) - hermite) < 1e-14)
    }
    #expect(cubic.integral(to: 2) == 0 && cubic.integral(to: 6) == 3)
    #expect(cubic.scale(at: 2) == 0.5 && cubic.scale(at: 6) == 1.25)
  }

  @Test func scaleIsTheSlopeOfTheIntegral() throws {
    let cubic = try #require(Cubic(from: 2, to: 6, rise: 3, startScale: 0.1, endScale: 2))
    for step in 1..<40 {
      let source = 2 + Double(step) / 10
      let slope = (cubic.integral(to: source + 1e-5) - cubic.integral(to: source - 1e-5)) / 2e-5
      #expect(abs(cubic.scale(at: source) - slope) < 1e-9)
    }
  }

  /// Slopes whose squares or quotients overflow.
  @Test func slopesFarTooSteepAreRefused() {
    for exponent in [1, 8, 100, 150, 153, 154, 155, 160, 200, 300, 307] {
      let steep = Double("1e\(exponent)")!
      for (start, end) in [(steep, steep), (steep, 0), (0, steep), (steep, 1)] {
        let cubic = Cubic(from: 0, to: 1, rise: 1, startScale: start, endScale: end)
        #expect(cubic == nil, "\(start), \(end)")
        // Slopes as steep as the line through both ends are accepted.
        if start == end {
          #expect(Cubic(from: 0, to: 1, rise: steep, startScale: start, endScale: end) != nil, "\(steep)")
        }
      }
    }
    #expect(Cubic(from: 0, to: 1, rise: 5e-324, startScale: 1, endScale: 1) == nil)
    #expect(Cubic(from: 0, to: 1, rise: 1e308, startScale: 1e308, endScale: 1e308) == nil)
  }

  @Test func scalesOnTheMonotoneBorderAreAccepted() throws {
    for (start, end) in Self.borderline {
      for (length, secant) in [(1.0, 1.0), (4, 0.5), (0.125, 8), (3, 1.0 / 3)] {
        let cubic = Cubic(
          from: 0, to: length, rise: secant * length, startScale: start * secant, endScale: end * secant)
        #expect(cubic != nil, "(\(start), \(end)) × \(secant) over \(length)")
      }
    }
  }

  /// End slopes of 3 + e are both reduced by e. This moves the curve by e·x(1−x)(1−2x), at most e·√3/18.
  @Test func scalesSlightlyBeyondTheBorderAreLimited() throws {
    let limit = 1e-9 * 18 / 3.0.squareRoot()
    for length in [1.0, 10, 0.01] {
      for (share, isGood) in [(0.5, true), (0.99, true), (1.01, false), (2, false)] {
        let scale = 3 + share * limit / length
        let cubic = Cubic(from: 0, to: length, rise: length, startScale: scale, endScale: scale)
        #expect((cubic != nil) == isGood, "\(share) of the grace over \(length) s")
        if let cubic { #expect(abs(cubic.startScale - 3) < 1e-14 && abs(cubic.endScale - 3) < 1e-14) }
      }
    }
  }

  @Test func scalesSlightlyBelowZeroBecomeZero() {
    #expect(Cubic(from: 0, to: 1, rise: 1, startScale: -1e-9, endScale: 1)?.startScale == 0)
    #expect(Cubic(from: 0, to: 1, rise: 1, startScale: -1e-7, endScale: 1) == nil)
    #expect(Cubic(from: 0, to: 1, rise: 1, startScale: 1, endScale: -1e-9)?.endScale == 0)
  }

  @Test func risesMustBePositiveAndFinite() {
    for rise in [0, -1, Double.nan, .infinity] {
      #expect(Cubic(from: 0, to: 1, rise: rise, startScale: 1, endScale: 1) == nil, "\(rise)")
    }
    #expect(Cubic(from: 1, to: 1, rise: 1, startScale: 1, endScale: 1) == nil)
    #expect(Cubic(from: 1, to: 0, rise: 1, startScale: 1, endScale: 1) == nil)
    #expect(Cubic(from: 0, to: 1, rise: 1, startScale: .nan, endScale: 1) == nil)
    #expect(Cubic(from: 0, to: 1, rise: 1, startScale: .infinity, endScale: 1) == nil)
  }

  /// The smallest slope over 0…1, a + 2(3 − 2a − b)x + 3(a + b − 2)x², in units of the secant.
  private static func leastSlope(_ a: Double, _ b: Double) -> Double {
    let (half, square) = (3 - 2 * a - b, a + b - 2)
    let x = square > 0 ? -half / (3 * square) : -1
    let inner = x > 0 && x < 1 ? a + x * (2 * half + 3 * x * square) : .infinity
    return min(a, b, inner)
  }

  @Test func acceptedCubicsNeverFallAndRefusedOnesDo() {
    var random = SplitMix64(seed: 7)
    for turn in 0..<4000 {
      let (a, b) = (random.double(-0.2, 6), random.double(-0.2, 6))
      let (start, length, secant) = (random.double(0, 100), random.double(0.01, 10), random.double(0.01, 10))
      let cubic = Cubic(
        from: start, to: start + length, rise: length * secant, startScale: a * secant, endScale: b * secant)
      let least = Self.leastSlope(a, b)
      guard let cubic else {
        #expect(least < 0, "seed 7, turn \(turn): (\(a), \(b)) is monotone")
        continue
      }
      #expect(least > -1e-4, "seed 7, turn \(turn): (\(a), \(b)) falls by \(least)")
      if least > 1e-12 { #expect(cubic.startScale == a * secant && cubic.endScale == b * secant) }
      if turn % 20 == 0 { Self.expectToRise(cubic, "seed 7, turn \(turn): (\(a), \(b))") }
    }
  }

  @Test func cubicsOnTheBorderNeverFall() throws {
    var random = SplitMix64(seed: 8)
    for turn in 0..<200 {
      // Points of the far arc of a² + ab + b² − 6a − 6b + 9 = 0, on rays from the origin.
      let angle = random.double(0, 1)
      let (p, q) = (angle, 1 - angle)
      let factor = 3 * (p + q + (p * q).squareRoot()) / (p * p + p * q + q * q)
      let cubic = try #require(
        Cubic(from: 0, to: 7, rise: 7, startScale: p * factor, endScale: q * factor), "seed 8, turn \(turn)")
      Self.expectToRise(cubic, "seed 8, turn \(turn)")
    }
  }

  private static func expectToRise(_ cubic: Cubic, _ name: String) {
    var last = 0.0
    for step in 0...1000 {
      let source =
        step == 1000 ? cubic.sourceEnd : cubic.sourceStart + (cubic.sourceEnd - cubic.sourceStart) * Double(step) / 1000
      let warped = cubic.integral(to: source)
      #expect(warped >= last - 4 * cubic.rise.ulp, "\(name) falls at \(source)")
      #expect(cubic.scale(at: source) >= 0)
      last = warped
    }
  }

  /// End scales that were limited within the grace are not limited again when they are read.
  @Test func limitingTwiceIsLimitingOnce() {
    var random = SplitMix64(seed: 9)
    for turn in 0..<2000 {
      let angle = random.double(0, 1)
      let (p, q) = (angle, 1 - angle)
      let factor = 3 * (p + q + (p * q).squareRoot()) / (p * p + p * q + q * q) * (1 + random.double(-1, 1) * 1e-10)
      let length = random.double(0.001, 1)
      let secant = random.double(0.1, 10)
      let once = Cubic(
        from: 0, to: length, rise: length * secant, startScale: p * factor * secant, endScale: q * factor * secant)
      guard let once else {
        Issue.record("seed 9, turn \(turn): (\(p * factor), \(q * factor)) was refused")
        continue
      }
      let twice = Cubic(
        from: 0, to: length, rise: once.rise, startScale: once.startScale, endScale: once.endScale)
      #expect(twice == once, "seed 9, turn \(turn): (\(p * factor), \(q * factor))")
    }
  }

  @Test func theTurningPointIsWhereTheScaleIsSmallestOrLargest() throws {
    let cubic = try #require(Cubic(from: 2, to: 6, rise: 4, startScale: 0.5, endScale: 0.5))
    #expect(cubic.turningPoint == 4)
    #expect(cubic.scale(at: 4) == 1.25)
    #expect(try #require(Cubic(from: 2, to: 6, rise: 4, startScale: 0.5, endScale: 1)).turningPoint == 2 + 8.0 / 3)
    #expect(Cubic(line: 2, from: 2, to: 6).turningPoint == nil)
  }

  @Test func theFirstReversalIsWhereTheSlopeFirstTurnsNegative() {
    var random = SplitMix64(seed: 10)
    for turn in 0..<500 {
      let (a, b) = (random.double(0, 8), random.double(0, 8))
      guard Self.leastSlope(a, b) < -1e-3 else { continue }
      let found = Cubic.firstReversal(secant: 2, startScale: 2 * a, endScale: 2 * b)
      func slope(_ x: Double) -> Double { a + x * (2 * (3 - 2 * a - b) + 3 * x * (a + b - 2)) }
      let scanned = (0...100_000).lazy.map { Double($0) / 100_000 }.first { slope($0) < 0 }
      #expect(abs(found - (scanned ?? -1)) < 2e-5, "seed 10, turn \(turn): (\(a), \(b)): \(found)")
    }
  }
}
