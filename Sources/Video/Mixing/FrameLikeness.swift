import Pixels

/// Whether two frames show the same picture, apart from coding noise. The mean difference of all samples must be below
/// one level of 8 bits, and that of every 8 × 8 block below 12. The second condition is for small changes, such as a
/// pointer that moves over a screen. Bytes that belong to no component are ignored.
struct FrameLikeness {
  /// The limit for the sum of differences over a block, in levels of 8 bits: twelve for each sample.
  private static let blockLimit = 12 * 64

  private let frameBytes: Int
  private let bytesPerSample: Int
  /// The number of bits that samples have beyond 8.
  private let extraBits: Int
  private let areas: [SampleArea]
  private let sampleCount: Int

  init(_ layout: PixelLayout) {
    frameBytes = layout.frameBytes
    bytesPerSample = layout.bytesPerSample
    extraBits = layout.bitsPerSample - 8
    areas = layout.sampleAreas
    sampleCount = areas.reduce(0) { $0 + $1.width * $1.height }
    let room = frameBytes / bytesPerSample
    precondition(areas.allSatisfy { $0.end <= room }, "samples outside of the frame")
  }

  func areAlike(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Bool {
    precondition(first.count == frameBytes && second.count == frameBytes, "a frame of another size")
    return unsafe first.withUnsafeBytes { one in
      unsafe second.withUnsafeBytes { other in
        if bytesPerSample == 1 { return unsafe areAlike(one, other, as: UInt8.self) }
        return unsafe areAlike(one, other, as: UInt16.self)
      }
    }
  }

  // Offsets are not checked below: `init` has checked that every area, and so every block, lies inside the frame.

  @inline(__always)
  private func areAlike<Sample: FixedWidthInteger & UnsignedInteger & SIMDScalar>(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, as type: Sample.Type
  ) -> Bool {
    let limit = Self.blockLimit << extraBits
    var sum = 0
    for area in areas {
      for top in stride(from: 0, to: area.height, by: 8) {
        for left in stride(from: 0, to: area.width, by: 8) {
          let block = area.block(left, top)
          let isWide = block.width == 8 && area.step == 1
          let difference = unsafe isWide ? wide(first, second, block, type) : narrow(first, second, block, type)
          if difference >= limit { return false }
          sum += difference
        }
      }
    }
    return sum < sampleCount << extraBits
  }

  /// The sum of absolute differences over a block, eight samples at a time.
  @inline(__always)
  private func wide<Sample: FixedWidthInteger & UnsignedInteger & SIMDScalar>(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, _ block: SampleArea, _ type: Sample.Type
  ) -> Int {
    var sums = SIMD8<UInt32>()
    for row in 0..<block.height {
      let offset = (block.offset &+ row &* block.stride) &* MemoryLayout<Sample>.size
      let one = unsafe first.loadUnaligned(fromByteOffset: offset, as: SIMD8<Sample>.self)
      let other = unsafe second.loadUnaligned(fromByteOffset: offset, as: SIMD8<Sample>.self)
      sums &+= SIMD8<UInt32>(truncatingIfNeeded: pointwiseMax(one, other) &- pointwiseMin(one, other))
    }
    return Int(sums.wrappedSum())
  }

  @inline(__always)
  private func narrow<Sample: FixedWidthInteger & UnsignedInteger>(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, _ block: SampleArea, _ type: Sample.Type
  ) -> Int {
    var sum = 0
    for row in 0..<block.height {
      for column in 0..<block.width {
        let offset = (block.offset &+ row &* block.stride &+ column &* block.step) &* MemoryLayout<Sample>.size
        let one = unsafe first.loadUnaligned(fromByteOffset: offset, as: Sample.self)
        let other = unsafe second.loadUnaligned(fromByteOffset: offset, as: Sample.self)
        sum &+= Int(max(one, other) &- min(one, other))
      }
    }
    return sum
  }
}

/// A rectangle of samples in a frame. All measures are in samples.
struct SampleArea: Equatable {
  let offset: Int
  /// The distance from one sample to the next in a row.
  let step: Int
  /// The distance from one row to the next.
  let stride: Int
  let width: Int
  let height: Int

  /// The offset behind the last sample.
  fileprivate var end: Int { offset + (height - 1) * stride + (width - 1) * step + 1 }

  /// The block of up to 8 × 8 samples whose first sample is at (`left`, `top`).
  fileprivate func block(_ left: Int, _ top: Int) -> SampleArea {
    SampleArea(
      offset: offset &+ top &* stride &+ left &* step, step: step, stride: stride, width: min(8, width &- left),
      height: min(8, height &- top))
  }
}

extension PixelLayout {
  /// Areas that cover every sample of every component exactly once: one for each plane, or one for each component if
  /// the planes also contain unused bytes.
  fileprivate var sampleAreas: [SampleArea] {
    guard isFilled else {
      return components.map {
        SampleArea(offset: $0.offset, step: $0.step, stride: $0.stride, width: $0.width, height: $0.height)
      }
    }
    return planes.map {
      SampleArea(
        offset: $0.offset / bytesPerSample, step: 1, stride: $0.width, width: $0.width, height: $0.height)
    }
  }
}
