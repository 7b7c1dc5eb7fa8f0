import Values

/// Writes NUT in the simplest way the format allows: a sync packet before every frame, and in each frame the full
/// timestamp and size.
package struct NUTWriter: Sendable {
  package let header: [UInt8]
  /// The offset of the next packet.
  private var offset: Int
  /// The offset of the last sync packet.
  private var lastSync: Int?

  /// - Parameters:
  ///   - timebase: the unit of timestamps, whose numerator and denominator are below 2³¹.
  ///   - rate: the frame rate, which an info packet states.
  package init(_ stream: NUTStream, timebase: Rational, rate: FrameRate?) {
    precondition(Self.canCount(in: timebase), "NUT cannot count in such units")
    var header = NUTDemuxer.magic
    header += NUTPacket.bytes(.main, Self.mainHeader(timebase))
    header += NUTPacket.bytes(.stream, Self.streamHeader(stream))
    if let rate { header += NUTPacket.bytes(.info, NUTInfo.payload(rate)) }
    self.header = header
    offset = header.count
  }

  package static func canCount(in timebase: Rational) -> Bool {
    max(timebase.numerator, timebase.denominator) < 1 << 31
  }

  /// The bytes to write directly before the bytes of a frame.
  ///
  /// - Parameter stamp: the frame's timestamp, not negative.
  package mutating func prefix(stamp: Int, size: Int, isKey: Bool = true) -> [UInt8] {
    precondition(stamp >= 0, "a NUT frame needs a stamp that is not negative")
    let bytes = sync(stamp) + Self.frameHeader(stamp, size, isKey)
    lastSync = offset
    offset += bytes.count + size
    return bytes
  }

  /// A sync packet: the time, and the distance back to the last sync packet in units of 16 bytes.
  private func sync(_ stamp: Int) -> [UInt8] {
    var payload = NUTPayload()
    payload.v(stamp, (offset - (lastSync ?? offset)) >> 4)
    return NUTPacket.bytes(.sync, payload.bytes)
  }

  /// The flags of the codes that frames use, from code 1 on: keyframes, then others. All other codes are declared
  /// invalid.
  private static let frameCodes: [NUTFrameCode.Flags] = [
    [.key, .codedStamp, .sizeMSB, .checksum], [.codedStamp, .sizeMSB, .checksum],
  ]

  private static func frameHeader(_ stamp: Int, _ size: Int, _ isKey: Bool) -> [UInt8] {
    var payload = NUTPayload()
    // The stream header declares 0 low bits, so the modulus is 1. A timestamp with 1 added is coded in full.
    payload.v(isKey ? 1 : 2, stamp + 1, size)
    return payload.bytes + NUTChecksum(of: payload.bytes).bytes
  }

  private static func mainHeader(_ timebase: Rational) -> [UInt8] {
    var payload = NUTPayload()
    payload.v(3)  // version
    payload.v(1)  // streams
    payload.v(65536)  // largest distance of sync packets, in bytes
    payload.v(1, Int(timebase.numerator), Int(timebase.denominator))  // timebases
    // The table leaves out the code N, so there are 255 codes.
    let rows = [(.invalid, 1)] + frameCodes.map { ($0, 1) } + [(NUTFrameCode.Flags.invalid, 254 - frameCodes.count)]
    for (flags, count) in rows {
      payload.v(flags.rawValue, 6)  // number of fields that follow
      payload.s(0)  // stamp delta
      payload.v(1, 0, 0, 0)  // size multiplier, stream, size, reserved
      payload.v(count)
    }
    payload.v(0)  // number of elided beginnings
    return payload.bytes
  }

  private static func streamHeader(_ stream: NUTStream) -> [UInt8] {
    var payload = NUTPayload()
    let (number, values) = stream.fields
    payload.v(0, number)  // number, class
    payload.vb(stream.fourCC)
    payload.v(0, 0)  // timebase, bits of a shortened timestamp
    payload.v(0, stream.delay, 0)  // largest distance of timestamps, delay, flags
    payload.vb(stream.codecData)
    for value in values { payload.v(value) }
    return payload.bytes
  }
}
