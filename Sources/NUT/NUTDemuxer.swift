import Streams
import Values

/// Reads everything in a NUT stream except the bytes of its frames.
package struct NUTDemuxer {
  package static let magic = Array("nut/multimedia container\0".utf8)

  package let header: NUTStreamHeader
  private let main: NUTMainHeader
  /// Frames per second, if an info packet has stated the rate so far.
  package private(set) var rate: FrameRate?
  /// The timestamp of the last frame or sync packet, to which the next timestamp is relative.
  private var lastStamp = 0

  package init(_ input: inout ByteInput) throws(NUTError) {
    guard try input.require(Self.magic.count, of: "the NUT header") == Self.magic else {
      throw .malformed("the input is not NUT", byte: 0)
    }
    var fields = try Self.packet(.main, &input)
    main = try NUTMainHeader(&fields)
    fields = try Self.packet(.stream, &input)
    header = try NUTStreamHeader(&fields, main)
    while try input.peekedByte() == NUTPacket.firstByte { try take(NUTPacket(&input)) }
  }

  private static func packet(_ kind: NUTPacket.Kind, _ input: inout ByteInput) throws(NUTError) -> NUTFields {
    let start = input.position
    let packet = try NUTPacket(&input)
    guard packet.kind == kind else { throw .malformed("a NUT header is missing here", byte: start) }
    return packet.fields
  }

  /// Reads up to the bytes of the next frame. Returns the frame's header and the offset where it began; nil at the end
  /// of the stream.
  package mutating func next(_ input: inout ByteInput) throws(NUTError) -> (frame: NUTFrameHeader, start: Int)? {
    while let byte = try input.peekedByte() {
      if byte == NUTPacket.firstByte {
        try take(NUTPacket(&input))
        continue
      }
      let start = input.position
      let frame = try NUTFrameHeader(&input, main, header.stampBits, lastStamp: lastStamp)
      lastStamp = frame.stamp
      // An end-of-relevance frame without bytes only says that the previous frame is no longer on screen.
      if frame.isEnd { continue }
      return (frame, start)
    }
    return nil
  }

  /// Takes the time from a sync packet or the rate from an info packet. Repeated headers and the index at the end of a
  /// stream say nothing new.
  private mutating func take(_ packet: NUTPacket) throws(NUTError) {
    var fields = packet.fields
    switch packet.kind {
    case .sync: lastStamp = try syncStamp(&fields)
    case .info: rate = try NUTInfo.rate(&fields) ?? rate
    case .main, .stream, nil: break
    }
  }

  /// The time of a sync packet, converted from the timebase that the packet names into the stream's timebase, rounded
  /// down.
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
    // Otherwise the quotient would not fit into 64 bits and the division would trap.
    guard product.high < divisor else { return nil }
    let (quotient, remainder) = divisor.dividingFullWidth(product)
    guard let value = Int(exactly: quotient) else { return nil }
    return time >= 0 ? value : remainder == 0 ? -value : -value - 1
  }
}
