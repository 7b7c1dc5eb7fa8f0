/// Where a frame is put together by several threads, each of which has rows of its own.
@safe struct FrameRoom: @unchecked Sendable {
  private let bytes: UnsafeMutableRawBufferPointer

  /// Good for as long as what the bytes belong to is not touched otherwise.
  @unsafe init(_ bytes: UnsafeMutableRawBufferPointer) { unsafe self.bytes = bytes }

  /// Sets a row of a component, low byte first.
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
