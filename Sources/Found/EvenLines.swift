import Values
import Warp

/// Lines `TIME VALUE` about a quantity: its total so far or, with `hasRates`, its rate of growth.
package struct EvenLines: Sendable {
  private let clip: Clip
  private let hasRates: Bool
  private var lastValue = 0.0
  package private(set) var points: [EvenCurve.Point] = []

  /// - Parameter hasRates: whether VALUE is a rate. Between two lines, the rate is the mean of both.
  package init(on clip: Clip, hasRates: Bool) { (self.clip, self.hasRates) = (clip, hasRates) }

  package mutating func take(_ line: some StringProtocol) throws(Refusal) {
    let fields = line.split { " \t,;\r".contains($0) }
    guard fields.count == 2 else {
      throw .usage("the line is not TIME VALUE", advice: "write two numbers, as in '2.5 130'")
    }
    let source = try TimeSyntax.instant(fields[0], on: clip)
    guard let value = NumberSyntax.parse(fields[1]), abs(value) <= Self.largest else {
      throw .usage("'\(fields[1])' is not a value", advice: "write a number of at most 15 digits")
    }
    guard points.count < TimeMap.mostRows / 4 else {
      throw .usage("there are more than \(TimeMap.mostRows / 4) lines")
    }
    if let last = points.last { try check(source, value, after: last.source) }
    try add(source, value)
    lastValue = value
  }

  private func check(_ source: Double, _ value: Double, after last: Double) throws(Refusal) {
    guard source - last > 1e-9 else {
      throw .usage("the time \(NumberSyntax.print(source)) is not later than the time before it")
    }
    guard hasRates || value >= lastValue else {
      throw .usage(
        "the value falls from \(NumberSyntax.print(lastValue)) to \(NumberSyntax.print(value))",
        advice: "values count from the start and never fall; for rates, add --even-density")
    }
  }

  private mutating func add(_ source: Double, _ value: Double) throws(Refusal) {
    guard hasRates else { return points.append(EvenCurve.Point(source: source, total: value)) }
    guard value >= 0 else {
      throw .usage("the rate \(NumberSyntax.print(value)) is below 0", advice: "write 0 or more")
    }
    let grown = points.last.map { $0.total + (lastValue + value) / 2 * (source - $0.source) } ?? 0
    points.append(EvenCurve.Point(source: source, total: grown))
  }

  private static let largest = 1e15
}

/// Reads the lowest and highest speed, `A..B`.
package enum SpeedLimitSyntax {
  /// If one end of the range is missing, that of `usual` is used.
  package static func parse(_ text: String, usual: ClosedRange<Double>) throws(Refusal) -> ClosedRange<Double> {
    guard let ends = RangeSyntax.ends(of: text[...]), !(ends.from.isEmpty && ends.to.isEmpty) else {
      throw .usage("'\(text)' is not a range of speeds", advice: "write the slowest and the fastest, as in 0.5x..8x")
    }
    let slowest = ends.from.isEmpty ? usual.lowerBound : try SpeedSyntax.speed(String(ends.from))
    let fastest = ends.to.isEmpty ? usual.upperBound : try SpeedSyntax.speed(String(ends.to))
    guard slowest <= fastest else {
      let names = [slowest, fastest].map { NumberSyntax.print($0) + "x" }
      throw .usage("\(names[0]) is faster than \(names[1])", advice: "write \(names[1])..\(names[0])")
    }
    return slowest...fastest
  }
}
