import Glibc

/// A phase vocoder: rotates the phases of a frame's spectrum so that tones continue without a break from the previous
/// output frame. The frames may be taken from any source positions.
///
/// For each frame, the source is transformed twice: at the frame's position, and one step earlier. The step is the
/// distance between this frame and the last in the output. Over this step, the phase of a tone advances by as much in
/// the source as it must in the output. Each bin is therefore rotated by its phase in the previous output frame minus
/// its phase in the earlier spectrum.
///
/// The angle is computed once for each spectral peak, over all channels together, and used for all bins of the peak.
/// This preserves the shape of the peak and the phases between the channels.
struct PhaseKeeper {
  typealias Bin = FourierTransform.Bin

  /// How the phases of a frame are rotated.
  enum Manner {
    /// Rotates all tones so that they continue from the previous frame.
    case onward
    /// Like `onward`, but tones that grow louder keep the phases of the source, because a sound begins in this frame.
    case attack
    /// For sound at source speed: like `onward`, but each frame reduces the rotation by an eighth of a turn. After some
    /// frames, the output has the phases of the source.
    case unscaled
  }

  private let binCount: Int
  private let channels: Int
  /// The bins of the output frame made last, one channel after the other.
  private var past: [Bin]
  /// The bins of the output frame being made. `rotate` swaps them with `past`.
  private var present: [Bin]
  /// Whether there is a previous output frame.
  private(set) var hasPast = false
  /// The power of each bin at the frame's position, summed over all channels.
  private var power: [Float]
  /// The power of each bin one step (distance between frames) earlier in the source, summed over all channels.
  private var earlierPower: [Float]
  /// For each bin, a complex number, summed over all channels. Its angle is the phase in the previous output frame
  /// minus the phase one step (distance between frames) earlier in the source.
  private var turns: [Bin]
  /// The power of each bin in the last frame that was not rotated as `.attack`.
  private var calm: [Float]
  private var peaks = SpectralPeaks()

  init(_ size: FrameSize, channels: Int) {
    binCount = size.length / 2 + 1
    self.channels = channels
    past = Array(repeating: .zero, count: channels * binCount)
    present = past
    power = Array(repeating: 0, count: binCount)
    earlierPower = power
    calm = power
    turns = Array(repeating: .zero, count: binCount)
  }

  /// Forgets the previous frame, so that the next frame keeps the phases of the source.
  mutating func forget() { hasPast = false }

  /// Takes over the previous output frame from a keeper for frames of another length.
  ///
  /// At the middle of a frame, a tone has the same phase in all bins around its peak, whatever the frame's length. The
  /// transform measures phases at the beginning of the frame. From there to the middle, each bin turns half a turn
  /// further than the bin below it. Bins whose numbers differ by an odd number therefore have opposite signs.
  mutating func takeOver(from other: PhaseKeeper) {
    hasPast = other.hasPast
    for bin in 0..<binCount {
      let source = other.strongest(around: bin, of: binCount)
      let sign: Float = (bin + source) & 1 == 0 ? 1 : -1
      for channel in 0..<channels {
        past[channel * binCount + bin] = other.past[channel * other.binCount + source] * sign
      }
      // The amplitude of a tone in the spectrum is proportional to the length of the frame.
      let ratio = Float(binCount - 1) / Float(other.binCount - 1)
      calm[bin] = other.calm[source] * ratio * ratio
    }
  }

  /// Returns this keeper's strongest bin near the frequency that `bin` has in a spectrum of `count` bins.
  private func strongest(around bin: Int, of count: Int) -> Int {
    if count >= binCount { return (bin * (binCount - 1) + (count - 1) / 2) / (count - 1) }
    let width = (binCount - 1) / (count - 1)
    // Every second bin is enough: a peak is at least three bins wide.
    if width == 2 { return bin * width }
    let bins = max(0, bin * width - width / 2)...min(binCount - 1, bin * width + width / 2)
    return bins.max { pastPower($0) < pastPower($1) } ?? 0
  }

