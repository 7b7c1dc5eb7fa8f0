import TestFilms
import Testing
import Warp

@testable import Camera

/// Tracks of GoPro.
@Suite struct GPMFTests {
  @Test(arguments: [false, true]) func theWayIsThatOfTheSpeeds(_ isLong: Bool) throws {
    let (payloads, way) = GoProTrack.ride([2, 4, 8, 8, 1, 3, 0], isLong: isLong)
    let points = try GPMFReader.points(ofTrack: Array(payloads.joined()))
    #expect(points.count == 17 + 18 + 19 + 17 + 18 + 19 + 17)
    #expect(abs(try #require(points.last).total - way) < 0.01 * way, "\(points.last!) of \(way)")
    #expect(zip(points, points.dropFirst()).allSatisfy { $0.source < $1.source && $0.total <= $1.total })
  }

  /// The film shows each payload for 1.001 s, and begins within the first one.
  @Test func payloadsAreShownAtTheirTimes() throws {
    let (payloads, _) = GoProTrack.ride([5, 5, 10, 10])
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
      GoProTrack.payload([Int](repeating: 9000, count: 18), total: 18),
      GoProTrack.payload([Int](repeating: 9000, count: 18), total: 36),
      GoProTrack.payload([9000, 9000, 9000], total: 39),
    ]
    let points = try GPMFReader.points(ofTrack: Array(payloads.joined()))
    #expect(abs(try #require(points.last).source - (2 + 2.0 / 18)) < 1e-9)
  }

  @Test func unknownPlacesAreLeftOut() throws {
    let payloads = [
      GoProTrack.payload([9000, 9000], total: 2, fix: 0), GoProTrack.payload([1000, 1000], total: 4),
      GoProTrack.payload([1000, 1000], total: 6),
    ]
    let points = try GPMFReader.points(ofTrack: Array(payloads.joined()))
    #expect(points.map(\.source) == [1, 1.5, 2, 2.5] && points.map(\.total) == [0, 0.5, 1, 1.5])
    #expect(throws: CameraError.self) {
      try GPMFReader.points(ofTrack: GoProTrack.payload([9000, 9000], total: 2, fix: 0))
    }
  }

  @Test func damageIsFound() throws {
    let bytes = Array(GoProTrack.ride([2, 4]).bytes.joined())
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
