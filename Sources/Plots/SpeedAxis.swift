import Glibc
import Values

/// The vertical axis of a plot. It is logarithmic, because 0.5x is as far from 1x as 2x is. Faster is up. Speeds of
/// backward play are negative. On an axis with both, they lie in the lower half, upside down.
package struct SpeedAxis: Equatable, Sendable {
  /// The slowest and the fastest speed on the axis, without signs.
  package let sizes: ClosedRange<Double>
  package let showsForward: Bool
  package let showsBackward: Bool
  package let title = "speed"

  private var isMirrored: Bool { showsForward && showsBackward }

  /// The axis for these speeds. It contains 1x, unless that would hide how the speeds vary.
  init(fitting speeds: [Double]) {
    showsBackward = speeds.contains { $0 < 0 }
    showsForward = !showsBackward || speeds.contains { $0 > 0 }
    let all = speeds.map(abs)
    // Some curves are infinitely fast or slow at one instant.
    let credible = all.filter { (1e-6...1e6).contains($0) }
    let shown = credible.isEmpty ? all : credible
    var (low, high) = (shown.min() ?? 1, shown.max() ?? 1)
    let whole = (low: min(1, low), high: max(1, high))
    if log(high / low) < 1e-3 {
      // A horizontal line has space on both sides.
      (low, high) = (min(1, low / 2), max(1, high * 2))
    } else if log(high / low) > log(whole.high / whole.low) / 8 {
      (low, high) = whole
    }
    let headroom = exp(0.05 * log(high / low))
    sizes = (low / headroom)...(high * headroom)
  }

  /// The position of a speed along the axis, 0…1.
  package func share(of speed: Double) -> Double {
    let height = log(abs(speed) / sizes.lowerBound) / log(sizes.upperBound / sizes.lowerBound)
    let rise = min(1, max(0, height))
    guard isMirrored else { return rise }
    return speed < 0 ? 0.5 - rise / 2 : 0.5 + rise / 2
  }

  /// The index of the cell that contains a speed, if the axis has `count` equal cells.
  package func cell(of speed: Double, among count: Int) -> Int { min(count - 1, Int(share(of: speed) * Double(count))) }

  /// At most about `count` ticks at round speeds. One of them is 1x, if the axis contains it.
  package func ticks(atMost count: Int) -> [PlotTick] {
    let forward = sizeTicks(atMost: isMirrored ? count / 2 : count)
    let backward = forward.map { PlotTick(value: -$0.value, label: "-" + $0.label) }
    return (showsBackward ? backward.reversed() : []) + (showsForward ? forward : [])
  }

  private func sizeTicks(atMost count: Int) -> [PlotTick] {
    let (low, high) = (sizes.lowerBound, sizes.upperBound)
    if high / low < 2 { return PlotTick.decimal(in: sizes, atLeast: (high - low) / Double(max(2, count)), unit: "x") }
    // Powers of two or, if these are too many, of ten, a hundred, …
    let octaves = PlotTick.multiples(of: log(2), in: log(low)...log(high)).count
    let base = octaves <= count ? 2 : pow(10, max(1, ceil(log10(high / low) / Double(max(1, count)))))
    return PlotTick.multiples(of: log(base), in: log(low)...log(high)).map {
      let speed = pow(base, Double($0))
      return PlotTick(value: speed, label: (speed < 0.1 ? BriefText.number(speed) : NumberSyntax.print(speed)) + "x")
    }
  }

  /// The speeds on the axis at which time passes as in the source: 1x, and -1x for backward play.
  var normal: [Double] {
    sizes.contains(1) ? (showsForward ? [1] : []) + (showsBackward ? [-1] : []) : []
  }
}
