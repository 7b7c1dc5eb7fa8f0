/// Measures the peaks of equal parts of a sound, for drawing. When there are `most` parts,
/// neighbouring parts are joined in pairs.
struct SoundPeaks {
  /// The peaks of complete parts.
  private var parts: [UInt8] = []
  private var partLength = 64
  private var (count, largest) = (0, UInt8(0))

  /// For an hour, 32768 parts are 8 per second, so a view of ten seconds still shows words and beats.
  static let most = 32_768

  /// One number from 0 to 255 for each part. The number of parts does not exceed `most`.
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