  private func pastPower(_ bin: Int) -> Float {
    (0..<channels).reduce(0) { sum, channel in
      let value = past[channel * binCount + bin]
      return sum + value.x * value.x + value.y * value.y
    }
  }

  /// How much the magnitudes of the spectrum differ from those one step (distance between frames) earlier in the
  /// source. Returns 0 if they are equal, 1 if they have nothing in common, and nil in silence.
  var change: Float? {
    var (difference, sum) = (Float(0), Float(0))
    for bin in 0..<binCount {
      let (now, earlier) = (power[bin].squareRoot(), earlierPower[bin].squareRoot())
      difference += abs(now - earlier)
      sum += now + earlier
    }
    return sum > 0 ? difference / sum : nil
  }

  /// Begins a frame. The caller then calls `takeEarlier` and `take` for each channel, and after them `rotate` and
  /// `copy`. Before `rotate`, only `change` is valid.
  mutating func begin() {
    for bin in 0..<binCount {
      power[bin] = 0
      earlierPower[bin] = 0
      turns[bin] = .zero
    }
  }

  /// Takes the spectrum of a channel at the frame's position.
  mutating func take(_ bins: UnsafeMutableBufferPointer<Bin>, channel: Int) {
    unsafe present.withUnsafeMutableBufferPointer { present in
      for bin in 0..<binCount { unsafe present[channel * binCount + bin] = bins[bin] }
    }
    unsafe power.withUnsafeMutableBufferPointer { power in
      unsafe SpectrumLoops.addPower(bins.baseAddress!, count: binCount, to: power.baseAddress!)
    }
  }

  /// Takes the spectrum of a channel one step, the distance between output frames, before the frame's position.
  mutating func takeEarlier(_ bins: UnsafeMutableBufferPointer<Bin>, channel: Int) {
    unsafe earlierPower.withUnsafeMutableBufferPointer { power in
      unsafe SpectrumLoops.addPower(bins.baseAddress!, count: binCount, to: power.baseAddress!)
    }
    unsafe past.withUnsafeBufferPointer { past in
      unsafe turns.withUnsafeMutableBufferPointer { turns in
        unsafe SpectrumLoops.addTurn(
          from: bins.baseAddress!, to: past.baseAddress! + channel * binCount, count: binCount,
          into: turns.baseAddress!)
      }
    }
  }

  /// Rotates the phases of the spectra that have been taken. The result is the output frame, which `copy` returns.
  mutating func rotate(_ manner: Manner) {
    if manner != .attack { noteCalm() }
    if hasPast {
      peaks.find(in: power)
      for number in peaks.bins.indices {
        rotate(peaks.region(of: number, binCount: binCount), by: rotation(at: peaks.bins[number], manner))
      }
    }
    swap(&past, &present)
    hasPast = true
  }

  private mutating func noteCalm() {
    unsafe calm.withUnsafeMutableBufferPointer { calm in
      unsafe power.withUnsafeBufferPointer { power in
        for bin in 0..<binCount { unsafe calm[bin] = power[bin] }
      }
    }
  }

