import TestSupport
import Values
import Warp

/// Random maps with scales from 0.01 to 100, whose source and result last up to an hour.
package enum AlgebraMaps {
  /// A map that shows each moment of the source at most once, forward, and ends in a part that plays. If `isOrdered` is
  /// false, its parts may come in any order and there are no freezes.
  package static func invertible(seed: UInt64, isOrdered: Bool = true) throws -> TimeMap {
    var random = SplitMix64(seed: seed)
    if isOrdered, random.whole(below: 4) == 0 { return try eased(&random) }
    var spans: [[MapTable.Row]] = []
    var (source, warped) = (random.whole(below: 2) == 0 ? 0 : random.double(0, 100), 0.0)
    for _ in 0...random.whole(below: 8) {
      if isOrdered, random.whole(below: 4) == 0 {
        spans.append([MapTable.Row(source, warped, nil), MapTable.Row(source, warped + 1, nil)])
        warped += 1
      }
      if random.whole(below: 4) == 0 { source += random.double(0.01, 60) }
      spans.append(rows(&random, from: &source, at: &warped, isForward: true))
    }
    if !isOrdered { spans = shuffled(spans, &random) }
    return try TableText.map(TableText.text(of: spans.flatMap(\.self)))
  }

  /// A map that plays parts of a source of `length` seconds in any order and direction, with freezes.
  package static func any(seed: UInt64, on length: Double) throws -> TimeMap {
    var random = SplitMix64(seed: seed)
    var (all, warped): ([MapTable.Row], Double) = ([], 0)
    for _ in 0...random.whole(below: 5) {
      var source = random.double(0, length)
      if random.whole(below: 5) == 0 {
        all += [MapTable.Row(source, warped, nil), MapTable.Row(source, warped + 1, nil)]
        warped += 1
      }
      let isForward = random.whole(below: 3) > 0
      all += rows(&random, from: &source, at: &warped, isForward: isForward, within: length)
    }
    return try TableText.map(TableText.text(of: all))
  }

  /// The two rows of a cubic that begins at `source` and `warped`.
  private static func rows(
    _ random: inout SplitMix64, from source: inout Double, at warped: inout Double, isForward: Bool,
    within length: Double = .infinity
  ) -> [MapTable.Row] {
    let scale = scale(&random)
    let room = isForward ? length - source : source
    let span = min(room, 400 / max(1, scale) * random.double(0.01, 1))
    let next = isForward ? source + span : source - span
    let secant = isForward ? scale : -scale
    let rise = abs(next - source) * scale
    // Every third cubic is a straight line.
    let isStraight = random.whole(below: 3) == 0
    func slope() -> Double { isStraight ? secant : secant * random.double(0.5, 1.5) }
    let rows = [MapTable.Row(source, warped, slope()), MapTable.Row(next, warped + rise, slope())]
    (source, warped) = (next, warped + rise)
    return rows
  }

  private static func scale(_ random: inout SplitMix64) -> Double {
    // The scales are distributed evenly on a logarithmic axis.
    [0.01, 0.1, 1, 10][random.whole(below: 4)] * random.double(1, 10)
  }

  /// A map from keyframes with easing, and a freeze.
  private static func eased(_ random: inout SplitMix64) throws -> TimeMap {
    let length = random.double(10, 600)
    let words = ["linear", "smooth", "ease-in", "hold", "bezier(0.3,0.1,0.6,1)"]
    let keys = (0..<5).map { index in
      let speed = NumberSyntax.print(max(0.2, scale(&random)))
      let ease = index == 0 ? "" : " \(words[random.whole(below: words.count)])"
      return "\(NumberSyntax.print(length * Double(index) / 5))=\(speed)x\(ease)"
    }
    let clip = Clip(duration: length)
    let map = try SpeedSyntax.keys(keys.joined(separator: ", "), on: clip).map(duration: length)
    return try map.frozen(at: random.double(0.1, 0.9) * length, for: random.double(0.1, 5))
  }

  /// The spans in random order, with new warped times.
  private static func shuffled(_ spans: [[MapTable.Row]], _ random: inout SplitMix64) -> [[MapTable.Row]] {
    var warped = 0.0
    return spans.shuffled(using: &random).map { rows in
      let (start, length) = (warped, rows[1].warped - rows[0].warped)
      warped += length
      return [MapTable.Row(rows[0].source, start, rows[0].scale), MapTable.Row(rows[1].source, warped, rows[1].scale)]
    }
  }
}
