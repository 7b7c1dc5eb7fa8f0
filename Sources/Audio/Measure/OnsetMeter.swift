import Values

/// Finds where sounds begin: struck, plucked, sung or spoken. A sound begins where many frequency bands become much
/// stronger at once. In addition, the bands must stay strong, or the sound as a whole must rise suddenly. Cutting off a
/// tone makes all bands strong for an instant, but meets neither condition.
struct OnsetMeter: SoundMeter {
  private let rate: Int
  private var bands: BandMeter
  private var rises = BandRises()
  private var attacks: AttackMeter
  private var lines: TimedLines
  /// The number of frames (hundredths of a second) that have been examined.
  private var frame = 0

  init(rate: Int, from start: Double) {
    self.rate = rate
    bands = BandMeter(rate: rate)
    attacks = AttackMeter(rate: rate)
    lines = TimedLines(from: start)
  }

  /// The rise in level at an onset is the largest within this many hundredths of a second before and after it.
  private static let near = 3
  /// The rise at an onset is at least `leastRatio` times the mean rise of this many frames before and after it.
  private static let (past, ahead) = (50, 10)
  /// The smallest rise of an onset, in dB above the rise that noise alone causes.
  private static let leastRise: Float = 0.8
  /// The smallest lasting rise of an onset that is not sudden, in dB.
  private static let leastLasting: Float = 0.4
  private static let leastRatio: Float = 2

  mutating func take(_ sound: Planes<Float>, count: Int) {
    let mixed = sound.mixed(count: count)
    attacks.take(mixed)
    var frames: [Float] = []
    bands.take(mixed[...], into: &frames)
    rises.take(frames)
    while frame + Self.ahead < rises.count { look() }
  }

  /// Frames that extend beyond the end are ignored: the end of a sound has power in all frequency bands.
  mutating func end() {
    while frame < rises.count { look() }
  }

  mutating func takeText() -> [UInt8] { lines.take() }

  private mutating func look() {
    defer { frame += 1 }
    let rise = rises.rise(frame)
    guard rise >= Self.leastRise, isPeak(rise) else { return }
    let time = Double(frame) / Double(SpectrumFrames.rate)
    let attack = attacks.attack(around: time)
    guard attack.isSudden || rises.lasting(frame) >= Self.leastLasting else { return }
    lines.write(at: attack.time ?? time, " # \(DecimalText.print(Double(rise), decimals: 1)) dB")
  }

  private func isPeak(_ rise: Float) -> Bool {
    for distance in 1...Self.near {
      if rises.rise(frame - distance) > rise || rises.rise(frame + distance) >= rise { return false }
    }
    let around = frame - Self.past..<frame + Self.ahead
    let mean = around.reduce(0) { $0 + rises.rise($1) } / Float(around.count)
    return rise >= Self.leastRatio * mean
  }
}

/// How much stronger the frequency bands become in each frame, a hundredth of a second.
private struct BandRises {
  private var powers = RecentRows()
  private var peaks = RunningMaximum()
  private var rises = RecentFrames(Float(0))
  private var lastings = RecentFrames(Float(0))

  /// The number of frames whose rise is known.
  var count: Int { rises.count }

  /// The mean rise of all frequency bands in a frame, in dB; 0 if unknown.
  func rise(_ frame: Int) -> Float { frame >= 0 && frame < count ? rises[frame] : 0 }

  /// The part of a frame's rise, in dB, that remains 20 and 30 ms later.
  func lasting(_ frame: Int) -> Float { lastings[frame] }

  mutating func take(_ frames: [Float]) {
    for start in stride(from: 0, to: frames.count, by: BandMeter.count) {
      let row = frames[start..<start + BandMeter.count]
      powers.append { row[start + $0] }
      peaks.append(row.reduce(0, +))
      if powers.count > Self.reach { add(powers.count - 1 - Self.reach) }
    }
  }

  /// A frame is compared with this many frames before it, and with as many after it.
  private static let reach = 3
  /// The first frame to examine. A frame that extends before the start of the sound has power in all frequency bands.
  private static let first = reach + 1
  /// Audibility is measured against the loudest of this many earlier frames: four seconds.
  private static let past = 400
  /// Power 50 dB below the loudest frame is inaudible.
  private static let faintest: Float = 1e-5 / Float(BandMeter.count)
  /// Power 80 dB below full scale is inaudible.
  private static let silence: Float = 4e-6
  /// In noise, the power of a frequency band rises by less than this ratio.
  private static let noise: Float = 4

  private mutating func add(_ frame: Int) {
    guard frame >= Self.first else {
      rises.append(0)
      lastings.append(0)
      return
    }
    let peak = peaks.maximum(from: frame - Self.past, to: frame + Self.reach)
    let floor = max(Self.silence, peak * Self.faintest)
    let before = (powers.start(of: frame - 3), powers.start(of: frame - 2))
    let now = (powers.start(of: frame), powers.start(of: frame + 1))
    let later = (powers.start(of: frame + 2), powers.start(of: frame + 3))
    var (rise, lasting): (Float, Float) = (0, 0)
    for band in 0..<BandMeter.count {
      let quiet = floor + max(powers[before.0 + band], powers[before.1 + band])
      rise += Self.decibels((floor + max(powers[now.0 + band], powers[now.1 + band])) / quiet)
      lasting += Self.decibels((floor + min(powers[later.0 + band], powers[later.1 + band])) / quiet)
    }
    rises.append(rise / Float(BandMeter.count))
    lastings.append(lasting / Float(BandMeter.count))
  }

  /// Converts a ratio of powers to dB above the ratio that noise alone causes.
  private static func decibels(_ ratio: Float) -> Float { ratio > noise ? Decibels.of(ratio / noise) : 0 }
}
