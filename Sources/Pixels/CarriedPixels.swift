/// The pixel format in which a film's frames go from one program to the next through a pipe.
///
/// They go as NUT, so it must be a format NUT has a name for; its samples must be uniform, so that frames can be mixed;
/// and it is planar luma and chroma. Of those with the depth, the alpha and the chroma samples of the film it is the
/// smallest. RGB is converted, with rounding (`needsColourConversion`).
package enum CarriedPixels {
  private typealias Candidate = (name: String, descriptor: PixelDescriptor)

  private static let candidates = NUTFourCC.codes.compactMap { code -> Candidate? in
    guard let descriptor = PixelDescriptor(code.format), descriptor.hasUniformSamples, descriptor.isPlanar,
      !descriptor.isRGB
    else { return nil }
    return (code.format, descriptor)
  }

  /// The format for frames that are decoded as `format`, both by libavutil's names. It is yuv444p where libavutil does
  /// not describe `format`: an unknown name, or frames in the memory of a graphics card.
  package static func format(for format: String) -> String {
    guard let source = PixelDescriptor(format), !source.components.isEmpty else { return "yuv444p" }
    let best = candidates.filter { holds($0.descriptor, source) }.min { size($0.descriptor) < size($1.descriptor) }
    return fullRange(best?.name ?? "yuv444p", as: format)
  }

  /// Whether frames of that format are colours other than luma and chroma, and are converted to be carried: then the
  /// decoder and whoever reads the frames have to be told the same matrix and range. False where `format` is not known.
  package static func needsColourConversion(_ format: String) -> Bool {
    guard let source = PixelDescriptor(format) else { return false }
    return source.isRGB || source.isPalette || format.hasPrefix("xyz")
  }

  /// Whether the range of frames of that format changes when they are carried: besides those of which colours are
  /// converted, grey ones with alpha, whose range is full and for which there is no carried format of their own.
  package static func changesRange(_ format: String) -> Bool {
    needsColourConversion(format) || PixelDescriptor(format).map { $0.hasAlpha && $0.components.count == 2 } ?? false
  }

  /// Whether frames of that format are made to be transparent in parts; false where it is not known, and for palettes,
  /// which seldom are.
  package static func hasAlpha(_ format: String) -> Bool {
    PixelDescriptor(format).map { $0.hasAlpha && !$0.isPalette } ?? false
  }

  private static func holds(_ carried: PixelDescriptor, _ source: PixelDescriptor) -> Bool {
    let hasColour = source.components.count > 2 || source.isPalette || source.hasAlpha
    return carried.hasAlpha == source.hasAlpha
      && (carried.components.count > 1) == hasColour
      && carried.chromaShift.width <= source.chromaShift.width
      && carried.chromaShift.height <= source.chromaShift.height
      // NUT has no samples of more than 16 bits. Floating-point formats count as 16 (see `PixelDescriptor.depth`).
      && carried.depth >= min(source.depth, 16)
  }

  /// The order of formats by size: by bits of a sample, then by samples of chroma.
  private static func size(_ descriptor: PixelDescriptor) -> (Int, Int) {
    (descriptor.depth, -descriptor.chromaShift.width - descriptor.chromaShift.height)
  }

  /// The name of an eight-bit format in libavutil's second set of names, `yuvj…`, if the source has such a name. They
  /// stand for full range; if the name changed to `yuv…`, libavutil would compress the range.
  private static func fullRange(_ carried: String, as source: String) -> String {
    guard source.hasPrefix("yuvj") else { return carried }
    // yuv411p has no full-range name that NUT has too, so the next larger format is taken.
    return carried == "yuv411p" ? "yuvj444p" : "yuvj\(carried.dropFirst(3))"
  }
}
