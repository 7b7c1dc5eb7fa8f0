import Glibc

/// How much time each moment of a speech is worth: much where the sound changes quickly, as in consonants and at the
/// start of syllables, little in long vowels, and least in pauses. What is no speech is worth 1.
///
/// The meter looks less than 2 s ahead, and some seconds back.
struct SpeechMeter {
  private typealias Bands = BandMeter.Bands

  private var powers = RecentFrames(Bands.zero)
  /// Powers, smoothed over seven frames, and the least of them.
  private var floors = RunningExtreme(Bands(repeating: .infinity)) { $0.replacing(with: $1, where: $1 .< $0) }
  /// The power of all bands, and its maximum.
  private var peaks = RunningExtreme(Float(0), max)
  /// The levels of the bands in dB, above noise.
  private var levels = RecentFrames(Bands.zero)
  /// The power above noise, of all bands; the same smoothed over three frames; and its maxima.
  private var excesses = RecentFrames(Float(0))
  private var smoothedExcesses = RecentFrames(Float(0))
  private var loudest = RunningExtreme(Float(0), max)
  /// The middle of the spectrum above noise, in bands.
  private var middles = RecentFrames(Float(0))
  private var changes = RecentFrames(Float(0))
  private var smoothedChanges = RecentFrames(Float(0))
  private var judge = SpeechJudge()
  private var worths = RecentFrames(Double(0))
  private var taken = 0
  private var hasEnded = false

  /// The score of the judge, averaged over the past, and by what it is divided.
  private var (scores, scoreWeight) = (0.0, 0.0)
  /// How loud speech has been, in dB; nil before any has been heard.
  private var speechLevel: Double?

  /// So many frames of the past count.
  private static let past = 400
  /// So many frames ahead count for noise and for the loudness of bands.
  private static let near = 41
  /// So many frames ahead count for loudness and for the judge.
  private static let far = 121

  /// Takes the next frames, and appends the worths that are known then.
  mutating func take(_ frames: [BandMeter.Bands], into worths: inout [Double]) {
    for bands in frames {
      powers.append(bands + 1e-12)
      advance(&worths)
    }
  }

  /// Appends the worths of the last frames.
  mutating func end(into worths: inout [Double]) {
    hasEnded = true
    if powers.count > 0 { advance(&worths) }
  }

  /// Whether a row is long enough for the frame of another that needs so many more.
  private func isReady(_ frame: Int, _ ahead: Int, in count: Int) -> Bool {
    hasEnded ? frame < count : frame + ahead < count
  }

  private mutating func advance(_ results: inout [Double]) {
    while isReady(floors.count, 3, in: powers.count) { addFloor(floors.count) }
    while isReady(levels.count, Self.near + RunningExtreme<Bands>.blockLength, in: floors.count) {
      addLevel(levels.count)
    }
    while isReady(smoothedExcesses.count, 1, in: excesses.count) { addExcess(smoothedExcesses.count) }
    while isReady(changes.count, 2, in: levels.count) { addChange(changes.count) }
    while isReady(smoothedChanges.count, 2, in: changes.count) { addSmoothedChange(smoothedChanges.count) }
    while isReady(judge.count, 2, in: min(smoothedChanges.count, smoothedExcesses.count)) { addToJudge(judge.count) }
    while isReady(worths.count, Self.far + RunningExtreme<Float>.blockLength, in: judge.count) {
      worths.append(worth(of: worths.count))
    }
    while isReady(taken, 1, in: worths.count) {
      // Changes are no quicker than three frames.
      let sides = worths[nearest: taken - 1] + worths[nearest: taken + 1]
      results.append((worths[taken] + sides / 2) / 2)
      taken += 1
    }
  }

  private mutating func addFloor(_ frame: Int) {
    var sum = Bands.zero
    for near in frame - 3...frame + 3 { sum += powers[nearest: near] }
    floors.append(sum / 7)
    peaks.append(powers[frame].sum())
  }

