/// The binary form of a property list: objects, the offset of each object, and 32 bytes about these. Containers refer
/// to objects by number. All numbers are big-endian.
struct BinaryPropertyList {
  static let magic = Array("bplist00".utf8)

  private let bytes: [UInt8]
  private let offsets: [Int]
  private let referenceLength: Int
  /// How many objects may still be read. An object that several containers share counts several times.
  private var objectsLeft = 10_000
  /// How many bytes of objects may still be read, because an object that is shared is read several times.
  private var bytesLeft = 1 << 20

  static func value(_ bytes: [UInt8]) throws(CameraError) -> PropertyValue {
    var list = try BinaryPropertyList(bytes)
    return try list.value(of: bytes.bigEndian(at: bytes.count - 15, 7), depth: 0)
  }

  private init(_ bytes: [UInt8]) throws(CameraError) {
    guard bytes.starts(with: Self.magic), bytes.count >= Self.magic.count + Self.footLength else { throw Self.damage }
    let foot = Array(bytes.suffix(Self.footLength))
    let (offsetLength, count, start) = (Int(foot[6]), foot.bigEndian(at: 9, 7), foot.bigEndian(at: 25, 7))
    referenceLength = Int(foot[7])
    guard (1...7).contains(offsetLength), (1...7).contains(referenceLength), count <= bytes.count,
      start <= bytes.count - Self.footLength, count * offsetLength <= bytes.count - Self.footLength - start
    else { throw Self.damage }
    offsets = (0..<count).map { bytes.bigEndian(at: start + $0 * offsetLength, offsetLength) }
    self.bytes = bytes
  }

  /// - Parameter depth: the number of containers around the object. They could contain each other.
  private mutating func value(of object: Int, depth: Int) throws(CameraError) -> PropertyValue {
    objectsLeft -= 1
    guard object < offsets.count, depth < 20, objectsLeft >= 0 else { throw Self.damage }
    var index = offsets[object]
    let mark = Int(try take(1, at: &index)[0])
    let (kind, size) = (mark >> 4, mark & 15)
    switch kind {
    case 0x1 where size <= 4:
      // Sixteen bytes are for numbers beyond eight, and eight may be negative.
      let length = 1 << size
      let number = try take(length, at: &index)
      return .number(Double(number.suffix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }))
    case 0x2 where size == 2:
      return .number(Double(Float(bitPattern: UInt32(truncatingIfNeeded: try take(4, at: &index).bigEndian(at: 0, 4)))))
    case 0x2 where size == 3:
      return .number(Double(bitPattern: try take(8, at: &index).reduce(0) { $0 << 8 | UInt64($1) }))
    case 0x4: return .data(try take(try count(size, at: &index), at: &index))
    case 0x5: return .text(String(decoding: try take(try count(size, at: &index), at: &index), as: UTF8.self))
    case 0x6:
      let length = try count(size, at: &index)
      let units = try take(length * 2, at: &index)
      return .text(String(decoding: (0..<length).map { UInt16(units.bigEndian(at: $0 * 2, 2)) }, as: UTF16.self))
    case 0xA:
      let length = try count(size, at: &index)
      var values: [PropertyValue] = []
      for reference in try references(length, at: &index) { values.append(try value(of: reference, depth: depth + 1)) }
      return .array(values)
    case 0xD:
      let length = try count(size, at: &index)
      let (names, objects) = (try references(length, at: &index), try references(length, at: &index))
      var values: [String: PropertyValue] = [:]
      for (name, object) in zip(names, objects) {
        guard let name = try value(of: name, depth: depth + 1).text else { throw Self.damage }
        values[name] = try value(of: object, depth: depth + 1)
      }
      return .dictionary(values)
    default: return .other
    }
  }

  /// The count of a container's objects or of a text's characters. Counts above 14 follow as a number.
  private mutating func count(_ size: Int, at index: inout Int) throws(CameraError) -> Int {
    guard size == 15 else { return size }
    let mark = try take(1, at: &index)[0]
    guard mark >> 4 == 1, mark & 15 <= 2 else { throw Self.damage }
    let count = try take(1 << Int(mark & 15), at: &index)
    let value = count.bigEndian(at: 0, count.count)
    guard value <= bytes.count else { throw Self.damage }
    return value
  }

  private mutating func references(_ count: Int, at index: inout Int) throws(CameraError) -> [Int] {
    let bytes = try take(count * referenceLength, at: &index)
    return (0..<count).map { bytes.bigEndian(at: $0 * referenceLength, referenceLength) }
  }

  private mutating func take(_ count: Int, at index: inout Int) throws(CameraError) -> [UInt8] {
    bytesLeft -= min(count, bytes.count)
    guard bytesLeft >= 0, count <= bytes.count - Self.footLength, index <= bytes.count - Self.footLength - count else {
      throw Self.damage
    }
    defer { index += count }
    return Array(bytes[index..<index + count])
  }

  private static let footLength = 32
  private static let damage = CameraError("its property list is damaged")
}
