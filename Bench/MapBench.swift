import Glibc
import Values
import Warp

/// Measures how many instants a second a map cursor finds, in CPU time on one core. Compares exact maps with the same
/// maps as tables of cubics.
enum MapBench {
  static func run() throws {
    for spec in ["triangle", "double-smoothstep", "cosine", "tapered-sine", "power"] {
      let exact = try map(spec, duration: 10)
      let table = try exact.tabulated(tolerance: 1e-11)
      print("march/table/\(spec)", rate(of: table, count: 2_000_000), "instants/s", separator: "\t")
      print("march/exact/\(spec)", rate(of: exact, count: 500_000), "instants/s", separator: "\t")
    }
  }

  private static func map(_ spec: String, duration: Double) throws -> TimeMap {
    let component = try CurveSyntax.parse(spec, on: Clip(duration: duration))
    return try Components([component], duration: duration).map()
  }

  /// The median of five walks over `count` instants of a map.
  private static func rate(of map: TimeMap, count: Int) -> Double {
    let length = map.warpedLength ?? 0
    // The checksum is used below, so that the compiler cannot remove the walks.
    var checksum = 0.0
    let rates = (0..<5).map { _ in
      var cursor = MapCursor(map)
      let start = cpuSeconds()
      for index in 0..<count {
        checksum += cursor.instant(at: length * Double(index) / Double(count))?.source ?? 0
      }
      return Double(count) / (cpuSeconds() - start)
    }
    precondition(checksum > 0)
    return rates.sorted()[2]
  }

  private static func cpuSeconds() -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
