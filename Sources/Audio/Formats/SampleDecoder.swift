/// Decodes interleaved bytes into planes, one for each channel.
///
/// The planes share one buffer: sample `i` of channel `c` is at index `c * stride + i`. A Double holds the samples of
/// every format exactly. A Float holds samples of at most 24 bits exactly.
package struct SampleDecoder: Sendable {
  package let format: SoundFormat

  package init(_ format: SoundFormat) { self.format = format }

  /// Decodes `frames` sample frames into `planes`, one plane per channel, from index `start` of each on. Samples that
  /// are not finite become 0. Samples too large for `Element` become its largest value.
  ///
  /// - Returns: the number of samples that were not finite. Warnings use the counts of `tally` instead, because samples
  ///   may be decoded twice or never.
  @_specialize(where Element == Float)
  @_specialize(where Element == Double)
  package func decode<Element: SoundElement>(
    _ bytes: Span<UInt8>, frames: Int, into planes: inout [Element], stride: Int, at start: Int
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

  /// Whether some samples are infinite, NaN or extremely large: at least 2³⁹ times full scale in 32-bit floating point,
  /// 2³³ times in 64-bit. Only the highest byte of each sample is checked. Returns false for integer formats.
  package func areLoud(_ bytes: Span<UInt8>, frames: Int) -> Bool {
    guard format.sample.isFloat else { return false }
    // Without the sign bit, a larger magnitude never has a smaller highest byte, and infinity and NaN have the largest.
    let size = format.sample.bytesPerSample
    let high = format.sample.isBigEndian ? 0 : size - 1
    let least: UInt8 = size == 4 ? 0x53 : 0x42
    // The loop has no early exit, which would prevent vectorization and would rarely be taken.
    var count = 0
    for start in stride(from: 0, to: frames * format.frameBytes, by: size) where bytes[start + high] & 0x7F >= least {
      count += 1
    }
    return count > 0
  }

  /// Counts the samples that are not finite, and counts the samples beyond ±`limit` as clipped.
  package func tally(_ bytes: Span<UInt8>, frames: Int, limit: Double) -> SampleTally {
    var tally = SampleTally()
    var samples = [Double](repeating: 0, count: frames * format.channels)
    tally.nonFiniteCount = decode(bytes, frames: frames, into: &samples, stride: frames, at: 0)
    for sample in samples where sample.magnitude > limit {
      tally.clippedCount += 1
      tally.peak = max(tally.peak, sample.magnitude)
    }
    return tally
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

/// Sample frames to decode, as pointers whose bounds have been checked.
@safe
private struct DecoderRun<Element: SoundElement> {
  let bytes: UnsafeRawPointer
  let planes: UnsafeMutablePointer<Element>
  let stride: Int
  let frames: Int
  let channels: Int

  /// Mono and stereo have loops of their own, because the compiler vectorizes only with a constant step.
  func decode<Coding: SampleCoding>(_ coding: Coding.Type) -> Int {
    switch channels {
    case 1: decode(coding, channels: 1)
    case 2: decode(coding, channels: 2)
    default: decode(coding, channels: channels)
    }
  }

  @inline(__always)
  private func decode<Coding: SampleCoding>(_ coding: Coding.Type, channels: Int) -> Int {
    var nonFiniteCount = 0
    for channel in 0..<channels {
      let source = unsafe bytes + channel &* coding.size
      let plane = unsafe planes + channel &* stride
      for frame in 0..<frames {
        unsafe plane[frame] = unsafe coding.decode(source + frame &* channels &* coding.size)
      }
      if !coding.isAlwaysFinite {
        nonFiniteCount &+= unsafe makeFinite(plane) { frame in
          unsafe coding.decode(source + frame &* channels &* coding.size)
        }
      }
    }
    return nonFiniteCount
  }

  /// Sets samples that are not finite to 0 and counts them. Limits finite samples that are too large for `Element`.
  /// Decoding, counting and setting to 0 are separate loops, so that the compiler vectorizes the first two.
  ///
  /// - Parameter wide: decodes a sample as a Double, which holds the samples of every format.
  @inline(__always)
  private func makeFinite(_ plane: UnsafeMutablePointer<Element>, _ wide: (Int) -> Double) -> Int {
    var infiniteCount = 0
    for frame in 0..<frames { infiniteCount &+= unsafe Self.isFinite(plane[frame]) ? 0 : 1 }
    if infiniteCount == 0 { return 0 }
    var nonFiniteCount = 0
    for frame in 0..<frames where unsafe !Self.isFinite(plane[frame]) {
      let sample = wide(frame)
      unsafe plane[frame] = sample.isFinite ? Element(limiting: sample) : 0
      nonFiniteCount &+= sample.isFinite ? 0 : 1
    }
    return nonFiniteCount
  }

  @inline(__always)
  private static func isFinite(_ sample: Element) -> Bool { sample.magnitude <= Element.greatestFiniteMagnitude }
}
