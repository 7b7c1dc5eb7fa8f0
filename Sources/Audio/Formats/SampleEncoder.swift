/// Encodes one plane for each channel as interleaved bytes, counts clipped samples and finds the peak. Integers are
/// rounded to nearest, ties to even, and limited to full scale. Floating point is limited to the largest finite value.
package struct SampleEncoder: Sendable {
  package let format: SoundFormat
  package private(set) var tally = SampleTally()

  private let dithers: Bool
  private let keepsCopies: Bool
  /// The number of sample frames written. Dither depends on a sample's index in the output.
  private var frameCount = 0

  /// - Parameters:
  ///   - input: the sample format of the input. If `format` is less precise, no sample counts as unchanged.
  ///   - dithers: whether to dither. Only integers of at most 16 bits are dithered.
  package init(_ format: SoundFormat, copiesFrom input: SampleFormat, dithers: Bool = true) {
    self.format = format
    self.dithers = dithers && !format.sample.isFloat && format.sample.bitDepth <= 16
    keepsCopies = format.sample.holds(input)
  }

  /// Encodes `frames` sample frames of `planes`, one plane per channel, from index `start` of each plane on.
  ///
  /// - Parameter unchanged: the frames that are copies of the input, as ascending ranges counted from `start`. These
  ///   frames get no dither and do not count for the peak.
  @_specialize(where Element == Float)
  @_specialize(where Element == Double)
  package mutating func encode<Element: SoundElement>(
    _ planes: Span<Element>, stride: Int, at start: Int, frames: Int, unchanged: [Range<Int>] = [],
    into bytes: inout [UInt8]
  ) {
    precondition(frames >= 0 && frames * format.frameBytes <= bytes.count, "no room for as many sample frames")
    precondition(start >= 0 && start + frames <= stride, "sample frames beyond a plane")
    precondition(format.channels * stride <= planes.count, "planes beyond their buffer")
    if frames == 0 { return }
    unsafe planes.withUnsafeBufferPointer { planes in
      unsafe bytes.withUnsafeMutableBytes { bytes in
        let whole = unsafe EncoderRun(
          planes: planes.baseAddress! + start, bytes: bytes.baseAddress!, stride: stride, frames: frames,
          channels: format.channels, firstFrame: frameCount)
        encode(whole, unchanged: keepsCopies ? unchanged : [])
      }
    }
    frameCount += frames
  }

  @inline(__always)
  private mutating func encode<Element>(_ whole: EncoderRun<Element>, unchanged: [Range<Int>]) {
    let frameBytes = format.frameBytes
    var next = 0
    for copies in unchanged {
      let copies = copies.clamped(to: next..<whole.frames)
      encodeChanged(whole.part(next..<copies.lowerBound, frameBytes))
      tally.clippedCount += encode(whole.part(copies, frameBytes), dithers: false, sum: 0)
      next = copies.upperBound
    }
    encodeChanged(whole.part(next..<whole.frames, frameBytes))
  }

  @inline(__always)
  private mutating func encodeChanged<Element>(_ run: EncoderRun<Element>) {
    let (peak, sum) = run.magnitudes()
    // Computed samples may be infinite, but the reported peak must be finite.
    tally.peak = max(tally.peak, min(peak, Element.greatestFiniteMagnitude.asDouble))
    tally.clippedCount += encode(run, dithers: dithers, sum: sum)
  }

  /// - Parameter sum: the sum of the samples' magnitudes, or 0 if none can be too large for the format.
  @inline(__always)
  private func encode<Element>(_ run: EncoderRun<Element>, dithers: Bool, sum: Double) -> Int {
    switch format.sample {
    case .u8: return run.encode(Unsigned8.self, dithers)
    case .s16le: return run.encode(Signed16<LittleEndian>.self, dithers)
    case .s16be: return run.encode(Signed16<BigEndian>.self, dithers)
    case .s24le: return run.encode(Signed24<LittleEndian>.self, dithers)
    case .s24be: return run.encode(Signed24<BigEndian>.self, dithers)
    case .s32le: return run.encode(Signed32<LittleEndian>.self, dithers)
    case .s32be: return run.encode(Signed32<BigEndian>.self, dithers)
    case .f32le: return run.encode(Float32<LittleEndian>.self, sum)
    case .f32be: return run.encode(Float32<BigEndian>.self, sum)
    case .f64le: return run.encode(Float64<LittleEndian>.self, sum)
    case .f64be: return run.encode(Float64<BigEndian>.self, sum)
    }
  }
}

/// Sample frames to encode, as pointers whose bounds have been checked.
@safe
private struct EncoderRun<Element: SoundElement> {
  let planes: UnsafePointer<Element>
  let bytes: UnsafeMutableRawPointer
  let stride: Int
  let frames: Int
  let channels: Int
  /// The index of the first sample frame in the whole output.
  let firstFrame: Int

  @inline(__always)
  func part(_ range: Range<Int>, _ frameBytes: Int) -> EncoderRun {
    unsafe EncoderRun(
      planes: planes + range.lowerBound, bytes: bytes + range.lowerBound &* frameBytes, stride: stride,
      frames: range.count, channels: channels, firstFrame: firstFrame &+ range.lowerBound)
  }

  /// The largest magnitude of a sample, ignoring NaN, and the sum of all magnitudes, including NaN. If the sum does not
  /// exceed the largest allowed sample, no sample is too large or NaN.
  @inline(__always)
  func magnitudes() -> (peak: Double, sum: Double) {
    var (peak, sum) = (0.0, 0.0)
    for channel in 0..<channels {
      let plane = unsafe planeMagnitudes(planes + channel &* stride)
      (peak, sum) = (max(peak, plane.peak), sum + plane.sum)
    }
    return (peak, sum)
  }

