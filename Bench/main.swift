import Glibc
import Warp

// How fast maps are walked, in instants a second of CPU time, one core; with words behind it, what scripts/bench
// and scripts/soak feed to the tools and how they judge what comes out.

if CommandLine.arguments.count > 1 {
  let words = Array(CommandLine.arguments.dropFirst())
  switch words[0] {
  case "sound", "keys", "score": try PitchBench.run(words)
  case "ramp", "follow", "film", "numbers": try SoakBench.run(words)
  default: try SoundBench.run(words)
  }
  exit(0)
}

/// CPU seconds of this process.
func cpuSeconds() -> Double {
  var time = timespec()
  _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The median rate of five walks over `count` instants of a map.
func marchingRate(_ map: TimeMap, count: Int) -> Double {
  let length = map.warpedLength ?? 0
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

func map(_ spec: String, duration: Double) throws -> TimeMap {
  let component = try CurveSyntax.parse(spec, on: Clip(duration: duration))
  return try Components([component], duration: duration).map()
}

for spec in ["triangle", "double-smoothstep", "cosine", "tapered-sine", "power"] {
  let exact = try map(spec, duration: 10)
  let table = try exact.tabulated(tolerance: 1e-11)
  print("march/table/\(spec)", marchingRate(table, count: 2_000_000), "instants/s", separator: "\t")
  print("march/exact/\(spec)", marchingRate(exact, count: 500_000), "instants/s", separator: "\t")
}
