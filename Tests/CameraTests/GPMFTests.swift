import Testing
import Warp

@testable import Camera

/// Tracks of GoPro.
@Suite struct GPMFTests {
  static func part(_ name: String, _ type: Character?, _ size: Int, _ content: [UInt8]) -> [UInt8] {
    let count = content.count / size
    let head = Array(name.utf8) + [type?.asciiValue ?? 0, UInt8(size), UInt8(count >> 8), UInt8(count & 255)]
    return head + content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
  }

  static func container(_ name: String, _ parts: [UInt8]...) -> [UInt8] { part(name, nil, 1, parts.flatMap { $0 }) }

  static func number(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// A payload with speeds in millimetres per second.
  static func payload(_ speeds: [Int], total: Int, fix: Int = 3, isLong: Bool = false) -> [UInt8] {
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
  static func ride(_ speeds: [Double], isLong: Bool = false) -> (bytes: [[UInt8]], way: Double) {
    var (total, payloads): (Int, [[UInt8]]) = (0, [])
    for (index, speed) in speeds.enumerated() {
      let count = 17 + index % 3
      total += count
      payloads.append(
        payload([Int](repeating: Int(speed * 1000), count: count), total: total, isLong: isLong))
    }
    return (payloads, speeds.reduce(0, +))
  }

  @Test(arguments: [false, true]) func theWayIsThatOfTheSpeeds(_ isLong: Bool) throws {
    let (payloads, way) = Self.ride([2, 4, 8, 8, 1, 3, 0], isLong: isLong)
    let points = try GPMFReader.points(ofTrack: Array(payloads.joined()))
    #expect(points.count == 17 + 18 + 19 + 17 + 18 + 19 + 17)
    #expect(abs(try #require(points.last).total - way) < 0.01 * way, "\(points.last!) of \(way)")
    #expect(zip(points, points.dropFirst()).allSatisfy { $0.source < $1.source && $0.total <= $1.total })
  }

  /// The film shows each payload for 1.001 s, and begins within the first one.
  @Test func payloadsAreShownAtTheirTimes() throws {
    let (payloads, _) = Self.ride([5, 5, 10, 10])
    var reader = GPMFReader()
    for byte in payloads.joined() { try reader.take([byte]) }
    try reader.finish()
    let times = payloads.enumerated().map { index, payload in
      GPMFReader.Payload(start: Double(index) * 1.001 - 0.5, length: 1.001, size: payload.count)
    }
    let points = reader.points(at: times)
    func total(at source: Double) -> Double {
      let next = points.firstIndex { $0.source >= source } ?? points.count - 1
      let (one, other) = (points[max(0, next - 1)], points[next])
      return one.total + (other.total - one.total) * (source - one.source) / max(1e-9, other.source - one.source)
    }
    #expect(abs(points[0].source + 0.5) < 1e-9)
    #expect(abs(total(at: 1.2) - total(at: 0.2) - 5) < 0.01 && abs(total(at: 3) - total(at: 2) - 10) < 0.01)
  }

  /// The last payload of a file lasts only as long as its measurements.
  @Test func theLastPayloadIsShorter() throws {
    let payloads = [
      Self.payload([Int](repeating: 9000, count: 18), total: 18),
      Self.payload([Int](repeating: 9000, count: 18), total: 36), Self.payload([9000, 9000, 9000], total: 39),
    ]
    let points = try GPMFReader.points(ofTrack: Array(payloads.joined()))
    #expect(abs(try #require(points.last).source - (2 + 2.0 / 18)) < 1e-9)
  }

  @Test func unknownPlacesAreLeftOut() throws {
    let payloads = [
      Self.payload([9000, 9000], total: 2, fix: 0), Self.payload([1000, 1000], total: 4),
      Self.payload([1000, 1000], total: 6),
    ]
    let points = try GPMFReader.points(ofTrack: Array(payloads.joined()))
    #expect(points.map(\.source) == [1, 1.5, 2, 2.5] && points.map(\.total) == [0, 0.5, 1, 1.5])
    #expect(throws: CameraError.self) { try GPMFReader.points(ofTrack: Self.payload([9000, 9000], total: 2, fix: 0)) }
  }

  @Test func damageIsFound() throws {
    let bytes = Array(Self.ride([2, 4]).bytes.joined())
    for count in stride(from: 1, to: bytes.count - 1, by: 13) {
      var reader = GPMFReader()
      let error = #expect(throws: CameraError.self, "\(count)") {
        try reader.take(bytes[..<count])
        try reader.finish()
        _ = try GPMFReader.points(ofTrack: Array(bytes[..<count]))
      }
      #expect(error != nil)
    }
    for (index, byte) in [(0, 7), (4, 0x4C), (20, 0xFF)] as [(Int, UInt8)] {
      var damaged = bytes
      damaged[index] = byte
      #expect(throws: CameraError.self, "\(index)") { try GPMFReader.points(ofTrack: damaged) }
    }
  }
}
