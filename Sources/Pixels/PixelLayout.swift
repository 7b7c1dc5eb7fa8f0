/// The positions of a frame's samples when its planes follow each other without gaps, as they do in a pipe.
package struct PixelLayout: Equatable, Sendable {
  package struct Plane: Equatable, Sendable {
    /// The offset of the plane in the frame, in bytes.
    package let offset: Int
    /// The number of samples in a row. If components are interleaved, this counts the samples of all of them.
    package let width: Int
    package let height: Int
  }

  /// The widths and heights that are supported. The size in bytes of such a frame always fits into an Int.
  package static let sides = 1...16384

  /// libavutil's name of the pixel format.
  package let name: String
  package let width: Int
  package let height: Int
  package let bitsPerSample: Int
  package let bytesPerSample: Int
  package let planes: [Plane]
  package let frameBytes: Int

  /// Returns nil for unsupported sizes and unknown formats. Returns nil also if samples are not whole little-endian
  /// integers: packed bits, palettes, floating point, big endian.
  package init?(_ name: String, width: Int, height: Int) {
    guard Self.sides.contains(width), Self.sides.contains(height) else { return nil }
    guard let descriptor = PixelDescriptor(name), descriptor.hasUniformSamples else { return nil }
    self.name = name
    self.width = width
    self.height = height
    bitsPerSample = descriptor.components[0].depth
    bytesPerSample = bitsPerSample > 8 ? 2 : 1
    var planes: [Plane] = []
    var end = 0
    while let plane = descriptor.plane(planes.count, of: (width, height), sampleBytes: bytesPerSample, offset: end) {
      planes.append(plane)
      end += plane.width * plane.height * bytesPerSample
    }
    self.planes = planes
    frameBytes = end
  }
}

extension PixelDescriptor {
  /// The plane of this number, beginning at `offset`; nil beyond the last plane.
  fileprivate func plane(
    _ number: Int, of size: (width: Int, height: Int), sampleBytes: Int, offset: Int
  ) -> PixelLayout.Plane? {
    // If components are interleaved, the largest step is the length of a group of samples: in Y U Y V, the step from
    // one U to the next is the whole group of four.
    let members = components.indices.filter { components[$0].plane == number }
    guard let widest = members.max(by: { components[$0].step < components[$1].step }) else { return nil }
    let shift = widest == 1 || widest == 2 ? chromaShift : (0, 0)
    return PixelLayout.Plane(
      offset: offset,
      width: halved(size.width, times: shift.0) * components[widest].step / sampleBytes,
      height: halved(size.height, times: shift.1))
  }

  /// Rounded up: the last column and row of an odd size have chroma of their own.
  private func halved(_ side: Int, times: Int) -> Int { (side + (1 << times) - 1) >> times }
}
