/// Interleaved bytes → one plane of numbers for each channel.
///
/// Planes stand in one buffer: sample `i` of channel `c` at `c * stride + i`. A Double holds every format exactly, a Float
/// those whose precision is at most 24 bits.
package struct SampleDecoder: Sendable {
  package let format: SoundFormat

  package init(_ format: SoundFormat) { self.format = format }

  /// Puts `frames` sample frames into the planes, from place `start` on. What is not finite becomes 0.
  ///
  /// - Returns: how many samples were not finite, or not as `Element`.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  package func decode<Element: SoundElement>(
    _ bytes: Span<UInt8>, frames: Int, into planes: inout MutableSpan<Element>, stride: Int, at start: Int
  ) -> Int {
    precondition(frames >= 0 && frames * format.frameBytes <= bytes.count, "fewer bytes than sample frames take")
    precondition(start >= 0 && start + frames <= stride, "sample frames beyond a plane")
    precondition(format.channels * stride <= planes.count, "planes beyond their buffer")
    if frames == 0 { return 0 }
    let channels = format.channels
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe planes.withUnsafeMutableBufferPointer { planes in
        let run = unsafe DecoderRun(
          bytes: bytes.baseAddress!, planes: planes.baseAddress! + start, stride: stride, frames: frames,
          channels: channels)
        return decode(run)
      }
    }
  }

  /// How many samples of floating point formats are not finite.
  package func nonFiniteCount(_ bytes: Span<UInt8>, frames: Int) -> Int {
    guard format.sample.isFloat else { return 0 }
    // All bits of the exponent are set, which stand in the two highest bytes.
    let size = format.sample.bytesPerSample
    let (high, low) = format.sample.isBigEndian ? (0, 1) : (size - 1, size - 2)
    let mask: UInt8 = size == 4 ? 0x80 : 0xF0
    var count = 0
    for start in stride(from: 0, to: frames * format.frameBytes, by: size)
    where bytes[start + high] & 0x7F == 0x7F && bytes[start + low] & mask == mask {
      count += 1
    }
    return count
  }

  @inline(__always)
  private func decode<Element>(_ run: DecoderRun<Element>) -> Int {
    switch format.sample {
    case .u8: run.decode(Unsigned8.self)
    case .s16le: run.decode(Signed16<LittleEndian>.self)
    case .s16be: run.decode(Signed16<BigEndian>.self)
    case .s24le: run.decode(Signed24<LittleEndian>.self)
    case .s24be: run.decode(Signed24<BigEndian>.self)
    case .s32le: run.decode(Signed32<LittleEndian>.self)
    case .s32be: run.decode(Signed32<BigEndian>.self)
    case .f32le: run.decode(Float32<LittleEndian>.self)
    case .f32be: run.decode(Float32<BigEndian>.self)
    case .f64le: run.decode(Float64<LittleEndian>.self)
    case .f64be: run.decode(Float64<BigEndian>.self)
    }
  }
}

/// Sample frames to be decoded, their places checked.
@safe
private struct DecoderRun<Element: SoundElement> {
  let bytes: UnsafeRawPointer
  let planes: UnsafeMutablePointer<Element>
  let stride: Int
  let frames: Int
  let channels: Int

  /// The usual numbers of channels are loops of their own, because a known step is what the compiler vectorises.
  func decode<Coding: SampleCoding>(_ coding: Coding.Type) -> Int {
    switch channels {
    case 1: decode(coding, channels: 1)
    case 2: decode(coding, channels: 2)
    default: decode(coding, channels: channels)
    }
  }

  @inline(__always)
  private func decode<Coding: SampleCoding>(_ coding: Coding.Type, channels: Int) -> Int {
    var strangeCount = 0
    for channel in 0..<channels {
      let source = unsafe bytes + channel &* coding.size
      let plane = unsafe planes + channel &* stride
      for frame in 0..<frames {
        unsafe plane[frame] = unsafe coding.decode(source + frame &* channels &* coding.size)
      }
      if !coding.isAlwaysFinite { strangeCount &+= unsafe clear(plane) }
    }
    return strangeCount
  }

  /// Makes what is not finite 0. A pass of its own, and one that rarely writes: each is then vectorised.
  @inline(__always)
  private func clear(_ plane: UnsafeMutablePointer<Element>) -> Int {
    var strangeCount = 0
    for frame in 0..<frames { strangeCount &+= unsafe Self.isFinite(plane[frame]) ? 0 : 1 }
    if strangeCount == 0 { return 0 }
    for frame in 0..<frames where unsafe !Self.isFinite(plane[frame]) { unsafe plane[frame] = 0 }
    return strangeCount
  }

  @inline(__always)
  private static func isFinite(_ sample: Element) -> Bool { sample.magnitude <= Element.greatestFiniteMagnitude }
}
