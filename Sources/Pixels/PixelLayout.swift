/// Where the samples of a frame lie when its planes follow each other without gaps, as they do in a pipe.
package struct PixelLayout: Equatable, Sendable {
  package struct Plane: Equatable, Sendable {
    /// The byte of the frame the plane begins at.
    package let offset: Int
    /// Samples in a row; where components are interleaved, the samples of all of them.
    package let width: Int
    package let height: Int
  }

  /// The widths and heights a frame can have. The bytes of a frame of such sides always fit in an Int.
  package static let sides = 1...16384

  /// libavutil's name of the pixel format.
  package let name: String
  package let width: Int
  package let height: Int
  package let bitsPerSample: Int
  package let bytesPerSample: Int
  package let planes: [Plane]
  package let frameBytes: Int

  /// Nil where libavutil does not know the format, where its samples are not whole bytes that can be averaged one by
  /// one (packed bits, palettes, floating point, big endian), and for sizes no frame can have.
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
    // Where components are interleaved, the one with the largest step tells how long a group of samples is: in Y U Y V
    // the step from one U to the next is the whole group of four.
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
