import TestSupport
import Warp

/// Random tables of everything that a map may do: play forward and backward, freeze, cut, bend, and end open.
package enum RandomRows {
  package static func rows(seed: UInt64, openEnd: Bool = false) -> [MapTable.Row] {
    var random = SplitMix64(seed: seed)
    var rows: [MapTable.Row] = []
    var (source, warped) = (random.double(0, 10), 0.0)
    for _ in 0...random.whole(below: 20) {
      switch random.whole(below: 8) {
      case 0:
        rows.append(MapTable.Row(source, warped, nil))
        warped += random.double(0.01, 2)
        rows.append(MapTable.Row(source, warped, nil))
      case 1:
        source = random.double(0, 20)
      default:
        let forward = source < 0.1 || random.whole(below: 3) > 0
        let next = forward ? source + random.double(0.001, 5) : source * random.double(0, 0.99)
        let rise = abs(next - source) * random.double(0.05, 4)
        let secant = rise / (next - source)
        let slopes = slopes(&random)
        rows.append(MapTable.Row(source, warped, slopes.map { secant * $0.start }))
        (source, warped) = (next, warped + rise)
        rows.append(MapTable.Row(source, warped, slopes.map { secant * $0.end }))
      }
    }
    if warped == 0 {
      rows += [MapTable.Row(source, 0, nil), MapTable.Row(source + 1, 1, nil)]
      (source, warped) = (source + 1, 1)
    }
    if openEnd {
      rows.append(MapTable.Row(source, warped, nil))
      rows.append(MapTable.Row(.infinity, .infinity, random.double(0.1, 4)))
    }
    return rows
  }

  /// The scales at both ends of a cubic, as multiples of the secant. Up to 3 the cubic is monotone. Some of the fixed
  /// pairs are on the border of that region.
  private static func slopes(_ random: inout SplitMix64) -> (start: Double, end: Double)? {
    switch random.whole(below: 8) {
    case 0, 1: nil
    case 2: [(0, 0), (0, 3), (3, 0), (3, 3), (4, 1), (1, 4)][random.whole(below: 6)]
    default: (random.double(0, 3), random.double(0, 3))
    }
  }

  package static func map(seed: UInt64, openEnd: Bool = false) throws -> TimeMap {
    try TableText.map(TableText.text(of: rows(seed: seed, openEnd: openEnd)))
  }
}
