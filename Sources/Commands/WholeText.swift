import Streams
import Tool

/// Reads a whole text into memory, for formats that need all of it before the first output.
package enum WholeText {
  /// The limit in bytes, so that a stream that is not text cannot fill the memory. Parsed text takes up to a hundred
  /// times its bytes. Subtitles that draw every letter may have 30 MB, others rarely 1 MB.
  package static var longest: Int { 64 << 20 }

  /// - Parameter start: bytes that the caller has already read.
  package static func read(_ source: any ByteSource, after start: [UInt8] = []) throws -> [UInt8] {
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
