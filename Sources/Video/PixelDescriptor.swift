import CAvutil

/// What libavutil knows about a pixel format.
struct PixelDescriptor {
  struct Component {
    let plane: Int
    /// Bytes from one value of this component to the next.
    let step: Int
    /// Bytes before the first.
    let offset: Int
    let depth: Int
    /// Bits below the value.
    let shift: Int
  }

  let components: [Component]
  /// How often the width and the height are halved for the second and third component.
  let chromaShift: (width: Int, height: Int)
  private let flags: UInt64

  /// Nil for a name libavutil does not know.
  init?(_ name: String) {
    guard let found = unsafe av_pix_fmt_desc_get(av_get_pix_fmt(name)) else { return nil }
    let descriptor = unsafe found.pointee
    let four = unsafe descriptor.comp
    components = [four.0, four.1, four.2, four.3].prefix(Int(unsafe descriptor.nb_components)).map(Component.init)
    chromaShift = unsafe (Int(descriptor.log2_chroma_w), Int(descriptor.log2_chroma_h))
    flags = unsafe descriptor.flags
  }

  /// Whether the first three components are red, green and blue.
  var isRGB: Bool { flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0 }

  /// Whether a frame is nothing but samples of one size in one or two bytes, low byte first, the value in the low bits.
  var isPlainSamples: Bool {
    let unlike =
      AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL
      | AV_PIX_FMT_FLAG_BAYER | AV_PIX_FMT_FLAG_FLOAT
    guard let depth = components.first?.depth, (8...16).contains(depth) else { return false }
    return flags & UInt64(unlike) == 0 && components.allSatisfy { $0.depth == depth && $0.shift == 0 }
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
