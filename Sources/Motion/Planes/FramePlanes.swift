import Pixels

/// The components of a source frame, each in a plane of its own.
struct FramePlanes<Sample: MotionSample>: Sendable {
  let planes: [PaddedPlane<Sample>]
  private let components: [ComponentLayout]
  private let count: Int

  init(_ layout: PixelLayout) {
    components = layout.components
    planes = components.map { PaddedPlane(width: $0.width, height: $0.height) }
    count = layout.frameBytes / layout.bytesPerSample
  }

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

/// The bytes of an output frame. Several threads may write to them at once, each to different rows.
@safe struct FrameRoom: @unchecked Sendable {
  private let bytes: UnsafeMutableRawBufferPointer

  /// Wraps `bytes`, which must stay valid. Nothing else may read or write them while this value is used.
  @unsafe init(_ bytes: UnsafeMutableRawBufferPointer) { unsafe self.bytes = bytes }

  @unsafe func sample<Sample: MotionSample>(_ x: Int, _ y: Int, _ component: ComponentLayout, as type: Sample.Type)
    -> Int
  {
    Int(unsafe Sample(littleEndian: bytes.loadUnaligned(fromByteOffset: offset(x, y, component, type), as: type)))
  }

  /// Sets one sample of a component. `code` must fit into `type`.
  @unsafe func set<Sample: MotionSample>(
    _ code: Int, _ x: Int, _ y: Int, _ component: ComponentLayout, as type: Sample.Type
  ) {
    unsafe bytes.storeBytes(
      of: Sample(truncatingIfNeeded: code).littleEndian, toByteOffset: offset(x, y, component, type), as: type)
  }

  private func offset<Sample>(_ x: Int, _ y: Int, _ component: ComponentLayout, _ type: Sample.Type) -> Int {
    precondition(x >= 0 && y >= 0 && x < component.width && y < component.height)
    return (component.offset &+ y &* component.stride &+ x &* component.step) &* MemoryLayout<Sample>.size
  }

  /// Sets a row of a component, in little-endian order. `samples` has one sample for each column of the component.
  @unsafe func set<Sample: MotionSample>(_ samples: UnsafePointer<Sample>, _ row: Int, _ component: ComponentLayout) {
    let size = MemoryLayout<Sample>.size
    let first = component.offset + row * component.stride
    let last = first + (component.width - 1) * component.step
    unsafe precondition(row >= 0 && row < component.height && (last + 1) * size <= bytes.count)
    let result = unsafe bytes.baseAddress! + first * size
    if component.step == 1, Sample(littleEndian: 1) == 1 {
      return unsafe result.copyMemory(from: samples, byteCount: component.width * size)
    }
    for index in 0..<component.width {
      unsafe result.storeBytes(
        of: samples[index].littleEndian, toByteOffset: index &* component.step &* size, as: Sample.self)
    }
  }
}
