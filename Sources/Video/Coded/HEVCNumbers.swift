/// Gives HEVC frames of one encoder other numbers of parameter sets than the film has, so that both can be in one file.
///
/// The number of a picture's set is at the start of each slice. 0 is coded in one bit, and 15 in nine: every slice
/// becomes exactly one byte longer, so that what follows keeps its place within a byte, and need not be understood.
enum HEVCNumbers {
  /// The number of the film's and the sequence's set, and that of the picture's.
  static let (ofSequence, ofPicture) = (1, 15)

  /// Nil if the unit is not as one encoder with a single set of each kind writes it.
  static func renumbered(_ unit: ArraySlice<UInt8>) -> [UInt8]? {
    let type = CodedSyntax.hevc.type(of: unit)
    guard unit.count > 2, type < 35 else { return Array(unit) }
    let (header, payload) = (Array(unit.prefix(2)), NALUnits.unescaped(unit.dropFirst(2)))
    let changed =
      switch type {
      case 32: videoSet(payload)
      case 33: sequenceSet(payload)
      case 34: pictureSet(payload)
      default: slice(payload, isEntry: (16...23).contains(type))
      }
    return changed.map { header + NALUnits.escaped($0) }
  }

  private static func videoSet(_ payload: [UInt8]) -> [UInt8]? {
    [UInt8(ofSequence) << 4 | payload[0] & 15] + payload.dropFirst()
  }

  private static func sequenceSet(_ payload: [UInt8]) -> [UInt8]? {
    var bits = CodedBits([UInt8(ofSequence) << 4 | payload[0] & 15] + payload.dropFirst())
    var copy = bits
    skipToNumber(of: &bits)
    var writer = CodedBitWriter()
    while copy.position < bits.position { writer.add(copy.bit(), count: 1) }
    _ = bits.ue()
    writer.addUE(ofSequence)
    writer.add(bits.rest())
    return bits.isOver ? nil : writer.payload
  }

  private static func pictureSet(_ payload: [UInt8]) -> [UInt8]? {
    var bits = CodedBits(payload)
    guard bits.ue() == 0, bits.ue() == 0 else { return nil }
    var writer = CodedBitWriter()
    writer.addUE(ofPicture)
    writer.addUE(ofSequence)
    writer.add(bits.rest())
    return bits.isOver ? nil : writer.payload
  }

  /// - Parameter isEntry: whether decoding can begin at the slice's frame, so that it has one more flag at its start.
  private static func slice(_ payload: [UInt8], isEntry: Bool) -> [UInt8]? {
    let flags = isEntry ? 2 : 1
    guard payload[0] << UInt8(flags) & 0x80 != 0 else { return nil }
    // The flags, the nine bits of 15, and the rest of the byte behind the bit of 0.
    let code = UInt16(payload[0] >> UInt8(8 - flags)) << UInt16(16 - flags) | 16 << UInt16(16 - flags - 9)
    let rest = UInt16(payload[0] & (0xFF >> UInt8(flags + 1)))
    let start = code | rest
    return [UInt8(start >> 8), UInt8(start & 0xFF)] + payload.dropFirst()
  }

  /// Skips what comes before the number of a sequence's set.
  static func skipToNumber(of bits: inout CodedBits) {
    bits.skip(4)
    let layers = bits.u(3)
    bits.skip(1 + 88 + 8)
    let said = (0..<layers).map { _ in (bits.bit(), bits.bit()) }
    if layers > 0 { bits.skip(2 * (8 - layers)) }
    for (profile, level) in said { bits.skip(88 * profile + 8 * level) }
  }

  /// A frame at which decoding can begin, marked so that no frame before it is needed or shown after it (BLA).
  static func asJoint(_ unit: ArraySlice<UInt8>) -> [UInt8] {
    var unit = Array(unit)
    if unit.count > 1, (16...21).contains(CodedSyntax.hevc.type(of: unit[...])),
      ![19, 20].contains(CodedSyntax.hevc.type(of: unit[...]))
    {
      unit[0] = unit[0] & 0x81 | 18 << 1
    }
    return unit
  }
}
