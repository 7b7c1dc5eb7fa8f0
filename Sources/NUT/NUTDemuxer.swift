import Streams
import Warp

/// Reads all of a NUT stream but the bytes of its frames.
package struct NUTDemuxer {
  package static let magic = Array("nut/multimedia container\0".utf8)

  package let header: NUTStreamHeader
  private let main: NUTMainHeader
  /// Frames a second, if an info packet has said it so far.
  package private(set) var rate: FrameRate?
  /// The stamp of the last frame or sync packet, from which the next stamp is counted.
  private var lastStamp = 0

  package init<Source: ByteSource & ~Copyable>(_ input: inout ByteInput<Source>) throws(NUTError) {
    guard try input.require(Self.magic.count, of: "the NUT header") == Self.magic else {
      throw .malformed("the input is not NUT", byte: 0)
    }
    var fields = try Self.packet(.main, &input)
    main = try NUTMainHeader(&fields)
    fields = try Self.packet(.stream, &input)
    header = try NUTStreamHeader(&fields, main)
    while try input.peekedByte() == NUTPacket.firstByte { try take(NUTPacket(&input)) }
  }

  private static func packet<Source: ByteSource & ~Copyable>(
    _ kind: NUTPacket.Kind, _ input: inout ByteInput<Source>
  ) throws(NUTError) -> NUTFields {
    let start = input.position
    let packet = try NUTPacket(&input)
    guard packet.kind == kind else { throw .malformed("a NUT header is missing here", byte: start) }
    return packet.fields
  }

  /// Takes what stands before the bytes of the next frame, and says where that began; nil at the end of the stream.
  package mutating func next<Source: ByteSource & ~Copyable>(
    _ input: inout ByteInput<Source>
  ) throws(NUTError) -> (frame: NUTFrameHeader, start: Int)? {
    while let byte = try input.peekedByte() {
      if byte == NUTPacket.firstByte {
        try take(NUTPacket(&input))
        continue
      }
      let start = input.position
      let frame = try NUTFrameHeader(&input, main, header.stampBits, lastStamp: lastStamp)
      lastStamp = frame.stamp
      // A frame of this kind without bytes only says that the frame before is no longer on screen.
      if frame.isEnd { continue }
      return (frame, start)
    }
    return nil
  }

  /// Takes the time from a sync packet and the rate from an info packet. Headers may be repeated, and an index may end
  /// the stream: neither says anything new.
  private mutating func take(_ packet: NUTPacket) throws(NUTError) {
    var fields = packet.fields
    switch packet.kind {
    case .sync: lastStamp = try syncStamp(&fields)
    case .info: rate = try NUTInfo.rate(&fields) ?? rate
    case .main, .stream, nil: break
    }
  }

  /// The time of a sync packet, turned from the timebase that it names into the stream's, rounded down.
  private func syncStamp(_ fields: inout NUTFields) throws(NUTError) -> Int {
    let start = fields.position
    let count = main.timebases.count
    let (quotient, remainder) = try fields.time().quotientAndRemainder(dividingBy: count)
    let (time, index) = remainder < 0 ? (quotient - 1, remainder + count) : (quotient, remainder)
    guard let stamp = rescaled(time, from: main.timebases[index]), NUTFrameHeader.stamps.contains(stamp) else {
      throw .malformed("a NUT sync packet has an invalid time", byte: start)
    }
    return stamp
  }

  private func rescaled(_ time: Int, from timebase: Rational) -> Int? {
    guard let ratio = header.timebase.reciprocal?.multiplied(by: timebase) else { return nil }
    let product = time.magnitude.multipliedFullWidth(by: UInt(ratio.numerator))
    let divisor = UInt(ratio.denominator)
    // Else the quotient would not fit in 64 bits, and the division would trap.
    guard product.high < divisor else { return nil }
    let (quotient, remainder) = divisor.dividingFullWidth(product)
    guard let value = Int(exactly: quotient) else { return nil }
    return time >= 0 ? value : remainder == 0 ? -value : -value - 1
  }
}
