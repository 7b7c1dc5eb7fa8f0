import Glibc
import Streams

/// Finds the sample at which a recorder was stopped, if the time of the stop is known to within 0.4 s.
final class JointSharpener {
  /// The number of samples compared: four seconds before the approximate time of the stop, and four after it.
  private static let length = 1 << 16
  /// The largest error of the approximate time at which the recorder was stopped, in samples.
  private static let reach = 3200
  /// The power of a Fourier bin is averaged over this many bins on each side: 50 Hz.
  private static let width = 400
  /// The power of a sample is averaged over this many samples on each side: 50 ms.
  private static let local = 400

  private let transform = FourierTransform(length: length)
  private var samples = [Float](repeating: 0, count: length)

  /// - Parameters:
  ///   - place: the sample of `stopped` near which the recorder was stopped.
  ///   - first, second: the positions of `place` in `scene` by the clock offsets before and after the recorder stopped.
  ///     Nil if `stopped` has something else there.
  func joint(
    near place: Int, in stopped: SoundDigest, of scene: SoundDigest, at first: Double?, then second: Double?
  ) throws(StreamFailure) -> Int {
    let half = Self.length / 2
    let edge = half - Self.reach
    let sound = try whitened(stopped, from: Double(place - half))
    let before = try explained(by: scene, from: first, sound, comparing: 0..<edge)
    let after = try explained(by: scene, from: second, sound, comparing: Self.length - edge..<Self.length)
    // The sound matches `before` until the recorder stopped, then `after`. The sample found minimizes the sum of
    // squared differences, which weigh less where the sound is loud, because echoes are loud there too.
    let local = Self.local
    let usual = sound.reduce(1e-20) { $0 + Double($1 * $1) } * Double(2 * local) / Double(Self.length)
    var power = sound[edge - local..<edge + local].reduce(0) { $0 + Double($1 * $1) }
    var (sum, best) = (0.0, (sum: 0.0, sample: edge))
    for sample in edge..<Self.length - edge {
      let (a, b) = (sound[sample] - before[sample], sound[sample] - after[sample])
      power += Double(sound[sample + local] * sound[sample + local] - sound[sample - local] * sound[sample - local])
      sum += Double(a * a - b * b) / (power + usual)
      if sum < best.sum { best = (sum, sample + 1) }
    }
    return place - half + best.sample
  }

  /// Returns the whitened (spectrally flat) samples of `scene` around `place`, scaled to their level in `sound`; zeros
  /// without a place.
  private func explained(
    by scene: SoundDigest, from place: Double?, _ sound: [Float], comparing span: Range<Int>
  ) throws(StreamFailure) -> [Float] {
    guard let place else { return [Float](repeating: 0, count: Self.length) }
    let part = try whitened(scene, from: place - Double(Self.length / 2))
    let gain = Self.gain(of: part, in: sound, span)
    return part.map { $0 * gain }
  }

  /// Returns the samples from `place` on, with all frequencies made equally loud. `place` may lie between two samples.
  private func whitened(_ recording: SoundDigest, from place: Double) throws(StreamFailure) -> [Float] {
    let start = Int(place.rounded(.down))
    try recording.copy(from: start, into: &samples)
    for index in samples.indices { unsafe transform.samples[index] = samples[index] }
    transform.forward()
    let band = PhaseCorrelator.band(for: Self.length)
    let turn = 2 * .pi * (place - Double(start)) / Double(Self.length)
    let powers = (0...Self.length / 2).map { index in
      let bin = unsafe transform.bins[index]
      return Double(bin.x * bin.x + bin.y * bin.y)
    }
    // Averaging the power over 100 Hz keeps the whitening filter short, so that sounds are not smeared in time.
    var sum = powers[..<Self.width].reduce(0, +)
    for index in 0...Self.length / 2 {
      if index + Self.width < powers.count { sum += powers[index + Self.width] }
      if index > Self.width { sum -= powers[index - Self.width - 1] }
      let size = Float(max(0, sum).squareRoot())
      guard band.contains(index), size > 1e-20 else {
        unsafe transform.bins[index] = .zero
        continue
      }
      let bin = unsafe transform.bins[index]
      let (cosine, sine) = (Float(cos(turn * Double(index))), Float(sin(turn * Double(index))))
      unsafe transform.bins[index] =
        FourierTransform.Bin(bin.x * cosine - bin.y * sine, bin.x * sine + bin.y * cosine) / size
    }
    transform.inverse()
    return unsafe Array(transform.samples)
  }

  /// Returns the gain with which `part` occurs in `sound`. Several lags are tried, because clock drift shifts sounds.
  private static func gain(of part: [Float], in sound: [Float], _ span: Range<Int>) -> Float {
    let span = span.lowerBound + 6..<span.upperBound - 6
    let power = span.reduce(Float(1e-20)) { $0 + part[$1] * part[$1] }
    return (-6...6).map { lag in span.reduce(Float(0)) { $0 + part[$1] * sound[$1 + lag] } / power }.max() ?? 0
  }
}
