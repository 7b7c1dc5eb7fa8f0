import CAvutil

/// libavutil's description of a pixel format.
package struct PixelDescriptor: Sendable {
  package struct Component: Sendable {
    package let plane: Int
    /// The distance from one value of this component to the next, in bytes.
    package let step: Int
    /// The number of bytes in the plane before the first value.
    package let offset: Int
    package let depth: Int
    /// The number of unused bits below the value.
    package let shift: Int
  }

  package let components: [Component]
  /// How many times the width and the height are halved for the second and third component.
  package let chromaShift: (width: Int, height: Int)
  private let flags: UInt64

  /// Nil if libavutil has no format of this name.
  package init?(_ name: String) {
    guard let found = unsafe av_pix_fmt_desc_get(av_get_pix_fmt(name)) else { return nil }
    let descriptor = unsafe found.pointee
    let four = unsafe descriptor.comp
    components = [four.0, four.1, four.2, four.3].prefix(Int(unsafe descriptor.nb_components)).map(Component.init)
    chromaShift = unsafe (Int(descriptor.log2_chroma_w), Int(descriptor.log2_chroma_h))
    flags = unsafe descriptor.flags
  }

  /// Whether the first three components are red, green and blue.
  package var isRGB: Bool { flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0 }

  package var hasAlpha: Bool { flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0 }

  /// Whether samples are indices into a palette.
  package var isPalette: Bool { flags & UInt64(AV_PIX_FMT_FLAG_PAL) != 0 }

  package var isPlanar: Bool { Set(components.map(\.plane)).count == components.count }

  /// The number of bits of the deepest component; floating-point samples count as 16.
  package var depth: Int {
    if flags & UInt64(AV_PIX_FMT_FLAG_FLOAT) != 0 { return 16 }
    let depths = components.map(\.depth)
    // In a Bayer pattern, each sample has one colour. libavutil divides the sample's bits among the components, so the
    // sample's depth is their sum.
    return flags & UInt64(AV_PIX_FMT_FLAG_BAYER) != 0 ? depths.reduce(0, +) : depths.max() ?? 0
  }

  /// The names of all formats for frames in main memory, as opposed to the memory of a graphics card.
  package static var names: [String] {
    var names: [String] = []
    var next = unsafe av_pix_fmt_desc_next(nil)
    while let found = unsafe next {
      if unsafe found.pointee.flags & UInt64(AV_PIX_FMT_FLAG_HWACCEL) == 0 {
        unsafe names.append(String(cString: found.pointee.name))
      }
      unsafe next = av_pix_fmt_desc_next(found)
    }
    return names
  }

  /// Whether all samples of a frame are integers of one depth, 8 to 16 bits, in the low bits of one or two
  /// little-endian bytes. False for palette indices and Bayer patterns.
  package var hasUniformSamples: Bool {
    let excluded =
      AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL
      | AV_PIX_FMT_FLAG_BAYER | AV_PIX_FMT_FLAG_FLOAT
    guard let depth = components.first?.depth, (8...16).contains(depth) else { return false }
    return flags & UInt64(excluded) == 0 && components.allSatisfy { $0.depth == depth && $0.shift == 0 }
  }
}

extension PixelDescriptor.Component {
  fileprivate init(_ component: AVComponentDescriptor) {
    plane = Int(component.plane)
    step = Int(component.step)
    offset = Int(component.offset)
    depth = Int(component.depth)
    shift = Int(component.shift)
  }
}
