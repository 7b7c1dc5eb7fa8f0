import Pixels
import TestSupport

extension PixelLayout {
  /// libavutil's names of the pixel formats that NUT can carry.
  package static let names = NUTFourCC.codes.map(\.format).filter { PixelDescriptor($0) != nil }.sorted()

  /// Frames of noise, limited to the bits of a sample.
  package func noise(_ count: Int, seed: UInt64) -> [[UInt8]] {
    var random = SplitMix64(seed: seed)
    let highMask = UInt8((1 << (bitsPerSample - 8)) - 1)
    return (0..<count).map { _ in
      (0..<frameBytes).map { index in
        let byte = UInt8(truncatingIfNeeded: random.next())
        return bytesPerSample == 2 && index % 2 == 1 ? byte & highMask : byte
      }
    }
  }
}
