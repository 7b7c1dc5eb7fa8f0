import Streams
import Tool

/// How loud a sound is along the way, to be drawn: the largest samples of parts of it, however long it is.
package struct SoundPeaks {
  /// The heights of the parts that are complete.
  private var parts: [UInt8] = []
  private var partLength = 64
  private var (count, largest) = (0, UInt8(0))

  static let most = 2048

  package init() {}

  /// Takes raw samples of one channel, unsigned, 8 bit.
  package mutating func take(_ samples: some Sequence<UInt8>) {
    for sample in samples { take(UInt8(min(255, abs(Int(sample) - 128) * 2))) }
  }

  /// At most `most` numbers up to 255, one for each part of what has been taken.
  package var peaks: [UInt8] { count > 0 ? parts + [largest] : parts }

  /// Returns the peaks of a whole stream.
  static func read<Source: ByteSource & ~Copyable>(_ source: consuming Source) throws(StreamFailure) -> [UInt8] {
    var (peaks, block) = (SoundPeaks(), [UInt8](repeating: 0, count: 64 * 1024))
    while case let count = try source.read(into: &block), count > 0 { peaks.take(block[..<count]) }
    return peaks.peaks
  }

  private mutating func take(_ height: UInt8) {
    largest = max(largest, height)
    count += 1
    guard count == partLength else { return }
    parts.append(largest)
    (count, largest) = (0, 0)
    guard parts.count == Self.most else { return }
    parts = stride(from: 0, to: parts.count, by: 2).map { max(parts[$0], parts[$0 + 1]) }
    partLength *= 2
  }
}
