import Pixels
import Warp

/// Writes NUT as simply as the format allows: a sync packet before every frame, and in each frame its stamp and size in
/// full.
struct NUTWriter: FrameWriter {
  let header: [UInt8]
  private let frameBytes: Int
  /// The offset at which the next packet will be.
  private var offset: Int
  /// The offset of the last sync packet.
  private var lastSync: Int?

  init(_ format: StreamFormat) throws(VideoError) {
    guard let fourCC = NUTFourCC.bytes(for: format.layout.name) else {
      throw .inexpressible(
        "NUT has no code for the pixel format \(format.layout.name)", advice: "use another -pix_fmt in the decoder")
    }
    guard let timebase = format.timebase ?? format.rate?.framesPerSecond.reciprocal else {
      throw .inexpressible("NUT needs to know how long a frame lasts", advice: "give --fps or --timebase")
    }
    guard max(timebase.numerator, timebase.denominator) < 1 << 31 else {
      throw .inexpressible("NUT cannot count in units of \(timebase) s", advice: "choose a coarser --timebase")
    }
    var header = NUTReader.magic
    header += NUTPacket.bytes(.main, Self.mainHeader(timebase))
    header += NUTPacket.bytes(.stream, Self.streamHeader(format, fourCC))
    if let rate = format.rate { header += NUTPacket.bytes(.info, NUTInfo.payload(rate)) }
    self.header = header
    offset = header.count
    frameBytes = format.layout.frameBytes
  }

  mutating func prefix(stamp: Int?) -> [UInt8] {
    guard let stamp, stamp >= 0 else { preconditionFailure("a NUT frame needs a stamp that is not negative") }
    let bytes = sync(stamp) + frameHeader(stamp)
    lastSync = offset
    offset += bytes.count + frameBytes
    return bytes
  }

  /// A sync packet: the time, and how far back the last one is, in units of 16 bytes.
  private func sync(_ stamp: Int) -> [UInt8] {
    var payload = NUTPayload()
    payload.v(stamp, (offset - (lastSync ?? offset)) >> 4)
    return NUTPacket.bytes(.sync, payload.bytes)
  }

  /// The only code that frames are written with; all others are declared invalid.
  private static let frameCode = 1

  private func frameHeader(_ stamp: Int) -> [UInt8] {
    var payload = NUTPayload()
    // Stamps have 0 low bits, so the modulus is 1; added to a stamp, it says that the stamp is coded in full.
    payload.v(Self.frameCode, stamp + 1, frameBytes)
    return payload.bytes + NUTChecksum(of: payload.bytes).bytes
  }

  private static func mainHeader(_ timebase: Rational) -> [UInt8] {
    var payload = NUTPayload()
    payload.v(3)  // version
    payload.v(1)  // streams
    payload.v(65536)  // bytes sync packets may be apart
    payload.v(1, Int(timebase.numerator), Int(timebase.denominator))  // timebases
    let flags: NUTFrameCode.Flags = [.key, .codedStamp, .sizeMSB, .checksum]
    for (flags, count) in [(.invalid, frameCode), (flags, 1), (.invalid, 254 - frameCode)] {
      payload.v(flags.rawValue, 6)  // fields that follow
      payload.s(0)  // stamp delta
      payload.v(1, 0, 0, 0)  // size multiplier, stream, size, reserved
      payload.v(count)
    }
    payload.v(0)  // elided beginnings
    return payload.bytes
  }

  private static func streamHeader(_ format: StreamFormat, _ fourCC: [UInt8]) -> [UInt8] {
    var payload = NUTPayload()
    payload.v(0, 0)  // number, class
    payload.vb(fourCC)
    payload.v(0, 0)  // timebase, low bits of stamps
    payload.v(0, 0, 0)  // stamps apart, frames early, flags
    payload.vb([])  // for a codec
    payload.v(format.width, format.height)
    payload.v(Int(format.aspect?.numerator ?? 0), Int(format.aspect?.denominator ?? 0))
    payload.v(0)  // colours
    return payload.bytes
  }
}
