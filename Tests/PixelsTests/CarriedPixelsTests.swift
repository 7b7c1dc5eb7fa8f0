import Testing

@testable import Pixels

@Suite struct CarriedPixelsTests {
  @Test(
    arguments: [
      // NUT has names for these planar formats.
      ("yuv420p", "yuv420p"), ("yuv422p", "yuv422p"), ("yuv444p", "yuv444p"), ("yuv411p", "yuv411p"),
      ("yuv410p", "yuv410p"), ("yuv440p", "yuv440p"), ("gray", "gray"), ("gray12le", "gray12le"),
      ("yuv420p10le", "yuv420p10le"), ("yuva420p", "yuva420p"), ("yuva444p12le", "yuva444p12le"),
      // The full-range formats of libavutil keep their name if NUT has one.
      ("yuvj420p", "yuvj420p"), ("yuvj411p", "yuvj444p"),
      // Big-endian, interleaved chroma planes, packed.
      ("yuv422p16be", "yuv422p16le"), ("gray10be", "gray10le"), ("nv12", "yuv420p"), ("nv16", "yuv422p"),
      ("nv24", "yuv444p"), ("nv20le", "yuv422p10le"), ("p010le", "yuv420p10le"), ("p016be", "yuv420p16le"),
      ("p216le", "yuv422p16le"), ("p416le", "yuv444p16le"), ("yuyv422", "yuv422p"), ("uyyvyy411", "yuv411p"),
      ("y210le", "yuv422p10le"), ("ayuv64le", "yuva444p16le"), ("xyz12le", "yuv444p12le"),
      // NUT has no format with chroma halved in height only and more than 8 bits. The smallest that holds these samples
      // is yuv444p10le.
      ("yuv440p10le", "yuv444p10le"),
      // RGB, palettes, Bayer patterns.
      ("rgb24", "yuv444p"), ("bgra", "yuva444p"), ("rgb565le", "yuv444p"), ("gbrp9be", "yuv444p9le"),
      ("gbrap12le", "yuva444p12le"), ("rgba64be", "yuva444p16le"), ("rgb48le", "yuv444p16le"),
      ("gbrpf32le", "yuv444p16le"), ("x2rgb10le", "yuv444p10le"), ("pal8", "yuva444p"),
      ("bayer_bggr16le", "yuv444p16le"),
      // Grey with 2, 256 or more values, or with alpha.
      ("monow", "gray"), ("monob", "gray"), ("grayf32le", "gray16le"), ("ya8", "yuva444p"), ("ya16be", "yuva444p16le"),
      // Formats without samples in memory, and unknown names.
      ("vaapi", "yuv444p"), ("nonsense", "yuv444p"), ("", "yuv444p"),
    ])
  func isTheSmallestFormatThatHoldsAll(_ format: String, _ carried: String) {
    #expect(CarriedPixels.format(for: format) == carried)
  }

  @Test func carriedFormatsLoseNothing() throws {
    #expect(PixelDescriptor.names.count > 180)
    for name in PixelDescriptor.names {
      let source = try #require(PixelDescriptor(name))
      let carried = CarriedPixels.format(for: name)
      let descriptor = try #require(PixelDescriptor(carried), "\(name): \(carried)")
      #expect(descriptor.depth >= min(source.depth, 16), "\(name) loses depth as \(carried)")
      #expect(descriptor.hasAlpha == source.hasAlpha, "\(name) as \(carried)")
      #expect(descriptor.chromaShift.width <= source.chromaShift.width, "\(name) loses colour as \(carried)")
      #expect(descriptor.chromaShift.height <= source.chromaShift.height, "\(name) loses colour as \(carried)")
      #expect(descriptor.hasUniformSamples && descriptor.isPlanar && !descriptor.isRGB, "\(name) as \(carried)")
      let limitedRangeName = carried.hasPrefix("yuvj") ? "yuv\(carried.dropFirst(4))" : carried
      #expect(NUTFourCC.bytes(for: limitedRangeName) != nil, "\(name): NUT has no name for \(carried)")
    }
  }

  @Test func formatsThatNeedColourConversionAreKnown() {
    let recoloured = PixelDescriptor.names.filter(CarriedPixels.needsColourConversion)
    for name in ["rgb24", "gbrp", "pal8", "xyz12le", "bayer_rggb8", "0bgr", "rgba64le", "gbrapf32be"] {
      #expect(recoloured.contains(name), "\(name)")
    }
    #expect(!recoloured.contains { $0.hasPrefix("yuv") || $0.hasPrefix("gray") || $0.hasPrefix("nv") })
  }
}
