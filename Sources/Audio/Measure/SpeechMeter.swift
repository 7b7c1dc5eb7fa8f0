import Glibc

/// Computes the worth of each moment of a speech: how much playing time it needs. Quick changes, as in consonants and
/// at the start of syllables, are worth much, long vowels little, and pauses least. Sound that is not speech is worth
/// 1. The meter looks three seconds ahead and some seconds back.
struct SpeechMeter {
  private var powers = RecentRows()
  private var floors = NoiseFloor()
  /// The maxima of the total power of all frequency bands.
  private var peaks = RunningMaximum()
  /// The index of a block of ten frames, its noise floor, and the power below which sound is inaudible in this block.
  private var surroundings: (block: Int, floor: [Float], faintest: Float) = (-1, [], 0)
  /// The levels of the frequency bands in dB, but at least the noise floor.
  private var levels = RecentRows()
  /// The levels of the frequency bands in dB, but at least twice the power of the noise floor.
  private var clearLevels = RecentRows()
  /// The sum, over all frequency bands, of the power above the noise floor.
  private var excesses = RecentFrames(Float(0))
  /// The maxima of `excesses`.
  private var loudest = RunningMaximum()
  /// `excesses`, smoothed over three frames, for the judge.
  private var smoothedExcesses = RecentFrames(Float(0))
  /// The maxima of `smoothedExcesses`.
  private var smoothedLoudest = RunningMaximum()
  /// The center of the spectrum above the noise, as the number of a frequency band.
  private var middles = RecentFrames(Float(0))
  /// How much stronger high frequency bands are than low ones, in dB.
  private var tilts = RecentFrames(Float(0))
  /// How much `levels` and `clearLevels` change within 40 ms, in dB.
  private var changes = RecentFrames(SIMD2<Float>(0, 0))
  private var smoothedChanges = RecentFrames(SIMD2<Float>(0, 0))
  private var clearChanges = RunningSum<SIMD2<Double>>()
  private var judge = SpeechJudge()
  private var worths = RecentFrames(Double(0))
  private var taken = 0
  private var hasEnded = false

  /// The weighted sum of the scores that `SpeechJudge` gave past frames, and the sum of the weights.
  private var (scores, scoreWeight) = (0.0, 0.0)
  /// The level of speech so far, in dB; nil before the first speech.
  private var speechLevel: Double?
  /// The number of frames with speech so far.
  private var spoken = 0

  /// The past hundredths of a second from which noise floor, loudness and the score of `SpeechJudge` are measured.
  private static let past = 400
  /// The later hundredths of a second from which they are measured. With much less, the noise floor of the first words
  /// would come from these words alone.
  private static let far = 146

  /// Takes the next frames' band powers. Appends the worth (needed playing time) of each frame that is ready.
  mutating func take(_ frames: [Float], into worths: inout [Double]) {
    for start in stride(from: 0, to: frames.count, by: BandMeter.count) {
      let row = frames[start..<start + BandMeter.count]
      powers.append { frames[start + $0] + 1e-12 }
      floors.append(row)
      peaks.append(row.reduce(0, +))
      advance(&worths)
    }
  }

  /// Appends the worths (needed playing times) of the last frames.
  mutating func end(into worths: inout [Double]) {
    hasEnded = true
    if powers.count > 0 { advance(&worths) }
  }

  /// Whether `count` values are enough for `frame`. Before the sound ends, `ahead` later values are needed as well.
  private func isReady(_ frame: Int, _ ahead: Int, in count: Int) -> Bool {
    hasEnded ? frame < count : frame + ahead < count
  }

  private mutating func advance(_ results: inout [Double]) {
    while isReady(levels.count, Self.far + RunningMaximum.blockLength, in: powers.count) { addLevel(levels.count) }
    while isReady(smoothedExcesses.count, 1, in: excesses.count) { addExcess(smoothedExcesses.count) }
    while isReady(changes.count, 2, in: levels.count) { addChange(changes.count) }
    while isReady(smoothedChanges.count, 2, in: changes.count) { addSmoothedChange(smoothedChanges.count) }
    while isReady(judge.count, 2, in: min(smoothedChanges.count, smoothedExcesses.count)) { addToJudge(judge.count) }
    while isReady(worths.count, Self.far + RunningMaximum.blockLength, in: judge.count) {
      worths.append(worth(of: worths.count))
    }
    while isReady(taken, 1, in: worths.count) {
      // The worths (needed playing times) are smoothed, so that each change takes at least three frames.
      let sides = worths[nearest: taken - 1] + worths[nearest: taken + 1]
      results.append((worths[taken] + sides / 2) / 2)
      taken += 1
    }
  }

