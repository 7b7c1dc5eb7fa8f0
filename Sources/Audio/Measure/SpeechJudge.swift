import Glibc

/// Judges whether a sound is speech, by how it changes over some seconds.
///
/// In speech, the center of the spectrum wanders, and loud and quiet alternate. Music and noise are steadier. The
/// weights come from a logistic regression. Its examples of speech were recorded prompts of one voice, some with
/// background noise or music. The other examples were nine pieces of music, white noise and a tone.
struct SpeechJudge {
  /// The values of a frame that are averaged over some seconds: see `add`.
  typealias Values = SIMD16<Double>
  private var sums = RunningSum<Values>()

  var count: Int { sums.count }

  /// - Parameters:
  ///   - change: how much the spectrum changes at the frame, in dB.
  ///   - level: the level relative to the loudest frame nearby, in dB; at most 0.
  ///   - middle: the center of the spectrum, as the number of a frequency band.
  ///   - tilt: how much stronger high frequency bands are than low ones, in dB.
  mutating func add(change: Double, level: Double, middle: Double, tilt: Double) {
    var values = Values.zero
    values[0] = change
    values[1] = change * change
    values[2] = level
    values[3] = level * level
    values[4] = tilt
    values[5] = tilt * tilt
    values[6] = level < -15 ? 1 : 0
    if level > -25 {
      values[7] = 1
      values[8] = middle
      values[9] = middle * middle
    }
    sums.append(values)
  }

  /// Returns how much the sound between two frames resembles speech, from −4 to 4. A positive score means speech.
  func score(from start: Int, to end: Int) -> Double {
    let means = sums.mean(from: start, to: end)
    let change = means[0]
    let loud = max(1e-9, means[7])
    let score =
      Self.offset + Self.ofChange * change
      + Self.ofChanging * Self.deviation(means[1], change) / (change + 0.1)
      + Self.ofLevel * means[2] + Self.ofLevels * Self.deviation(means[3], means[2])
      + Self.ofMiddles * Self.deviation(means[9] / loud, means[8] / loud)
      + Self.ofTilts * Self.deviation(means[5], means[4]) + Self.ofQuiet * means[6]
    return min(4, max(-4, score))
  }

  private static func deviation(_ meanSquare: Double, _ mean: Double) -> Double {
    max(0, meanSquare - mean * mean).squareRoot()
  }

  private static let offset = -5.765
  private static let ofChange = 0.3713
  private static let ofChanging = -11.4307
  private static let ofLevel = 0.4883
  private static let ofLevels = 0.0774
  private static let ofMiddles = 2.1293
  private static let ofTilts = 0.9534
  private static let ofQuiet = 21.9396
}
