/// In which pixel format a film's frames go through a pipe.
///
/// They go as NUT, so it is one of those NUT has a name for; and planes of samples, so that frames can be mixed. Of these
/// it is the one that loses nothing, and holds the least that does so.
package enum CarriedPixels {
  private typealias Candidate = (name: String, descriptor: PixelDescriptor)

  private static let candidates = NUTFourCC.codes.compactMap { code -> Candidate? in
    guard let descriptor = PixelDescriptor(code.format), descriptor.isPlainSamples, descriptor.isPlanar,
      !descriptor.isRGB
    else { return nil }
    return (code.format, descriptor)
  }

  /// The format for frames that are decoded as `format`, by libavutil's names. What libavutil does not know, such as
  /// frames on a graphics card, is carried as most pictures can be.
  package static func format(for format: String) -> String {
    guard let source = PixelDescriptor(format), !source.components.isEmpty else { return "yuv444p" }
    let best = candidates.filter { holds($0.descriptor, source) }.min { size($0.descriptor) < size($1.descriptor) }
    return fullRange(best?.name ?? "yuv444p", as: format)
  }

  /// Whether frames of that format have to become luma and chroma to be carried.
  package static func isRecoloured(_ format: String) -> Bool {
    guard let source = PixelDescriptor(format) else { return false }
    return source.isRGB || source.isPalette || format.hasPrefix("xyz")
  }

  private static func holds(_ carried: PixelDescriptor, _ source: PixelDescriptor) -> Bool {
    let hasColour = source.components.count > 2 || source.isPalette || source.hasAlpha
    return carried.hasAlpha == source.hasAlpha
      && (carried.components.count > 1) == hasColour
      && carried.chromaShift.width <= source.chromaShift.width
      && carried.chromaShift.height <= source.chromaShift.height
      // NUT knows no deeper samples, and half-precision numbers hardly hold more.
      && carried.depth >= min(source.depth, 16)
  }

  /// By bits, then by how much colour there is.
  private static func size(_ descriptor: PixelDescriptor) -> (Int, Int) {
    (descriptor.depth, -descriptor.chromaShift.width - descriptor.chromaShift.height)
  }

  /// libavutil has second names for eight-bit formats of full range, and would squeeze the range where the name changes.
  private static func fullRange(_ carried: String, as source: String) -> String {
    guard source.hasPrefix("yuvj") else { return carried }
    // It has no such name that NUT has too.
    return carried == "yuv411p" ? "yuvj444p" : "yuvj\(carried.dropFirst(3))"
  }
}