  /// Keeps four independent maxima and sums, so that the processor can compute them in parallel.
  @inline(__always)
  private func planeMagnitudes(_ plane: UnsafePointer<Element>) -> (peak: Double, sum: Double) {
    var (first, second, third, fourth): (Element, Element, Element, Element) = (0, 0, 0, 0)
    var sums: (Element, Element, Element, Element) = (0, 0, 0, 0)
    var frame = 0
    while frame &+ 4 <= frames {
      first = unsafe Self.larger(plane[frame], first)
      second = unsafe Self.larger(plane[frame &+ 1], second)
      third = unsafe Self.larger(plane[frame &+ 2], third)
      fourth = unsafe Self.larger(plane[frame &+ 3], fourth)
      unsafe sums.0 += plane[frame].magnitude
      unsafe sums.1 += plane[frame &+ 1].magnitude
      unsafe sums.2 += plane[frame &+ 2].magnitude
      unsafe sums.3 += plane[frame &+ 3].magnitude
      frame &+= 4
    }
    while frame < frames {
      first = unsafe Self.larger(plane[frame], first)
      unsafe sums.0 += plane[frame].magnitude
      frame &+= 1
    }
    return (max(first, second, third, fourth).asDouble, (sums.0 + sums.1 + sums.2 + sums.3).asDouble)
  }

  @inline(__always)
  private static func larger(_ sample: Element, _ peak: Element) -> Element {
    sample.magnitude > peak ? sample.magnitude : peak
  }

  /// Encodes integers. Returns the number of clipped samples, which would be rounded to a number beyond full scale.
  func encode<Coding: IntegerCoding>(_ coding: Coding.Type, _ dithers: Bool) -> Int {
    switch (channels, dithers) {
    case (1, false): encode(coding, channels: 1, dithers: false)
    case (1, true): encode(coding, channels: 1, dithers: true)
    case (2, false): encode(coding, channels: 2, dithers: false)
    case (2, true): encode(coding, channels: 2, dithers: true)
    default: encode(coding, channels: channels, dithers: dithers)
    }
  }

  @inline(__always)
  private func encode<Coding: IntegerCoding>(_ coding: Coding.Type, channels: Int, dithers: Bool) -> Int {
    let scale = Double(1 << (Coding.bits - 1))
    let (low, high) = (-scale, scale - 1)
    // Doubles of this magnitude are 1 apart. Adding this number therefore rounds a sample to the nearest integer, ties
    // to even, and leaves the integer in the lowest bits of the sum.
    let rounder = 0x1.8p52
    var clippedCount = 0
    for frame in 0..<frames {
      for channel in 0..<channels {
        let scaled = unsafe planes[channel &* stride &+ frame].asDouble * scale
        let level = scaled == scaled ? scaled : 0
        // Clipping is counted before dither, which may push a sample at full scale beyond full scale. `high` is odd, so
        // `high` + 0.5 rounds up and is clipped. `low` is even, so `low` − 0.5 rounds to `low`.
        clippedCount &+= (level >= high + 0.5 ? 1 : 0) | (level < low - 0.5 ? 1 : 0)
        // A sample of exactly 0 gets no dither: it has no rounding error, and silence stays silent.
        let index = (firstFrame &+ frame) &* channels &+ channel
        let noisy = dithers ? level + (level == 0 ? 0 : Dither.noise(at: index)) : level
        let raised = noisy > low ? noisy : low
        let held = raised < high ? raised : high
        let integer = Int32(truncatingIfNeeded: (held + rounder).bitPattern)
        unsafe coding.store(integer, at: bytes + (frame &* channels &+ channel) &* coding.size)
      }
    }
    return clippedCount
  }

  /// Encodes floating point. Returns the number of clipped samples: those beyond the largest finite value, and NaN.
  func encode<Coding: FloatCoding>(_ coding: Coding.Type, _ sum: Double) -> Int {
    switch channels {
    case 1: encode(coding, channels: 1)
    case 2: encode(coding, channels: 2)
    default: encode(coding, channels: channels)
    }
    let largest = Element(limiting: Coding.largest)
    return sum <= largest.asDouble ? 0 : limit(coding, to: largest)
  }

  @inline(__always)
  private func encode<Coding: FloatCoding>(_ coding: Coding.Type, channels: Int) {
    for channel in 0..<channels {
      let plane = unsafe planes + channel &* stride
      let target = unsafe bytes + channel &* Coding.size
      for frame in 0..<frames {
        unsafe coding.encode(plane[frame], at: target + frame &* channels &* Coding.size)
      }
    }
  }

  /// Encodes samples beyond `largest` again as ±`largest`, and NaN as 0. Returns the number of samples changed.
  @inline(never)
  private func limit<Coding: FloatCoding>(_ coding: Coding.Type, to largest: Element) -> Int {
    var clippedCount = 0
    for channel in 0..<channels {
      for frame in 0..<frames {
        let sample = unsafe planes[channel &* stride &+ frame]
        if sample.magnitude <= largest { continue }
        let held: Element = sample.isNaN ? 0 : sample < 0 ? -largest : largest
        unsafe coding.encode(held, at: bytes + (frame &* channels &+ channel) &* Coding.size)
        clippedCount &+= 1
      }
    }
    return clippedCount
  }
}
