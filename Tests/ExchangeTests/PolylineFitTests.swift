import TestSupport
import Testing
import Values

@testable import Exchange

@Suite struct PolylineFitTests {
  /// A random walk that only rises, only falls, or does both, with a sample at each whole number.
  private static func walk(_ random: inout SplitMix64) -> [Double] {
    let (low, high) = [(0.0, 1.0), (-1, 0), (-1, 1)][random.whole(below: 3)]
    var values = [0.0]
    for _ in 0..<2 + random.whole(below: 30) { values.append(values.last! + random.double(low, high)) }
    return values
  }

  private static func tunnel(_ values: [Double], room: Double = 0) -> Tunnel {
    Tunnel(x: values.indices.map(Double.init), y: values, bounds: values.min()! - room...values.max()! + room)
  }

  private static func value(_ knots: [Knot], at x: Double) -> Double {
    let next = knots.dropFirst().first { $0.x >= x }!
    let last = knots.last { $0.x < next.x }!
    return last.y + (x - last.x) / (next.x - last.x) * (next.y - last.y)
  }

  @Test func linesStayInTheTunnel() {
    var random = SplitMix64(seed: 11)
    let cases = (0..<1500).map { (seed: $0, values: Self.walk(&random), tolerance: random.double(0.05, 1.5)) }
    var (ours, fewest) = (0, 0)
    for (seed, values, tolerance) in Campaign.share(of: cases) {
      let room = Double(seed % 2) * 5
      let tunnel = Self.tunnel(values, room: room)
      let knots = PolylineFit(tunnel).knots(within: tolerance)
      #expect(knots.first == Knot(x: 0, y: values[0]))
      #expect(knots.last == Knot(x: Double(values.count - 1), y: values.last!))
      let largest = values.indices.reduce(0) { max($0, abs(Self.value(knots, at: Double($1)) - values[$1])) }
      #expect(largest <= tolerance * (1 + 1e-9), "seed \(seed)")
      #expect(knots.allSatisfy { $0.y >= tunnel.bounds.lowerBound - 1e-12 && $0.y <= tunnel.bounds.upperBound + 1e-12 })
      // Whatever the range of values before and after the samples is.
      let rises = zip(values, values.dropFirst()).allSatisfy { $0 <= $1 }
      if rises { #expect(zip(knots, knots.dropFirst()).allSatisfy { $0.y <= $1.y }, "seed \(seed)") }
      // Mirrored values give mirrored lines.
      let mirrored = PolylineFit(Self.tunnel(values.map { -$0 }, room: room)).knots(within: tolerance)
      #expect(mirrored == knots.map { Knot(x: $0.x, y: -$0.y) }, "seed \(seed)")
      (ours, fewest) = (ours + knots.count - 1, fewest + ExchangeTests.fewestLines(through: values, within: tolerance))
    }
    #expect(Double(ours) <= 1.5 * Double(fewest) + (Campaign.isWhole ? 0 : 6), "\(ours) lines where \(fewest) might do")
  }

  /// Where lines meet exactly, knots are exactly on the samples.
  @Test func cornersAreExact() {
    var random = SplitMix64(seed: 12)
    for seed in 0..<300 {
      var (corners, slope) = ([Knot(x: 0, y: 0)], 0.0)
      for _ in 0..<1 + random.whole(below: 6) {
        slope += [-1, 1][random.whole(below: 2)] * random.double(0.2, 2)
        let (length, last) = (Double(3 + random.whole(below: 8)), corners.last!)
        corners.append(Knot(x: last.x + length, y: last.y + slope * length))
      }
      let values = (0...Int(corners.last!.x)).map { Self.value(corners, at: Double($0)) }
      let knots = PolylineFit(Self.tunnel(values)).knots(within: 1e-3)
      #expect(knots.map(\.x) == corners.map(\.x), "seed \(seed)")
      #expect(knots.map(\.y) == corners.map { values[Int($0.x)] }, "seed \(seed)")
    }
  }

  /// The knots are near the samples. A smaller distance almost always needs another knot.
  @Test func knotsAreCloseForTheirNumber() {
    var random = SplitMix64(seed: 13)
    var misses = 0
    for _ in 0..<300 {
      let tunnel = Self.tunnel(Self.walk(&random))
      let knots = PolylineFit(tunnel).knots(within: 1)
      guard knots.count > 2 else { continue }
      let largest = tunnel.y.indices.reduce(0) { max($0, abs(Self.value(knots, at: Double($1)) - tunnel.y[$1])) }
      if PolylineFit(tunnel).knots(within: 0.85 * largest).count <= knots.count { misses += 1 }
    }
    #expect(misses <= 1)
  }

  @Test func knotsAreMultiplesOfTheUnit() {
    var random = SplitMix64(seed: 14)
    let cases = (0..<500).map { seed in
      let unit = [1, 0.5][random.whole(below: 2)]
      var values = [0.0]
      for _ in 0..<5 + random.whole(below: 40) { values.append(values.last! + random.double(0, 2)) }
      values[values.count - 1] = (values.last! / unit).rounded() * unit
      return (seed: seed, unit: unit, values: values, tolerance: random.double(1, 2))
    }
    var (ours, fewest) = (0, 0)
    for (seed, unit, values, tolerance) in Campaign.share(of: cases) {
      let knots = PolylineFit(Self.tunnel(values), unit: unit).knots(within: tolerance)
      #expect(knots.allSatisfy { $0.y == ($0.y / unit).rounded() * unit }, "seed \(seed)")
      let largest = values.indices.reduce(0) { max($0, abs(Self.value(knots, at: Double($1)) - values[$1])) }
      #expect(largest <= tolerance + 1e-9 * unit * Double(values.count), "seed \(seed)")
      (ours, fewest) = (ours + knots.count - 1, fewest + ExchangeTests.fewestLines(through: values, within: tolerance))
    }
    #expect(Double(ours) <= 1.6 * Double(fewest) + (Campaign.isWhole ? 0 : 6), "\(ours) lines where \(fewest) might do")
  }

  /// The error of a chord of a parabola is an eighth of the squared distance of samples times the second derivative.
  @Test func samplesAreDenserWhereFunctionsBend() {
    func samples(_ error: Double, _ landmarks: [Double] = [], finest: Double = 0, _ function: (Double) -> Double)
      -> [Double]
    {
      CurveSamples.arguments(from: 0, to: 1, landmarks: landmarks, error: error, finest: finest, of: function)
    }
    #expect(samples(1e-3) { $0 * $0 } == (0...16).map { Double($0) / 16 })
    #expect(samples(1e-3) { 3 * $0 } == [0, 1])
    #expect(samples(1e-3, [0.25, 0.5]) { 3 * $0 } == [0, 0.25, 0.5, 1])
    // Bends between the middle and the ends also count.
    #expect(samples(1e-3) { $0 > 0.8 && $0 < 0.95 ? 1 : 0 }.count > 3)
    // Samples close in on a jump as far as `finest` allows.
    func gaps(_ finest: Double) -> [Double] {
      let arguments = samples(1e-3, finest: finest) { $0 < 0.3 ? 0 : 1 }
      return zip(arguments, arguments.dropFirst()).map { $1 - $0 }
    }
    #expect(gaps(0.25).min() == 0.25 && gaps(0.2).min() == 0.125)
    #expect(gaps(0).min() == 0x1p-36)
  }

  /// An outline of the function x², from 0 to 10.
  private static func parabola(
    grain: Double = 0, landmarks: [Double] = [], _ function: @escaping (Double) -> Double = { $0 * $0 }
  ) -> Outline {
    Outline(
      fixed: [0, 10], landmarks: landmarks, bounds: 0...100, isForWholeNumbers: false, grain: grain,
      secondsPerValue: 0.5, function: function)
  }

  @Test func statedDeviationIsTrue() throws {
    let (knots, deviation) = try Self.parabola().lines(within: 1)
    let largest = (0...10_000).map { Double($0) / 1000 }.reduce(0) { largest, x in
      max(largest, abs((x == 0 ? 0 : Self.value(knots, at: x)) - x * x))
    }
    #expect(largest <= 1 && abs(deviation - largest) < 0.005 && knots.count == 5)
    // If writing moves the lines, closer lines are tried.
    func moved(_ knots: [Knot], by distance: Double) -> [Knot] { knots.map { Knot(x: $0.x, y: $0.y + distance) } }
    let nearer = try Self.parabola().lines(within: 1) { moved($0, by: 0.3) }
    #expect(nearer.deviation <= 1 && nearer.knots.count == 6)
    // The error states the nearest of all attempts, in seconds.
    var attempts = 1.0
    let refusal = try #require(throws: Refusal.self) {
      try Self.parabola { 3 * $0 }.lines(within: 1) { knots in
        attempts += 1
        return moved(knots, by: attempts)
      }
    }
    #expect(refusal.problem.contains("more exact than 1 s") && attempts == 9)
  }

  /// An argument may be rounded by up to the grain, in both directions.
  @Test(arguments: [-0.004, 0.004, -0.02, 0.02])
  func roundedArgumentsAreWithinTheGrain(_ distance: Double) throws {
    let outline = Self.parabola(grain: 0.01, landmarks: [5, 5.001]) {
      $0 <= 5 ? 0 : $0 >= 5.001 ? 100 : (100_000 * ($0 - 5))
    }
    func moved(_ knots: [Knot]) -> [Knot] {
      knots.map { Knot(x: $0.x == 0 || $0.x == 10 ? $0.x : $0.x + distance, y: $0.y) }
    }
    if abs(distance) < 0.01 {
      #expect(try outline.lines(within: 1, written: moved).deviation <= 1)
    } else {
      #expect(complaint { try outline.lines(within: 1, written: moved) }.contains("more exact than 50 s"))
    }
  }
}
