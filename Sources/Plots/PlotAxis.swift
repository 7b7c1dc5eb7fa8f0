import Values
import Warp

/// The range of times along the lower edge of a plot, and its ticks at round values.
package struct PlotAxis: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case source, warped
  }

  package let kind: Kind
  package let range: ClosedRange<Double>

  package var title: String {
    "\(kind.rawValue) time (\(!showsClock ? "s" : range.upperBound < 3600 ? "m:ss" : "h:mm:ss"))"
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
  private var showsClock: Bool { range.upperBound >= 120 && length >= 10 }

  /// At most about `count` ticks at round values.
  package func ticks(atMost count: Int) -> [PlotTick] {
    let rough = length / Double(count)
    return showsClock ? clockTicks(atLeast: rough) : PlotTick.decimal(in: range, atLeast: rough)
  }

  private func clockTicks(atLeast rough: Double) -> [PlotTick] {
    let days = (rough / 86400).rounded(.up)
    let step = Self.clockSteps.first { $0 >= rough } ?? days * 86400
    return PlotTick.multiples(of: step, in: range).map { multiple in
      let time = Double(multiple) * step
      return PlotTick(value: time, label: BriefText.clock(time))
    }
  }

  private static let clockSteps: [Double] = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400,
  ]
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
}
