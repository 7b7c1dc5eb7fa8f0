/// Reads `packet|stream_index=0|pts=512|dts=0|duration=512|flags=K_`. It reads bytes without a String per field,
/// because a file may have a million packets.
enum PacketLine {
  static let start = "packet|".utf8
  /// Is among the side data of a packet that Common Encryption has encrypted.
  private static let encryption = "side_data_type=Encryption info".utf8

  /// Nil if the line is not about a packet.
  static func read(_ line: ArraySlice<UInt8>) -> (stream: Int, packet: PacketSpan.Packet)? {
    guard line.starts(with: start) else { return nil }
    var stream = 0
    var packet = PacketSpan.Packet()
    var isSideData = false
    var rest = line.dropFirst(start.count)
    while !rest.isEmpty {
      let field = rest.prefix { $0 != UInt8(ascii: "|") }
      rest = rest[field.endIndex...].dropFirst()
      // A field without a value begins the packet's side data, which may have its own `pts`. Newer versions of ffprobe
      // have no such field; they print, for example, `side_datum/skip_samples:skip_samples=1024`.
      guard !isSideData, let sign = field.firstIndex(of: UInt8(ascii: "=")) else {
        isSideData = true
        if field.elementsEqual(encryption) { packet.isEncrypted = true }
        continue
      }
      let value = field[(sign + 1)...]
      switch field[..<sign] {
      case let name where name.elementsEqual("stream_index".utf8): stream = number(value) ?? 0
      case let name where name.elementsEqual("pts".utf8): packet.shown = number(value)
      case let name where name.elementsEqual("dts".utf8): packet.decoded = number(value)
      case let name where name.elementsEqual("duration".utf8): packet.duration = number(value)
      case let name where name.elementsEqual("flags".utf8): packet.isOnlyDecoded = value.contains(UInt8(ascii: "D"))
      case let name where name.elementsEqual("side_datum/encryption_info:side_data_type".utf8):
        packet.isEncrypted = true
      default: break
      }
    }
    return (stream, packet)
  }

  /// Nil for `N/A`, and for numbers that do not fit in an Int.
  static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    let isNegative = digits.first == UInt8(ascii: "-")
    var value = 0
    for digit in isNegative ? digits.dropFirst() : digits {
      guard digit &- UInt8(ascii: "0") <= 9 else { return nil }
      let (shifted, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, sumOverflows) = shifted.addingReportingOverflow(Int(digit - UInt8(ascii: "0")))
      guard !overflows, !sumOverflows else { return nil }
      value = sum
    }
    return digits.isEmpty ? nil : isNegative ? -value : value
  }
}