  private mutating func addLevel(_ frame: Int) {
    let (start, end) = (frame - Self.past, frame + Self.near)
    let floor = floors.best(from: start, to: end)
    let power = powers[frame]
    let excess = (power - floor).replacing(with: 0, where: power .< floor)
    let audible = power.replacing(with: floor, where: power .< floor) + peaks.best(from: start, to: end) * Self.faintest
    var (levels, middle, sum): (Bands, Float, Float) = (.zero, 0, 0)
    for band in 0..<BandMeter.count {
      levels[band] = Self.decibels(audible[band])
      let strength = excess[band].squareRoot().squareRoot()
      middle += strength * Float(band)
      sum += strength
    }
    self.levels.append(levels)
    middles.append(sum > 0 ? middle / sum : 0)
    excesses.append(excess.sum())
  }

  /// What is 60 dB below the loudest is not heard.
  private static let faintest: Float = 1e-6

  private mutating func addExcess(_ frame: Int) {
    let sum = excesses[nearest: frame - 1] + excesses[frame] + excesses[nearest: frame + 1]
    smoothedExcesses.append(sum / 3)
    loudest.append(sum / 3)
  }

  private mutating func addChange(_ frame: Int) {
    let difference = levels[nearest: frame + 2] - levels[nearest: frame - 2]
    let size = difference.replacing(with: -difference, where: difference .< 0)
    changes.append(size.sum() / Float(BandMeter.count))
  }

  private mutating func addSmoothedChange(_ frame: Int) {
    let beside = changes[nearest: frame - 1] + changes[nearest: frame + 1]
    let outer = changes[nearest: frame - 2] + changes[nearest: frame + 2]
    // A Hann window.
    smoothedChanges.append((changes[frame] + 0.75 * beside + 0.25 * outer) / 3)
  }

  private mutating func addToJudge(_ frame: Int) {
    let loudest = loudest.best(from: frame - Self.past, to: frame + 2)
    let level = Self.decibels((smoothedExcesses[frame] + 1e-12) / (loudest + 1e-12))
    var tilt: Float = 0
    for near in frame - 2...frame + 2 {
      let levels = levels[nearest: near]
      for band in 15..<24 { tilt += levels[band] / 9 }
      for band in 3..<10 { tilt -= levels[band] / 7 }
    }
    judge.add(
      change: Double(smoothedChanges[frame]), level: Double(max(-40, level)), middle: Double(middles[frame]),
      tilt: Double(tilt / 5))
  }

  private mutating func worth(of frame: Int) -> Double {
    let (start, end) = (frame - Self.past, frame + Self.far)
    scores = scores * Self.memory + judge.score(from: start, to: end)
    scoreWeight = scoreWeight * Self.memory + 1
    let trust = min(1, max(0, (scores / scoreWeight - Self.leastScore) / (Self.fullScore - Self.leastScore)))

    let loudest = Double(Self.decibels(loudest.best(from: start, to: end) + 1e-12))
    let level = Double(Self.decibels(smoothedExcesses[frame] + 1e-12))
    if trust > 0.9 { speechLevel = max(loudest, (speechLevel ?? loudest) - Self.forgetting) }
    let change = Double(smoothedChanges[frame]) / (judge.meanChange(from: start, to: end) + 1e-3)
    let loudness = min(1, Self.gain * max(0, (level - loudest) / Self.range + 1))
    let spoken = (Self.leastChange + change) * (Self.leastLoudness + (1 - Self.leastLoudness) * loudness)
    return trust * spoken + (1 - trust) * unspoken(level)
  }

  /// A pause that lasts longer than the judge looks back is one still.
  private func unspoken(_ level: Double) -> Double {
    guard let speechLevel else { return 1 }
    let pause = Self.leastChange * Self.leastLoudness
    return pause + (1 - pause) * min(1, max(0, (level - speechLevel + 35) / 10))
  }

  private static let memory = exp(-1.0 / 800)
  private static let leastScore = -0.3
  private static let fullScore = 0.7
  /// In dB a frame.
  private static let forgetting = 0.0005
  private static let leastChange = 0.1
  private static let leastLoudness = 0.15
  /// So many dB below the loudest, a sound counts as silent.
  private static let range = 46.0
  private static let gain = 1.6

  private static func decibels(_ power: Float) -> Float { 3.010_3 * log2(power) }
}
