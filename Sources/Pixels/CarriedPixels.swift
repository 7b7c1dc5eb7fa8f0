/// The pixel format in which a film's frames go through a pipe from one program to the next.
///
/// The pipe carries NUT, so NUT must have a code for the format. The format is planar luma and chroma, with uniform
/// samples so that frames can be mixed. Of all such formats with at least the film's depth, alpha and chroma samples,
/// it is the smallest. RGB is converted, with rounding (`needsColourConversion`).
package enum CarriedPixels {
  private typealias Candidate = (name: String, descriptor: PixelDescriptor)

  private static let candidates = NUTFourCC.codes.compactMap { code -> Candidate? in
    guard let descriptor = PixelDescriptor(code.format), descriptor.hasUniformSamples, descriptor.isPlanar,
      !descriptor.isRGB
    else { return nil }
    return (code.format, descriptor)
  }

  /// The carried format for frames that are decoded as `format`, both as libavutil's names. It is yuv444p if libavutil
  /// does not describe `format`: an unknown name, or frames in the memory of a graphics card.
  package static func format(for format: String) -> String {
    guard let source = PixelDescriptor(format), !source.components.isEmpty else { return "yuv444p" }
    let best = candidates.filter { holds($0.descriptor, source) }.min { size($0.descriptor) < size($1.descriptor) }
    return fullRange(best?.name ?? "yuv444p", as: format)
  }

  /// Whether frames of `format` are not luma and chroma, and must be converted to be carried. In that case the decoder
  /// and the reader of the frames must use the same matrix and range. False if `format` is unknown.
  package static func needsColourConversion(_ format: String) -> Bool {
    guard let source = PixelDescriptor(format) else { return false }
    return source.isRGB || source.isPalette || format.hasPrefix("xyz")
  }

  /// Whether carrying frames of `format` changes their range. This happens if colours are converted, and for grey with
  /// alpha: its range is full, and no carried format matches it.
  package static func changesRange(_ format: String) -> Bool {
    needsColourConversion(format) || PixelDescriptor(format).map { $0.hasAlpha && $0.components.count == 2 } ?? false
  }

  /// Whether frames of `format` can be transparent. False if `format` is unknown, and for palettes, which are seldom
  /// transparent.
  package static func hasAlpha(_ format: String) -> Bool {
    PixelDescriptor(format).map { $0.hasAlpha && !$0.isPalette } ?? false
  }

  private static func holds(_ carried: PixelDescriptor, _ source: PixelDescriptor) -> Bool {
    let hasColour = source.components.count > 2 || source.isPalette || source.hasAlpha
    return carried.hasAlpha == source.hasAlpha
      && (carried.components.count > 1) == hasColour
      && carried.chromaShift.width <= source.chromaShift.width
      && carried.chromaShift.height <= source.chromaShift.height
      // NUT has no samples of more than 16 bits.
      && carried.depth >= min(source.depth, 16)
  }

  /// Orders formats by size: by bits per sample, then by the number of chroma samples.
  private static func size(_ descriptor: PixelDescriptor) -> (Int, Int) {
    (descriptor.depth, -descriptor.chromaShift.width - descriptor.chromaShift.height)
  }

  /// The full-range name `yuvj…` of an eight-bit format, if the source has such a name. With the name `yuv…`, libavutil
  /// would compress the range.
  private static func fullRange(_ carried: String, as source: String) -> String {
    guard source.hasPrefix("yuvj") else { return carried }
    // NUT has no full-range counterpart of yuv411p, so the next larger format is taken.
    return carried == "yuv411p" ? "yuvj444p" : "yuvj\(carried.dropFirst(3))"
  }
}
