import Glibc

/// Describes each frame of a sound by 18 values that differ between speech and other sounds. Looks 0.6 s ahead and
/// eight seconds back, and remembers louder sound for longer.
struct VoiceFeatures {
  static let count = 18

  private var spectra = RecentRows(width: VoiceSpectra.binCount, capacity: 128)
  private var bands = RecentRows(width: VoiceSpectra.bandCount, capacity: 128)
  private var crests = RecentFrames(Float(0))
  private var (binFloors, bandFloors) = (
    NoiseFloor(width: VoiceSpectra.binCount), NoiseFloor(width: VoiceSpectra.bandCount)
  )
  /// The level of each frame, in dB, and its mean over five frames.
  private var levels = RecentFrames(Float(0))
  private var smoothLevels = RecentFrames(Float(0))
  /// The maxima of `smoothLevels`, above `leastLevel`.
  private var peaks = RunningMaximum()
  /// The noise floors and the peak that apply to a block of ten frames.
  private var surroundings = Surroundings()
  /// How far each band is above its noise floor, in dB.
  private var excesses = RecentRows(width: VoiceSpectra.bandCount, capacity: 64)
  /// The compressed spectra above the noise, with a sum of squares of 1.
  private var shapes = RecentRows(width: Self.voiced.count, capacity: 64)
  /// The values of each frame except those that depend on later frames.
  private var partial = RecentRows(width: Self.count, capacity: 64)
  private let transform = FourierTransform(length: VoiceSpectra.length)
  private var taken = 0
  private var hasEnded = false

  private struct Surroundings {
    var block = -1
    var (bins, bands): ([Float], [Float]) = ([], [])
    /// The level of the loudest frame and of the noise, in dB.
    var (peak, floor) = (leastLevel, Float(0))
  }

  /// The bins in which voices have harmonics.
  private static let voiced = 3..<130
  /// The bands whose power makes the level.
  private static let audible = 1..<16
  /// In hundredths of a second: the past and the later span from which noise floors and peaks come.
  private static let (floorPast, peakPast, ahead) = (400, 800, 40)
  /// The later frames that a frame is compared with.
  private static let reach = 6
  private static let block = RunningMaximum.blockLength
  /// How fast the level of a loud frame is forgotten, in dB per block. If it were forgotten at once, the faint sound
  /// after it would seem to begin anew.
  private static let forgetting: Float = 0.3
  /// Lower than the level of any frame.
  private static let leastLevel: Float = -200

  mutating func take(_ frame: VoiceSpectra.Frame) {
    spectra.append { frame.bins[$0] }
    bands.append { frame.bands[$0] }
    crests.append(frame.crest)
    binFloors.append(frame.bins[...])
    bandFloors.append(frame.bands[...])
    levels.append(10 * log10(frame.bands[Self.audible].reduce(0, +)))
    if levels.count > 2 { smooth() }
  }

  /// Must be called after the last frame.
  mutating func end() {
    while smoothLevels.count < levels.count { smooth() }
    binFloors.end()
    bandFloors.end()
    hasEnded = true
  }

  private mutating func smooth() {
    let frame = smoothLevels.count
    let span = max(0, frame - 2)...min(levels.count - 1, frame + 2)
    smoothLevels.append(span.reduce(Float(0)) { $0 + levels[$1] } / Float(span.count))
    peaks.append(smoothLevels[frame] - Self.leastLevel)
  }

  /// The values of the next frame; nil if later frames are needed for it.
  mutating func next() -> [Float]? {
    while partial.count <= taken + Self.reach, partial.count < levels.count, hasEnded || isReady(partial.count) {
      add(partial.count)
    }
    guard taken < (hasEnded ? levels.count : partial.count - Self.reach) else { return nil }
    defer { taken += 1 }
    return whole(taken)
  }

  /// Whether the blocks up to `ahead` frames after a frame's own block are complete.
  private func isReady(_ frame: Int) -> Bool {
    smoothLevels.count >= (frame / Self.block + 1) * Self.block + Self.ahead
  }

  private mutating func surround(_ frame: Int) {
    let block = frame / Self.block
    guard block != surroundings.block else { return }
    let (start, end) = (block * Self.block, block * Self.block + Self.ahead)
    let loudest = peaks.maximum(from: start - Self.peakPast, to: end) + Self.leastLevel
    let peak = max(loudest, surroundings.peak - Self.forgetting)
    let (least, leastBin) = (pow(10, peak / 10 - 6.5) / 15, pow(10, peak / 10 - 7) / 220)
    let bands = bandFloors.floor(from: start - Self.floorPast, to: end).map { max($0, least) }
    surroundings = Surroundings(
      block: block, bins: binFloors.floor(from: start - Self.floorPast, to: end).map { max($0 + 1e-13, leastBin) },
      bands: bands, peak: peak, floor: 10 * log10(bands[Self.audible].reduce(0, +)))
  }

