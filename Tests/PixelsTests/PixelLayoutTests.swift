import Testing

@testable import Pixels

@Suite struct PixelLayoutTests {
  @Test(
    arguments: [
      ("yuv420p", 347, 8), ("yuv422p", 455, 8), ("yuv444p", 663, 8), ("yuv411p", 351, 8), ("gray", 221, 8),
      ("yuv410p", 261, 8), ("yuva444p", 884, 8), ("yuv420p10le", 694, 10), ("gray16le", 442, 16),
      ("yuva422p12le", 1352, 12), ("gbrp9le", 1326, 9), ("nv12", 347, 8), ("yuyv422", 468, 8), ("rgb24", 663, 8),
      ("0rgb", 884, 8), ("ya8", 442, 8),
    ])
  func countsTheBytesOfAFrameOf17By13(_ name: String, bytes: Int, bits: Int) throws {
    let layout = try #require(PixelLayout(name, width: 17, height: 13))
    #expect(layout.frameBytes == bytes)
    #expect(layout.bitsPerSample == bits)
    #expect(layout.bytesPerSample == (bits > 8 ? 2 : 1))
  }

  @Test func roundsChromaUp() throws {
    let layout = try #require(PixelLayout("yuva420p10le", width: 17, height: 13))
    #expect(
      layout.planes == [
        .init(offset: 0, width: 17, height: 13), .init(offset: 442, width: 9, height: 7),
        .init(offset: 568, width: 9, height: 7), .init(offset: 694, width: 17, height: 13),
      ])
    #expect(PixelLayout("yuv420p", width: 1, height: 1)?.frameBytes == 3)
    #expect(PixelLayout("nv12", width: 5, height: 5)?.planes[1] == .init(offset: 25, width: 6, height: 3))
  }

  @Test func holdsTheLargestFrame() throws {
    let layout = try #require(PixelLayout("yuva444p16le", width: 16384, height: 16384))
    #expect(layout.frameBytes == 1 << 31)
  }

  @Test(arguments: [(0, 13), (17, 0), (-1, 13), (16385, 1), (1, 16385), (.max, .max)])
  func refusesInvalidSizes(width: Int, height: Int) {
    #expect(PixelLayout("yuv420p", width: width, height: height) == nil)
  }

  @Test(arguments: [
    "", "nonsense", "yuv420p10be", "p010le", "rgb565le", "pal8", "monow", "grayf32le", "xyz12le", "vaapi", "rgb8",
    "bayer_bggr8", "x2rgb10le",
  ])
  func refusesFormatsWithoutWholeSamples(name: String) {
    #expect(PixelLayout(name, width: 17, height: 13) == nil)
  }
}
