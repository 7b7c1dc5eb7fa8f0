/// Tracks as cameras of GoPro write them.
package enum GoProTrack {
  private static func part(_ name: String, _ type: Character?, _ size: Int, _ content: [UInt8]) -> [UInt8] {
    let count = content.count / size
    let head = Array(name.utf8) + [type?.asciiValue ?? 0, UInt8(size), UInt8(count >> 8), UInt8(count & 255)]
    return head + content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
  }

  private static func container(_ name: String, _ parts: [UInt8]...) -> [UInt8] {
    part(name, nil, 1, parts.flatMap { $0 })
  }

  private static func number(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// A payload with speeds in millimetres per second.
  package static func payload(_ speeds: [Int], total: Int, fix: Int = 3, isLong: Bool = false) -> [UInt8] {
    let scales = [10_000_000, 10_000_000, 1000, 1000, 100] + (isLong ? [1, 1000, 100, 1] : [])
    // The day, the time, the accuracy and the kind of fix.
    let more: [UInt8] = isLong ? number(8000) + number(40_000_000) + number(150, 2) + number(fix, 2) : []
    var samples: [UInt8] = []
    for speed in speeds {
      for field in [525_000_000, 134_000_000, 30_000, speed, speed / 10] { samples += number(field) }
      samples += more
    }
    let stream = container(
      "STRM", part("TSMP", "L", 4, number(total)), part("STNM", "c", 1, Array("GPS".utf8)),
      isLong ? part("TYPE", "c", 1, Array("lllllllSS".utf8)) : part("GPSF", "L", 4, number(fix)),
      part("SCAL", "l", 4, scales.flatMap { number($0) }),
      isLong ? part("GPS9", "?", 32, samples) : part("GPS5", "l", 20, samples))
    let other = container("STRM", part("SCAL", "s", 2, number(418, 2)), part("ACCL", "s", 6, number(0, 12)))
    return container("DEVC", part("DVID", "L", 4, number(1)), part("DVNM", "c", 1, Array("Camera".utf8)), other, stream)
  }

  /// A ride: seconds with their speeds in metres per second, measured about eighteen times a second.
  package static func ride(_ speeds: [Double], isLong: Bool = false) -> (bytes: [[UInt8]], way: Double) {
    var (total, payloads): (Int, [[UInt8]]) = (0, [])
    for (index, speed) in speeds.enumerated() {
      let count = 17 + index % 3
      total += count
      payloads.append(
        payload([Int](repeating: Int(speed * 1000), count: count), total: total, isLong: isLong))
    }
    return (payloads, speeds.reduce(0, +))
  }
}
