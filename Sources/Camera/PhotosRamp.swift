import Glibc

/// How Photos gets from normal speed to slow motion, and back.
///
/// A ramp begins with some time at normal speed. Then the speed falls in many equal steps. Later steps are longer in
/// the result: by a power of how much of the change is done.
struct PhotosRamp: Equatable {
  /// Source seconds at normal speed.
  let opening: Double
  /// Source seconds of the change of speed.
  let length: Double
  /// The speed in the middle of these.
  let middleSpeed: Double

  /// All source seconds of the ramp.
  var total: Double { opening + length }

  /// From normal speed to slow motion at `speed`.
  static func down(to speed: Double) -> PhotosRamp {
    PhotosRamp(to: speed, lasting: 0.56, opening: 0.1, stepCount: 34, power: 1.2)
  }

  /// From slow motion at `speed` to normal speed. Its opening comes last.
  static func up(from speed: Double) -> PhotosRamp {
    PhotosRamp(to: speed, lasting: 0.35, opening: 0.08, stepCount: 20, power: 2)
  }

  /// - Parameter lasting: the seconds of the whole ramp in the result.
  private init(to speed: Double, lasting: Double, opening: Double, stepCount: Int, power: Double) {
    let steps = (1...stepCount).map { Double($0) / Double(stepCount + 1) }
    let weights = steps.map { pow($0, power) }
    let sum = weights.reduce(0, +)
    let shown = lasting - opening
    let length = shown * zip(steps, weights).reduce(0) { $0 + (1 - (1 - speed) * $1.0) * $1.1 / sum }
    self.opening = opening
    self.length = length
    middleSpeed = Self.middleSpeed(to: speed, share: shown / length)
  }

  /// The speed half-way, with which two straight changes of speed take as long as the steps.
  ///
  /// - Parameter share: how many times longer the change lasts in the result than in the source.
  private static func middleSpeed(to speed: Double, share: Double) -> Double {
    var (slow, fast) = (speed / 2, 1.0)
    for _ in 0..<60 {
      let middle = (slow + fast) / 2
      let lasting = (meanScale(1, middle) + meanScale(middle, speed)) / 2
      if lasting > share { slow = middle } else { fast = middle }
    }
    return (slow + fast) / 2
  }

  /// The mean of 1 / speed over a straight change of speed.
  private static func meanScale(_ one: Double, _ other: Double) -> Double {
    abs(other - one) < 1e-9 ? 1 / one : log(other / one) / (other - one)
  }
}
