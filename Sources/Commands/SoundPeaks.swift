import Streams
import Tool

/// How loud a sound is along the way, to be drawn: the largest samples of parts of it, however long it is.
package struct SoundPeaks {
  /// At most `most` numbers up to 255, one for each part.
  package private(set) var peaks: [UInt8] = []
  private var partLength = 64
  private var (taken, largest) = (0, UInt8(0))

  static let most = 2048

  /// - Parameter source: raw samples of one channel, unsigned, 8 bit; all of it is read.
  package init<Source: ByteSource & ~Copyable>(reading source: consuming Source) throws(StreamFailure) {
    var block = [UInt8](repeating: 0, count: 64 * 1024)
    while case let count = try source.read(into: &block), count > 0 {
      for sample in block[..<count] { take(UInt8(min(255, abs(Int(sample) - 128) * 2))) }
    }
    if taken > 0 { peaks.append(largest) }
  }

  private mutating func take(_ height: UInt8) {
    largest = max(largest, height)
    taken += 1
    guard taken == partLength else { return }
    peaks.append(largest)
    (taken, largest) = (0, 0)
    guard peaks.count == Self.most else { return }
    peaks = stride(from: 0, to: peaks.count, by: 2).map { max(peaks[$0], peaks[$0 + 1]) }
    partLength *= 2
  }
}
