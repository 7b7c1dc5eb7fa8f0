import Testing

@testable import Camera

/// The trailer of Samsung's films.
@Suite struct SamsungTrailerTests {
  /// A file with a trailer: some bytes of a film, the data of the entries, and the head.
  struct File {
    var film: [UInt8] = Array("film".utf8)
    var entries: [(type: Int, name: String, value: String)] = []
    /// Changes the bytes of the trailer.
    var damage: (inout [UInt8]) -> Void = { _ in }

    var bytes: [UInt8] {
      var data: [UInt8] = []
      var places: [(type: Int, start: Int, length: Int)] = []
      for entry in entries {
        let bytes =
          Self.number(0, 2) + Self.number(entry.type, 2) + Self.number(entry.name.utf8.count, 4) + entry.name.utf8
          + entry.value.utf8
        places.append((entry.type, data.count, bytes.count))
        data += bytes
      }
      var head = Array("SEFH".utf8) + Self.number(106, 4) + Self.number(entries.count, 4)
      for place in places {
        head += Self.number(0, 2) + Self.number(place.type, 2) + Self.number(data.count - place.start, 4)
        head += Self.number(place.length, 4)
      }
      var trailer = data + head + Self.number(head.count, 4) + "SEFT".utf8
      damage(&trailer)
      return film + trailer
    }

    static func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
  }

  static func trailer(of file: File) throws -> SamsungTrailer? {
    let bytes = file.bytes
    return try SamsungTrailer(ofFileWith: bytes.count) { Array(bytes[$0]) }
  }

  private static let slow = (type: 0x890, name: "SlowMotion_Data", value: "88:879:2*1255:1970:4")

  @Test func regionsAreRead() throws {
    let other = (type: 0x0A01, name: "Image_UTC_Data", value: "1604060090")
    for entries in [[Self.slow], [other, Self.slow], [Self.slow, other]] {
      let trailer = try #require(try Self.trailer(of: File(entries: entries)))
      #expect(
        trailer.regions == [.init(start: 0.088, end: 0.879, divisor: 2), .init(start: 1.255, end: 1.97, divisor: 8)])
      #expect(!trailer.isSuperSlow)
    }
    let swapped = try Self.trailer(of: File(entries: [(0x890, "SlowMotion_Data", "500:900:1*100:200:3")]))
    #expect(swapped?.regions == [.init(start: 0.1, end: 0.2, divisor: 4), .init(start: 0.5, end: 0.9, divisor: 1)])
  }

  /// The name counts, not the type.
  @Test func superSlowMotionIsNamed() throws {
    let entries = [(0x890, "Super_SlowMotion_BGM", "a:true"), (0x890, "Super_SlowMotion_Data", "997:13530:1197:1!1")]
    let trailer = try #require(try Self.trailer(of: File(entries: entries)))
    #expect(trailer.isSuperSlow && trailer.regions.isEmpty)
  }

  @Test func otherFilesHaveNone() throws {
    #expect(try Self.trailer(of: File(entries: [(0x0A01, "Image_UTC_Data", "1")])) == nil)
    #expect(try Self.trailer(of: File(entries: [(0x890, "Super_SlowMotion_BGM", "a")])) == nil)
    for bytes in [[], Array("SEFT".utf8), Array("a film without a trailer".utf8)] {
      #expect(try SamsungTrailer(ofFileWith: bytes.count) { Array(bytes[$0]) } == nil)
    }
  }

  @Test(arguments: [
    (0, "its length cannot be"), (1, "its length cannot be"), (2, "its head is missing"), (3, "its head is too short"),
    (4, "lies outside the file"), (5, "lies outside the file"), (6, "name of an entry is cut off"),
  ])
  func damageIsFound(_ kind: Int, _ problem: String) throws {
    let file = File(
      entries: [Self.slow],
      damage: { trailer in
        let end = trailer.count
        switch kind {
        case 0: trailer[end - 6] = 0xFF
        case 1: trailer[end - 8] = 3
        case 2: trailer[end - 8] += 1
        case 3: trailer[end - 8 - 24 + 8] = 9
        case 4: trailer[end - 8 - 12 + 6] = 0x7F
        case 5: trailer[end - 8 - 12 + 8] = 4
        default: trailer[4] = 200
        }
      })
    let error = #expect(throws: CameraError.self) { try Self.trailer(of: file) }
    #expect("\(try #require(error))".contains(problem), "\(String(describing: error))")
  }

  @Test(arguments: ["", "88:879", "88:879:2:1", "879:88:2", "-1:5:2", "1:5:0", "1:5:12", "1:5:2*", "a:b:c", "1::2"])
  func regionsThatMakeNoSenseAreDamage(_ value: String) {
    #expect(throws: CameraError.self) { try Self.trailer(of: File(entries: [(0x890, "SlowMotion_Data", value)])) }
  }
}