  private mutating func addLevel(_ frame: Int) {
    let block = frame / RunningMaximum.blockLength
    if block != surroundings.block {
      let (start, end) = (frame - Self.past, frame + Self.far)
      surroundings = (
        block, floors.floor(from: start, to: end), peaks.maximum(from: start, to: end) * Self.faintest
      )
    }
    let (floor, row) = (surroundings.floor, powers.start(of: frame))
    var (total, middle, strengths, tilt): (Float, Float, Float, Float) = (0, 0, 0, 0)
    levels.append { band in
      let excess = max(0, powers[row + band] - floor[band])
      let level = Decibels.of(floor[band] + excess + surroundings.faintest)
      let strength = excess.squareRoot().squareRoot()
      total += excess
      middle += strength * Float(band)
      strengths += strength
      if 15..<24 ~= band { tilt += level / 9 }
      if 3..<10 ~= band { tilt -= level / 7 }
      return level
    }
    clearLevels.append { band in
      Decibels.of(max(powers[row + band], Self.strongNoise * floor[band]) + surroundings.faintest)
    }
    tilts.append(tilt)
    middles.append(strengths > 0 ? middle / strengths : 0)
    excesses.append(total)
    loudest.append(total)
  }

  /// Noise seldom exceeds its minimum power by more than this factor.
  private static let strongNoise: Float = 2
  /// Power 60 dB below the loudest frame is inaudible.
  private static let faintest: Float = 1e-6

  private mutating func addExcess(_ frame: Int) {
    let sum = excesses[nearest: frame - 1] + excesses[frame] + excesses[nearest: frame + 1]
    smoothedExcesses.append(sum / 3)
    smoothedLoudest.append(sum / 3)
  }

  private mutating func addChange(_ frame: Int) {
    changes.append(
      SIMD2(levels.distance(frame + 2, frame - 2), clearLevels.distance(frame + 2, frame - 2)))
  }

  private mutating func addSmoothedChange(_ frame: Int) {
    let beside = changes[nearest: frame - 1] + changes[nearest: frame + 1]
    let outer = changes[nearest: frame - 2] + changes[nearest: frame + 2]
    // The weights of a Hann window over five frames.
    let change = (changes[frame] + 0.75 * beside + 0.25 * outer) / 3
    smoothedChanges.append(change)
    clearChanges.append(SIMD2(Double(change[1]), 0))
  }

  private mutating func addToJudge(_ frame: Int) {
    let loudest = smoothedLoudest.maximum(from: frame - Self.past, to: frame + 2)
    let level = Decibels.of((smoothedExcesses[frame] + 1e-12) / (loudest + 1e-12))
    var tilt: Float = 0
    for near in frame - 2...frame + 2 { tilt += tilts[nearest: near] }
    judge.add(
      change: Double(smoothedChanges[frame][0]), level: Double(max(-40, level)), middle: Double(middles[frame]),
      tilt: Double(tilt / 5))
  }

  private mutating func worth(of frame: Int) -> Double {
    let (start, end) = (frame - Self.past, frame + Self.far)
    scores = scores * Self.memory + judge.score(from: start, to: end)
    scoreWeight = scoreWeight * Self.memory + 1
    let trust = min(1, max(0, (scores / scoreWeight - Self.leastScore) / (Self.fullScore - Self.leastScore)))

    let loudest = Double(Decibels.of(loudest.maximum(from: start, to: end) + 1e-12))
    let level = Double(Decibels.of(excesses[frame] + 1e-12))
    if trust > 0.9 {
      spoken += 1
      // Waits for `certain` frames of speech, because some music begins like speech.
      if spoken > Self.certain { speechLevel = max(loudest, (speechLevel ?? loudest) - Self.forgetting) }
    }
    let change = Double(smoothedChanges[frame][1]) / (clearChanges.mean(from: start, to: end)[0] + 1e-3)
    let loudness = min(1, Self.gain * max(0, (level - loudest) / Self.range + 1))
    let worth = change * (Self.leastLoudness + (1 - Self.leastLoudness) * loudness)
    return trust * worth + (1 - trust) * unspoken(level)
  }

  /// The worth (needed playing time) of sound that is not speech: as little as a pause if the sound is much quieter
  /// than speech, and 1 if it is nearly as loud.
  private func unspoken(_ level: Double) -> Double {
    guard let speechLevel else { return 1 }
    return Self.pause + (1 - Self.pause) * min(1, max(0, (level - speechLevel + 35) / 10))
  }

  private static let certain = 500
  private static let memory = exp(-1.0 / 800)
  private static let leastScore = -0.1
  private static let fullScore = 0.6
  /// How fast the remembered level of speech falls, in dB per frame.
  private static let forgetting = 0.0005
  private static let leastLoudness = 0.15
  /// The worth of a pause.
  private static let pause = 0.02
  /// A sound that is this many dB below the loudest counts as silent.
  private static let range = 40.0
  private static let gain = 1.6
}
