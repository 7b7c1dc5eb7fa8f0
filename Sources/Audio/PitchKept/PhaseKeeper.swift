import Glibc

/// Turns the spectra of frames so that tones go on from frame to frame, whichever way the frames are taken from the
/// source.
///
/// Each frame is looked at twice: at its place, and a hop of source earlier. From there to the place every tone turns
/// by just as much as it has to turn from the output frame before to this one, also a hop apart. So the place's bins are
/// turned by the angle between the earlier look and the output frame before. That is reckoned where a tone
/// peaks, over all channels together, and holds for all bins around the peak and for all channels, so the shape
/// of a peak and the image between the channels stay as they are.
struct PhaseKeeper {
  typealias Bin = FourierTransform.Bin

  /// How a frame is to be turned.
  enum Manner {
    /// On from the frame before.
    case onward
    /// As that, but tones that rise are as they are in the source: an onset is coming up in the frame.
    case attack
    /// Towards no turn at all: the sound goes by as it is.
    case unscaled
  }

  private let binCount: Int
  private let channels: Int
  /// The bins of each channel, one after the other: of the output frame before, and of the one being made.
  private var past: [Bin]
  private var present: [Bin]
  /// Whether there is a frame to go on from.
  private(set) var hasPast = false
  /// For each bin how strong it is now, how strong a hop earlier, and the turn from there to the past.
  private var power: [Float]
  private var earlierPower: [Float]
  private var turns: [Bin]
  private var peaks = SpectralPeaks()

  init(_ size: FrameSize, channels: Int) {
    binCount = size.length / 2 + 1
    self.channels = channels
    past = Array(repeating: .zero, count: channels * binCount)
    present = past
    power = Array(repeating: 0, count: binCount)
    earlierPower = power
    turns = Array(repeating: .zero, count: binCount)
  }

  /// Forgets what was, so that the next frame is as it is in the source.
  mutating func forget() { hasPast = false }

  /// Goes on from frames of another length.
  ///
  /// A tone has the same phase in the middle of any frame, in all bins around its peak. Bins have their phases at the
  /// beginning of the frame, from which the middle is half a turn further with every bin.
  mutating func takeOver(from other: PhaseKeeper) {
    hasPast = other.hasPast
    for bin in 0..<binCount {
      let source = other.strongest(around: bin, of: binCount)
      let sign: Float = (bin + source) & 1 == 0 ? 1 : -1
      for channel in 0..<channels {
        past[channel * binCount + bin] = other.past[channel * other.binCount + source] * sign
      }
    }
  }

  /// The strongest of the bins that lie where `bin` of a spectrum of `count` bins does.
  private func strongest(around bin: Int, of count: Int) -> Int {
    if count >= binCount { return (bin * (binCount - 1) + (count - 1) / 2) / (count - 1) }
    let width = (binCount - 1) / (count - 1)
    // A peak is wide enough to be met in every second bin.
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

  /// How much has changed since the look back: 0 for nothing, 1 for everything.
  var change: Float {
    var (difference, sum) = (Float(0), Float(0))
    for bin in 0..<binCount {
      let (now, earlier) = (power[bin].squareRoot(), earlierPower[bin].squareRoot())
      difference += abs(now - earlier)
      sum += now + earlier
    }
    return sum > 0 ? difference / sum : 0
  }

  mutating func begin() {
    for bin in 0..<binCount {
      power[bin] = 0
      earlierPower[bin] = 0
      turns[bin] = .zero
    }
  }

  /// Takes in what a channel is at the place of the frame.
  mutating func look(_ bins: UnsafeMutableBufferPointer<Bin>, channel: Int) {
    unsafe present.withUnsafeMutableBufferPointer { present in
      for bin in 0..<binCount { unsafe present[channel * binCount + bin] = bins[bin] }
    }
    unsafe power.withUnsafeMutableBufferPointer { power in
      unsafe SpectrumLoops.addPower(bins.baseAddress!, count: binCount, to: power.baseAddress!)
    }
  }

  /// Takes in what a channel is a hop earlier.
  mutating func lookBack(_ bins: UnsafeMutableBufferPointer<Bin>, channel: Int) {
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

  /// Turns what was taken in.
  mutating func turn(_ manner: Manner) {
    if hasPast {
      peaks.find(in: power)
      for number in peaks.bins.indices {
        turn(peaks.region(of: number, binCount: binCount), by: rotation(at: peaks.bins[number], manner))
      }
    }
    swap(&past, &present)
    hasPast = true
  }

  /// A channel of the frame that was turned last.
  func copy(_ channel: Int, into bins: UnsafeMutableBufferPointer<Bin>) {
    unsafe past.withUnsafeBufferPointer { past in
      for bin in 0..<binCount { unsafe bins[bin] = past[channel * binCount + bin] }
    }
  }

  private mutating func turn(_ region: Range<Int>, by rotation: Bin) {
    if rotation == Self.none { return }
    unsafe present.withUnsafeMutableBufferPointer { present in
      for channel in 0..<channels {
        let start = unsafe present.baseAddress! + channel * binCount + region.lowerBound
        unsafe SpectrumLoops.turn(start, by: rotation, count: region.count, into: start)
      }
    }
  }

  private static let none = Bin(1, 0)

  private func rotation(at peak: Int, _ manner: Manner) -> Bin {
    if manner == .attack, power[peak] > Self.rise * earlierPower[peak] { return Self.none }
    let rotation = onward(at: peak)
    return manner == .unscaled ? Self.towardsNone(rotation) : rotation
  }

  /// How much stronger a tone is that rises.
  private static let rise: Float = 2.25

  /// A peak is three bins wide at least, which turn as one.
  private func onward(at peak: Int) -> Bin {
    var sum = SIMD2<Double>(turns[peak])
    if peak > 0 { sum += SIMD2(turns[peak - 1]) }
    if peak + 1 < binCount { sum += SIMD2(turns[peak + 1]) }
    let length = (sum.x * sum.x + sum.y * sum.y).squareRoot()
    // Where there was nothing there is nothing to go on from.
    return length > 1e-30 ? Bin(sum / length) : Self.none
  }

  /// An eighth of a turn back, so that after four frames there is none left.
  private static func towardsNone(_ rotation: Bin) -> Bin {
    let step = Float(0.5).squareRoot()
    if rotation.x >= step { return none }
    let sine = rotation.y >= 0 ? step : -step
    return Bin(rotation.x * step + rotation.y * sine, rotation.y * step - rotation.x * sine)
  }
}
