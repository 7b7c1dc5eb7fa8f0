/// What a Samsung phone notes about slow motion in the trailer of a film (SEF, Samsung Extension Format).
///
/// A file with a trailer ends with the length of the trailer's head, and `SEFT`. The head begins with `SEFH`, a version
/// and a count, and has twelve bytes for each entry: two flags, a type, the distance from the entry's data to the head,
/// and the length of the data. The data has flags and type again, the length of a name, the name and a value. Numbers
/// are little-endian.
package struct SamsungTrailer: Equatable, Sendable {
  package struct Region: Equatable, Sendable {
    /// In seconds.
    package let start: Double
    package let end: Double
    /// How many times slower the phone plays the region.
    package let divisor: Int
  }

  /// Sorted by start.
  package internal(set) var regions: [Region] = []
  /// Whether the phone has recorded a slow part with more frames, and stored it slow.
  package internal(set) var isSuperSlow = false

  /// Returns nil if the file has no trailer, or if the trailer says nothing about slow motion.
  ///
  /// - Parameters:
  ///   - size: the length of the file in bytes.
  ///   - bytes: returns bytes of the file.
  package init?(ofFileWith size: Int, reading bytes: (Range<Int>) throws -> [UInt8]) throws {
    guard size >= Self.footLength else { return nil }
    let foot = try bytes(size - Self.footLength..<size)
    guard foot.suffix(4).elementsEqual("SEFT".utf8) else { return nil }
    let length = foot.littleEndian(at: 0, 4)
    guard length >= Self.headLength, length <= Self.longest, length <= size - Self.footLength else {
      throw CameraError("its length cannot be \(length) bytes")
    }
    let start = size - Self.footLength - length
    let head = try bytes(start..<start + length)
    guard head.starts(with: "SEFH".utf8) else { throw CameraError("its head is missing") }
    let count = head.littleEndian(at: 8, 4)
    guard count <= (length - Self.headLength) / Self.entryLength else {
      throw CameraError("its head is too short for \(count) entries")
    }
    for index in 0..<count {
      let entry = Array(head[(Self.headLength + index * Self.entryLength)...].prefix(Self.entryLength))
      guard Self.types.contains(entry.littleEndian(at: 2, 2)) else { continue }
      let (distance, length) = (entry.littleEndian(at: 4, 4), entry.littleEndian(at: 8, 4))
      guard length >= 8, length <= Self.longest, distance >= length, distance <= start else {
        throw CameraError("an entry lies outside the file")
      }
      try take(try bytes(start - distance..<start - distance + length))
    }
    guard isSuperSlow || !regions.isEmpty else { return nil }
    regions.sort { $0.start < $1.start }
  }

  /// The name decides what an entry means, because phones have used some types for other entries too.
  private mutating func take(_ entry: [UInt8]) throws(CameraError) {
    let length = entry.littleEndian(at: 4, 4)
    guard length <= entry.count - 8 else { throw CameraError("the name of an entry is cut off") }
    switch String(decoding: entry[8..<8 + length], as: UTF8.self) {
    case "SlowMotion_Data": regions = try Self.regions(String(decoding: entry[(8 + length)...], as: UTF8.self))
    case "Super_SlowMotion_Data": isSuperSlow = true
    default: break
    }
  }

  /// Reads regions such as `88:879:2*1255:1970:4`: start and end in milliseconds, and a mode. Each mode is half as fast
  /// as the one before it, and mode 1 has normal speed.
  private static func regions(_ text: String) throws(CameraError) -> [Region] {
    var regions: [Region] = []
    for part in text.split(separator: "*", omittingEmptySubsequences: false) {
      let numbers = part.split(separator: ":", omittingEmptySubsequences: false).compactMap { Int32($0) }
      guard numbers.count == 3, part.split(separator: ":").count == 3, numbers[0] >= 0, numbers[1] > numbers[0],
        (1...modes).contains(numbers[2])
      else { throw CameraError("'\(part.prefix(40))' is not a part in slow motion") }
      regions.append(
        Region(start: Double(numbers[0]) / 1000, end: Double(numbers[1]) / 1000, divisor: 1 << Int(numbers[2] - 1)))
    }
    return regions
  }

  private static let footLength = 8
  private static let headLength = 12
  private static let entryLength = 12
  private static let longest = 1 << 16
  private static let modes: Int32 = 11
  /// The types of entries about slow motion.
  private static let types: Set = [0x0890, 0x0B00, 0x0B01, 0x0B03, 0x0B04]
}

extension [UInt8] {
  /// The unsigned number in up to four bytes.
  ///
  /// Precondition: the bytes exist.
  func littleEndian(at index: Int, _ count: Int) -> Int {
    self[index..<index + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// The unsigned number in up to seven bytes.
  ///
  /// Precondition: the bytes exist.
  func bigEndian(at index: Int, _ count: Int) -> Int { self[index..<index + count].reduce(0) { $0 << 8 | Int($1) } }
}
