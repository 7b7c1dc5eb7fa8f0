import NUT
import Streams

/// A sound input: samples one after the other, or packets with timestamps.
package enum SoundInput {
  case samples(SoundReader)
  case packets(PacketFeed)

  /// - Parameters:
  ///   - declaration: the declared format; nil to tell NUT from WAV by the first byte of the input.
  ///   - start: the timestamp at which source time is 0, in seconds.
  package static func open(
    _ source: any ByteSource, declared declaration: SoundDeclaration?, from start: Double
  ) throws(AudioError) -> SoundInput {
    var input = ByteInput(source)
    let byte = try AudioError.peekedByte(of: &input)
    if declaration == .nut || declaration == nil && byte == NUTDemuxer.magic[0] {
      guard byte != nil else { throw .empty }
      do throws(AudioError) {
        return .packets(try PacketFeed(input, from: start))
      } catch {
        // The first byte of NUT may also begin another format.
        switch error {
        case .malformed(_, byte: 0), .truncated("the NUT header", _): throw declaration == nil ? .undeclared : error
        default: throw error
        }
      }
    }
    return .samples(try SoundReader(reading: input, declared: declaration))
  }

  package func intoFeed() -> any SoundFeed {
    switch self {
    case .samples(let reader): ReaderFeed(reader)
    case .packets(let feed): feed
    }
  }
}

extension AudioError {
  fileprivate static func peekedByte(of input: inout ByteInput) throws(AudioError) -> UInt8? {
    do { return try input.peekByte() } catch { throw .stream(error) }
  }
}
