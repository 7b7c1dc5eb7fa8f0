/// A frame's components, each in a plane of its own.
struct FramePlanes<Sample: MotionSample>: Sendable {
  let planes: [PaddedPlane<Sample>]
  private let components: [ComponentLayout]
  /// How many samples a frame has.
  private let count: Int

  init(_ layout: PixelLayout) {
    components = layout.components
    planes = components.map { PaddedPlane(width: $0.width, height: $0.height) }
    count = layout.frameBytes / layout.bytesPerSample
  }

  /// Takes in the samples of a frame, low byte first.
  func load(_ frame: Span<UInt8>) {
    precondition(frame.count == count * MemoryLayout<Sample>.size)
    unsafe frame.withUnsafeBytes { bytes in
      for (plane, component) in zip(planes, components) {
        for row in 0..<component.height {
          let first = component.offset + row * component.stride
          let last = first + (component.width - 1) * component.step
          precondition(last < count)
          let source = unsafe bytes.baseAddress! + first * MemoryLayout<Sample>.size
          unsafe Self.copy(source, every: component.step, to: plane.pointer(0, row), count: component.width)
        }
        plane.extendEdges()
      }
    }
  }

  @unsafe private static func copy(
    _ source: UnsafeRawPointer, every step: Int, to result: UnsafeMutablePointer<Sample>, count: Int
  ) {
    if step == 1, Sample(littleEndian: 1) == 1 {
      return unsafe UnsafeMutableRawPointer(result).copyMemory(
        from: source, byteCount: count * MemoryLayout<Sample>.size)
    }
    for index in 0..<count {
      let sample = unsafe source.loadUnaligned(
        fromByteOffset: index &* step &* MemoryLayout<Sample>.size, as: Sample.self)
      unsafe result[index] = Sample(littleEndian: sample)
    }
  }
}

/// Brightness as motion is searched in.
extension PaddedPlane<UInt8> {
  /// The samples of another plane without their `shift` lowest bits.
  func take<Deep: MotionSample>(_ other: PaddedPlane<Deep>, shiftedBy shift: Int) {
    precondition(width == other.width && height == other.height)
    for row in 0..<height {
      let (source, result) = unsafe (other.pointer(0, row), pointer(0, row))
      for column in 0..<width { unsafe result[column] = UInt8(truncatingIfNeeded: source[column] &>> Deep(shift)) }
    }
    extendEdges()
  }
}