  private mutating func add(_ frame: Int) {
    surround(frame)
    let (floors, row) = (surroundings.bands, bands.start(of: frame))
    excesses.append { min(30, max(0, 10 * log10(bands[row + $0] / floors[$0]))) }
    let excess = excesses.row(frame)
    let first = excess.startIndex
    func mean(_ group: Range<Int>) -> Float { group.reduce(0) { $0 + excess[first + $1] } / Float(group.count) }
    var loud: (sum: Float, weighted: Float) = (0, 0)
    for band in 0..<VoiceSpectra.bandCount {
      loud.sum += excess[first + band] + 0.5
      loud.weighted += (excess[first + band] + 0.5) * Float(band)
    }
    let (peak, floor) = (surroundings.peak, surroundings.floor)
    let shape = shape(frame)
    let values: [Float] = [
      mean(0..<4), mean(4..<9), mean(9..<14), mean(14..<20), min(0, max(-50, smoothLevels[frame] - peak)),
      min(50, max(0, peak - floor)), Float(excess.count { $0 > 5 }) / Float(excess.count), shape.harmonic, shape.pure,
      shape.clear, shape.flat, likeness(frame, 8), likeness(frame, 20), 0, loud.weighted / loud.sum, crests[frame], 0,
      0,
    ]
    partial.append { values[$0] }
  }

  /// Removes the noise from the spectrum of a frame, compresses it, and describes its harmonics.
  private mutating func shape(_ frame: Int) -> (harmonic: Float, pure: Float, clear: Float, flat: Float) {
    let row = spectra.start(of: frame)
    var clean = [Float](repeating: 0, count: Self.voiced.count)
    var (total, sum, squares): (Float, Float, Float) = (1e-9, 1e-6, 1e-9)
    for bin in Self.voiced {
      let (power, noise) = (spectra[row + bin], surroundings.bins[bin])
      total += cbrt(max(power, noise))
      let excess = power - 2.5 * noise
      guard excess > 0 else { continue }
      let root = cbrt(excess)
      clean[bin - Self.voiced.lowerBound] = root
      sum += root
      squares += root * root
    }
    let scale = 1 / squares.squareRoot()
    shapes.append { clean[$0] * scale }
    let regularity = regularity(clean)
    var flatness: Float = 0
    // Hum fills the lowest bins.
    let bins = clean[3...]
    let count = Float(bins.count)
    for value in bins { flatness += log(value + 0.02 * total / count) }
    let even = log(sum / count + 0.02 * total / count)
    return (regularity / total, regularity / (sum + 0.05 * total), sum / total, flatness / count - even)
  }

  /// How strongly a spectrum repeats at a distance of a voice's harmonics: its largest autocorrelation at the periods
  /// of voices, from 70 to 400 Hz.
  private func regularity(_ spectrum: [Float]) -> Float {
    for bin in 0..<VoiceSpectra.binCount { unsafe transform.bins[bin] = .zero }
    for (bin, value) in zip(Self.voiced, spectrum) { unsafe transform.bins[bin].x = value }
    transform.inverse()
    var largest = -Float.infinity
    for period in RateConverter.rate / 400...RateConverter.rate / 70 {
      unsafe largest = max(largest, transform.samples[period])
    }
    // The inverse transform divides by its length, and each bin stands for two.
    return largest * Float(VoiceSpectra.length / 2)
  }

  /// How similar the spectra of a frame and of an earlier frame are, from 0 to 1.
  private func likeness(_ frame: Int, _ distance: Int) -> Float {
    guard frame >= distance else { return 0 }
    let (one, two) = (shapes.start(of: frame), shapes.start(of: frame - distance))
    var sum: Float = 0
    for bin in 0..<shapes.width { sum += shapes[one + bin] * shapes[two + bin] }
    return sum
  }

  /// Completes the values of a frame with those that depend on later frames.
  private func whole(_ frame: Int) -> [Float] {
    var values = Array(partial.row(frame))
    let near = max(0, frame - Self.reach)...min(levels.count - 1, frame + Self.reach)
    if frame >= 2, frame + 2 < levels.count { values[13] = excesses.distance(frame + 2, frame - 2) }
    let power = near.reduce(Float(0)) { $0 + pow(10, levels[$1] / 10) } / Float(near.count)
    values[16] = min(10, max(-20, levels[frame] - 10 * log10(power + 1e-12)))
    var sum: Float = 0
    for band in 0..<VoiceSpectra.bandCount {
      sum += near.reduce(Float(0)) { max($0, excesses[excesses.start(of: $1) + band]) }
    }
    values[17] = sum / Float(VoiceSpectra.bandCount)
    return values
  }
}