  /// Mixes noise from another source position into one channel of the frame rotated last. In each frequency band, the
  /// added noise is scaled to the power of the frame's noise, so that it swells and fades with the source.
  ///
  /// - Parameters:
  ///   - bins: the spectrum of the source at the other position.
  ///   - isNoise: whether the sound is noise, at frequencies (any number) evenly spaced from 0 to half the sample rate.
  ///   - share: the share of the mixture's power that comes from the other position.
  ///   - gain: a factor for the mixture. It makes up for the power that overlapping frames of noise lose when added.
  mutating func mixNoise(
    of bins: UnsafeMutableBufferPointer<Bin>, where isNoise: [Bool], share: Float, gain: Float, channel: Int
  ) {
    func isMixed(_ bin: Int) -> Bool { isNoise[bin * (isNoise.count - 1) / (binCount - 1)] }
    let (old, new) = ((1 - share).squareRoot() * gain, share.squareRoot() * gain)
    let first = channel * binCount
    var band = 0..<0
    while band.upperBound < binCount {
      let start = band.upperBound
      band = start..<min(binCount, start + max(Self.leastBand, start / Self.bandPart))
      var (power, other) = (0.0, 0.0)
      for bin in band where isMixed(bin) {
        power += Self.power(past[first + bin])
        unsafe other += Self.power(bins[bin])
      }
      let ratio = power < Self.most * other ? Float((power / other).squareRoot()) : Float(Self.most.squareRoot())
      for bin in band where isMixed(bin) {
        past[first + bin] = unsafe past[first + bin] * old + bins[bin] * (new * ratio)
      }
    }
  }

  /// A band is a tenth as wide as its frequency, like the bands of human hearing.
  private static let bandPart = 10
  /// The smallest number of bins in a band. With fewer, the power would be so uneven that slowed or frozen noise would
  /// no longer sound like noise.
  private static let leastBand = 5
  /// The largest factor by which the power of noise from another source position is raised: 18 dB.
  private static let most = 64.0

  private static func power(_ bin: Bin) -> Double { Double(bin.x * bin.x + bin.y * bin.y) }

  /// Copies one channel of the frame that `rotate` made last. The inverse transform needs a copy, which it overwrites.
  func copy(_ channel: Int, into bins: UnsafeMutableBufferPointer<Bin>) {
    unsafe past.withUnsafeBufferPointer { past in
      for bin in 0..<binCount { unsafe bins[bin] = past[channel * binCount + bin] }
    }
  }

  private mutating func rotate(_ region: Range<Int>, by rotation: Bin) {
    if rotation == Self.unrotated { return }
    unsafe present.withUnsafeMutableBufferPointer { present in
      for channel in 0..<channels {
        let start = unsafe present.baseAddress! + channel * binCount + region.lowerBound
        unsafe SpectrumLoops.rotate(start, by: rotation, count: region.count, into: start)
      }
    }
  }

  private static let unrotated = Bin(1, 0)

  /// Returns the rotation of the tone at the bin `peak`. A tone that begins in an attack has no previous frame to
  /// continue, and is not rotated. At source speed, the rotation is reduced by an eighth of a turn.
  private func rotation(at peak: Int, _ manner: Manner) -> Bin {
    if manner == .attack, power[peak] > Self.rise * calm[peak] { return Self.unrotated }
    let rotation = onward(at: peak)
    return manner == .unscaled ? Self.towardsUnrotated(rotation) : rotation
  }

  /// A tone counts as rising if its power has grown by more than this factor since before the attack.
  private static let rise: Float = 2.25

  /// The rotation with which the tone at `peak` continues, as a complex number of magnitude 1. It is computed from the
  /// peak and the bins on either side, because a peak is at least three bins wide.
  private func onward(at peak: Int) -> Bin {
    var sum = SIMD2<Double>(turns[peak])
    if peak > 0 { sum += SIMD2(turns[peak - 1]) }
    if peak + 1 < binCount { sum += SIMD2(turns[peak + 1]) }
    let length = (sum.x * sum.x + sum.y * sum.y).squareRoot()
    // If one of the two frames was silent, there is no tone to continue.
    return length > 1e-30 ? Bin(sum / length) : Self.unrotated
  }

  /// The rotation reduced by an eighth of a turn. The largest rotation, half a turn, is gone after four frames.
  private static func towardsUnrotated(_ rotation: Bin) -> Bin {
    let step = Float(0.5).squareRoot()
    if rotation.x >= step { return unrotated }
    let sine = rotation.y >= 0 ? step : -step
    return Bin(rotation.x * step + rotation.y * sine, rotation.y * step - rotation.x * sine)
  }
}
