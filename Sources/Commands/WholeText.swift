import Streams
import Tool

/// A text that has to be had as a whole before anything of it can be written.
package enum WholeText {
  /// A longer one is refused, so that a stream that is no text cannot fill the memory: what is found in a text takes
  /// up to a hundred times its bytes. Few films have a megabyte of subtitles; where every letter is drawn, they may
  /// have thirty.
  package static var longest: Int { 64 << 20 }

  /// - Parameter start: bytes that have been read already.
  package static func read<Source: ByteSource & ~Copyable>(
    _ source: consuming Source, after start: [UInt8] = []
  ) throws -> [UInt8] {
    var source = source
    var (text, block) = (start, [UInt8](repeating: 0, count: 64 * 1024))
    while case let count = try source.read(into: &block), count > 0 {
      text += block[..<count]
      guard text.count <= longest else {
        throw Failure(.input, "the text is longer than \(longest >> 20) MiB (\(source.name))")
      }
    }
    return text
  }
}
