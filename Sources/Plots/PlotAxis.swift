import Glibc
import Values
import Warp

/// The range of values along one edge of a plot, and its ticks at round values.
package struct PlotAxis: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case source, warped, scale
  }

  package struct Tick: Equatable, Sendable {
    package let value: Double
    package let label: String
  }

  package let kind: Kind
  package let range: ClosedRange<Double>

  package var title: String {
    switch kind {
    case .scale: "scale"
    case .source, .warped: "\(kind.rawValue) time (\(!showsClock ? "s" : range.upperBound < 3600 ? "m:ss" : "h:mm:ss"))"
    }
  }

  /// The position of a value along the axis, 0…1.
  package func share(of value: Double) -> Double {
    min(1, max(0, (value - range.lowerBound) / (range.upperBound - range.lowerBound)))
  }

  /// The index of the cell that contains a value, if the axis has `count` equal cells.
  package func cell(of value: Double, among count: Int) -> Int {
    min(count - 1, Int(share(of: value) * Double(count)))
  }

  private var length: Double { range.upperBound - range.lowerBound }

  /// Times above two minutes are printed as minutes and seconds. Ranges of less than ten seconds need decimals.
  private var showsClock: Bool { kind != .scale && range.upperBound >= 120 && length >= 10 }

  /// At most about `count` ticks at round values.
  package func ticks(atMost count: Int) -> [Tick] {
    let rough = length / Double(count)
    return showsClock ? clockTicks(atLeast: rough) : decimalTicks(atLeast: rough)
  }

  /// Ticks whose distance is 1, 2 or 5 times a power of ten, and at least `rough`.
  private func decimalTicks(atLeast rough: Double) -> [Tick] {
    var exponent = Int(floor(log10(rough)))
    // Without the subtraction, a quotient that is a round step, such as 0.5 / 5, could be rounded up to the next step.
    let mantissa = rough / pow(10, Double(exponent)) - 1e-9
    let factor = [1, 2, 5].first { Double($0) > mantissa } ?? 1
    if mantissa >= 5 { exponent += 1 }
    return multiples(of: Double(factor) * pow(10, Double(exponent))).compactMap { multiple in
      // Parsed from decimals, so that 3 steps of 0.1 are 0.3 and not 0.30000000000000004.
      NumberSyntax.parse("\(multiple * factor)e\(exponent)").map { Tick(value: $0, label: NumberSyntax.print($0)) }
    }
  }

  private func clockTicks(atLeast rough: Double) -> [Tick] {
    let days = (rough / 86400).rounded(.up)
    let step = Self.clockSteps.first { $0 >= rough } ?? days * 86400
    return multiples(of: step).map { Tick(value: Double($0) * step, label: BriefText.clock(Double($0) * step)) }
  }

  private static let clockSteps: [Double] = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400,
  ]

  private func multiples(of step: Double) -> [Int] {
    let first = Int((range.lowerBound / step - 1e-9).rounded(.up))
    return Array(first..<Int((range.upperBound / step + 1e-9).rounded(.down)) + 1)
  }
}

extension PlotAxis {
  /// The time axis of a map. It reaches beyond the start of an open end and beyond `latestMark`, to show that the map
  /// continues.
  init(_ kind: Kind, of map: TimeMap, reaching latestMark: Double) {
    let isSource = kind == .source
    let start = isSource ? map.sourceRange.start : 0
    var end = (isSource ? map.sourceRange.end : map.warpedLength) ?? start
    if let openEnd = map.openEnd {
      let open = isSource ? openEnd.source : openEnd.warped
      let shown = max(open, latestMark)
      end = shown + (shown > start ? 0.15 * (shown - start) : 10)
    }
    // On a shorter range, the ticks would have equal labels. Besides, the length is a divisor and must not be zero.
    self.init(kind: kind, range: start...max(end, start + max(1e-9, 1000 * start.ulp)))
  }

  /// The vertical axis for these scales. It starts at zero, unless that would hide how the scales vary.
  init(scales: some Sequence<Double>) {
    var (low, high) = scales.reduce((Double.infinity, -Double.infinity)) { (min($0.0, $1), max($0.1, $1)) }
    let largest = max(abs(low), abs(high))
    if low > high || largest < 1e-300 {
      (low, high) = (0, 2)
    } else if high - low < 1e-3 * largest {
      // A horizontal line is drawn in the middle.
      (low, high) = (min(0, 2 * low), max(0, 2 * high))
    } else if high - low > largest / 4 {
      (low, high) = (min(0, low), max(0, high))
    }
    let headroom = 0.05 * (high - low)
    self.init(kind: .scale, range: (low == 0 ? 0 : low - headroom)...(high == 0 ? 0 : high + headroom))
  }
}
