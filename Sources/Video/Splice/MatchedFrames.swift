import NUT
import Streams
import Values
import Warp

/// Frames that an encoder has made to stand between frames of a film. Their parameter sets have numbers of their own.
final class MatchedFrames {
  private let reader: PacketReader
  let syntax: CodedSyntax
  /// The sets that the frames name.
  private(set) var sets = ParameterSets()
  /// The first frame, which contains the sets.
  private var first: (head: PacketHead, bytes: [UInt8])?

  /// Reads the first frame.
  init(_ source: any ByteSource) throws {
    reader = try PacketReader(source)
    guard let syntax = CodedSyntax(fourCC: reader.stream.header.stream.fourCC) else {
      throw VideoError.unfit(
        "'\(reader.stream.header.stream.codecName)' cannot stand between other frames",
        advice: "encode to H.264 or HEVC")
    }
    self.syntax = syntax
    guard let packet = try read() else { throw VideoError.noFrame(byte: reader.position) }
    // Encoders write the sets into the header of the stream, into the first frame, or into both.
    for bytes in [try numbered(stream.codecData), packet.bytes] {
      guard sets.take(from: bytes, of: syntax) else { throw CodedUnits.changed }
    }
    first = packet
  }

  var stream: NUTStream { reader.stream.header.stream }
  var medium: NUTStream.Medium { stream.medium }

  /// The next frame without sets. Throws if there is none.
  func next() throws -> (head: PacketHead, bytes: [UInt8]) {
    guard let packet = try first ?? read() else {
      throw VideoError.truncated("the frames of the encoder", byte: reader.position)
    }
    first = nil
    return (packet.head, try CodedUnits.stripped(packet.bytes, of: syntax, knowing: sets))
  }

  /// Reads what follows the last frame, such as an index. An encoder that cannot write it would fail.
  func finish() throws {
    while let head = try reader.next() { guard try reader.skip(head) else { throw reader.truncation } }
  }

  /// When a frame is shown, on the clock of the encoder. A mark is less than half a tick, so it is rounded away.
  func tick(of head: PacketHead, in timebase: Timebase) -> Int {
    Int(timebase.tick(at: Double(head.stamp) * reader.stream.header.timebase.value))
  }

  private func read() throws -> (head: PacketHead, bytes: [UInt8])? {
    guard let head = try reader.next() else { return nil }
    guard let bytes = try reader.bytes(of: head) else { throw reader.truncation }
    return (head, try numbered(bytes))
  }

  /// With numbers that the film leaves free. libx264 is told which numbers to use.
  private func numbered(_ bytes: [UInt8]) throws(VideoError) -> [UInt8] {
    syntax == .hevc ? try CodedUnits.renumbered(bytes) : bytes
  }
}
