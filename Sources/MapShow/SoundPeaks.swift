/// How loud a sound is along the way, to be drawn: the largest samples of parts of it, however long it is.
struct SoundPeaks {
  /// The heights of the parts that are complete.
  private var parts: [UInt8] = []
  private var partLength = 64
  private var (count, largest) = (0, UInt8(0))

  /// An hour has 8 parts a second, so that a view of ten seconds still shows words and beats.
  static let most = 32_768

  /// At most `most` numbers up to 255, one for each part of what has been taken.
  var peaks: [UInt8] { count > 0 ? parts + [largest] : parts }

  /// - Parameter sample: unsigned, 8 bit.
  mutating func take(_ sample: UInt8) {
    largest = max(largest, UInt8(min(255, abs(Int(sample) - 128) * 2)))
    count += 1
    guard count == partLength else { return }
    parts.append(largest)
    (count, largest) = (0, 0)
    guard parts.count == Self.most else { return }
    parts = stride(from: 0, to: parts.count, by: 2).map { max(parts[$0], parts[$0 + 1]) }
    partLength *= 2
  }
}
