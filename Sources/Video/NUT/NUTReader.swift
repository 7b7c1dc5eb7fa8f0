import Streams
import Warp

/// Reads NUT that holds one stream of raw video, as ffmpeg writes it.
struct NUTReader: ContainerReader {
  static let magic = Array("nut/multimedia container\0".utf8)

  private(set) var format: StreamFormat
  private let main: NUTMainHeader
  private let stream: NUTStreamHeader
  /// The stamp of the last frame or sync packet, from which the next stamp is counted.
  private var lastStamp = 0
  private var lastFrameStamp: Int?

  init<Source: ByteSource & ~Copyable>(_ input: inout ByteInput<Source>) throws(VideoError) {
    guard try input.require(Self.magic.count, of: "the NUT header") == Self.magic else {
      throw .malformed(Container.unknown, byte: 0)
    }
    var fields = try Self.header(.main, &input)
    main = try NUTMainHeader(&fields)
    fields = try Self.header(.stream, &input)
    stream = try NUTStreamHeader(&fields, main)
    format = StreamFormat(layout: stream.layout, aspect: stream.aspect, timebase: stream.timebase)
    while try input.peekedByte() == NUTPacket.firstByte { try take(NUTPacket(&input)) }
  }

  private static func header<Source: ByteSource & ~Copyable>(
    _ kind: NUTPacket.Kind, _ input: inout ByteInput<Source>
  ) throws(VideoError) -> NUTFields {
    let start = input.position
    let packet = try NUTPacket(&input)
    guard packet.kind == kind else { throw .malformed("a NUT header is not where it should be", byte: start) }
    return packet.fields
  }

  mutating func nextFrame<Source: ByteSource & ~Copyable>(
    _ input: inout ByteInput<Source>
  ) throws(VideoError) -> FrameHead? {
    while let byte = try input.peekedByte() {
      if byte == NUTPacket.firstByte {
        try take(NUTPacket(&input))
        continue
      }
      let start = input.position
      let header = try NUTFrameHeader(&input, main, stream, lastStamp: lastStamp)
      lastStamp = header.stamp
      // A frame of this kind without samples only says that the frame before is no longer on screen.
      if header.flags.contains(.endOfRelevance) && header.size == 0 { continue }
      try check(header, at: start)
      return FrameHead(stamp: header.stamp, offset: input.position, elided: header.elided)
    }
    if lastFrameStamp == nil { throw .noFrame(byte: input.position) }
    return nil
  }

  private mutating func check(_ header: NUTFrameHeader, at start: Int) throws(VideoError) {
    let due = format.layout.frameBytes
    guard header.size == due, header.elided.count <= due else {
      throw .malformed("a frame has \(header.size) bytes instead of \(due)", byte: start)
    }
    if let lastFrameStamp, header.stamp <= lastFrameStamp {
      throw .malformed("a frame is stamped \(header.stamp) after one stamped \(lastFrameStamp)", byte: start)
    }
    lastFrameStamp = header.stamp
  }

  /// Takes the time from a sync packet and the rate from an info packet. Headers may be repeated, and an index may end
  /// the stream: neither says anything new.
  private mutating func take(_ packet: NUTPacket) throws(VideoError) {
    var fields = packet.fields
    switch packet.kind {
    case .sync: lastStamp = try syncStamp(&fields)
    case .info: format.rate = try NUTInfo.rate(&fields) ?? format.rate
    case .main, .stream, nil: break
    }
  }

  /// The time of a sync packet, turned from the timebase that it names into the stream's, rounded down.
  private func syncStamp(_ fields: inout NUTFields) throws(VideoError) -> Int {
    let start = fields.position
    let (time, index) = try fields.v().quotientAndRemainder(dividingBy: main.timebases.count)
    guard let stamp = rescaled(time, from: main.timebases[index]), NUTFrameHeader.stamps.contains(stamp) else {
      throw .malformed("a NUT sync packet has an impossible time", byte: start)
    }
    return stamp
  }

  private func rescaled(_ time: Int, from timebase: Rational) -> Int? {
    guard let ratio = stream.timebase.reciprocal?.multiplied(by: timebase) else { return nil }
    let product = time.magnitude.multipliedFullWidth(by: UInt(ratio.numerator))
    let divisor = UInt(ratio.denominator)
    // Else the quotient would not fit in 64 bits, and the division would trap.
    guard product.high < divisor else { return nil }
    return Int(exactly: divisor.dividingFullWidth(product).quotient)
  }
}
