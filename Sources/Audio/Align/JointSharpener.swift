import Glibc
import Streams

/// Finds the sample at which a recorder was stopped, if the time of the stop is known to within 1.6 s.
final class JointSharpener {
  /// The number of samples compared: four seconds before the approximate time of the stop, and four after it.
  private static let length = 1 << 16
  /// The largest error of the approximate time at which the recorder was stopped, in samples.
  private static let reach = 12800
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
    let weights = Self.weights(before.doubts, after.doubts)
    let (a, b) = (weighted(sound, less: before.samples, weights), weighted(sound, less: after.samples, weights))
    // The sound matches `before` until the recorder stopped, then `after`. The sample found minimizes the sum of
    // squared differences, which weigh less where the sound is loud, because echoes are loud there too.
    let local = Self.local
    func power(_ sample: Int) -> Double { Double(a[sample] * a[sample] + b[sample] * b[sample]) / 2 }
    let usual = a.indices.reduce(1e-20) { $0 + power($1) } * Double(2 * local) / Double(Self.length)
    var near = (edge - local..<edge + local).reduce(0) { $0 + power($1) }
    var (sum, best) = (0.0, (sum: 0.0, sample: edge))
    for sample in edge..<Self.length - edge {
      near += power(sample + local) - power(sample - local)
      sum += Double(a[sample] * a[sample] - b[sample] * b[sample]) / (near + usual)
      if sum < best.sum { best = (sum, sample + 1) }
    }
    return place - half + best.sample
  }

  /// What another recording explains of a sound, and which share of its power stays unexplained in each Fourier bin.
  /// By default, it explains nothing, and nothing is known of the bins.
  private struct Explanation {
    var samples = [Float](repeating: 0, count: length)
    var doubts: [Float]?
  }

  /// Filters the whitened samples of `scene` around `place` so that they come as near to `sound` as they can within
  /// `span`. Frequencies that are noise in one of the recordings explain nothing.
  private func explained(
    by scene: SoundDigest, from place: Double?, _ sound: [Float], comparing span: Range<Int>
  ) throws(StreamFailure) -> Explanation {
    guard let place else { return Explanation() }
    let part = try whitened(scene, from: place - Double(Self.length / 2))
    let (causes, effects) = (bins(of: part, within: span), bins(of: sound, within: span))
    let causePowers = Self.summed(causes.map { $0.timesConjugate(of: $0) })
    let effectPowers = Self.summed(effects.map { $0.timesConjugate(of: $0) })
    let gains = zip(Self.summed(zip(effects, causes).map { $0.timesConjugate(of: $1) }), causePowers)
      .map { $0 / max($1.x, 1e-20) }
    let whole = bins(of: part, within: 0..<Self.length)
    for index in whole.indices { unsafe transform.bins[index] = whole[index].times(gains[index]) }
    transform.inverse()
    let doubts = gains.indices.map { index in
      let found = gains[index].timesConjugate(of: gains[index]).x * causePowers[index].x
      return max(0, 1 - found / max(effectPowers[index].x, 1e-20))
    }
    return Explanation(samples: unsafe Array(transform.samples), doubts: doubts)
  }

  /// The Fourier bins of the samples of `span`, with zeros in place of the others.
  private func bins(of sound: [Float], within span: Range<Int>) -> [FourierTransform.Bin] {
    for index in sound.indices { unsafe transform.samples[index] = span.contains(index) ? sound[index] : 0 }
    transform.forward()
    return unsafe Array(transform.bins)
  }

  /// Adds to each bin those within 50 Hz.
  private static func summed(_ bins: [FourierTransform.Bin]) -> [FourierTransform.Bin] {
    var sum = bins[..<width].reduce(SIMD2<Double>.zero) { $0 + SIMD2<Double>($1) }
    return bins.indices.map { index in
      if index + width < bins.count { sum += SIMD2<Double>(bins[index + width]) }
      if index > width { sum -= SIMD2<Double>(bins[index - width - 1]) }
      return FourierTransform.Bin(sum)
    }
  }

  /// The better a frequency is explained, the more it weighs.
  private static func weights(_ first: [Float]?, _ second: [Float]?) -> [Float] {
    let known = [first, second].compactMap(\.self)
    return (0...length / 2).map { index in
      let doubt = known.reduce(0) { $0 + $1[index] } / Float(max(1, known.count))
      return 1 / max(doubt, 0.02).squareRoot()
    }
  }

  /// What is left of a sound without what is explained.
  private func weighted(_ sound: [Float], less explained: [Float], _ weights: [Float]) -> [Float] {
    for index in sound.indices { unsafe transform.samples[index] = sound[index] - explained[index] }
    transform.forward()
    for index in weights.indices { unsafe transform.bins[index] *= weights[index] }
    transform.inverse()
    return unsafe Array(transform.samples)
  }

  /// Returns the samples from `place` on, with all frequencies made equally loud. `place` may lie between two samples.
  private func whitened(_ recording: SoundDigest, from place: Double) throws(StreamFailure) -> [Float] {
    let start = Int(place.rounded(.down))
    try recording.copy(from: start, into: &samples)
    for index in samples.indices { unsafe transform.samples[index] = samples[index] }
    transform.forward()
    let band = PhaseCorrelator.band(for: Self.length)
    let turn = 2 * .pi * (place - Double(start)) / Double(Self.length)
    // Averaging the power over 100 Hz keeps the whitening filter short, so that sounds are not smeared in time.
    let powers = Self.summed(unsafe transform.bins.map { $0.timesConjugate(of: $0) })
    for index in powers.indices {
      let size = max(0, powers[index].x).squareRoot()
      guard band.contains(index), size > 1e-20 else {
        unsafe transform.bins[index] = .zero
        continue
      }
      let bin = unsafe transform.bins[index]
      let (cosine, sine) = (Float(cos(turn * Double(index))), Float(sin(turn * Double(index))))
      unsafe transform.bins[index] = bin.times(FourierTransform.Bin(cosine, sine)) / size
    }
    transform.inverse()
    return unsafe Array(transform.samples)
  }
}

extension FourierTransform.Bin {
  /// The product of two complex numbers.
  fileprivate func times(_ factor: Self) -> Self {
    Self(x * factor.x - y * factor.y, x * factor.y + y * factor.x)
  }

  /// The product with the conjugate of `factor`.
  fileprivate func timesConjugate(of factor: Self) -> Self {
    Self(x * factor.x + y * factor.y, y * factor.x - x * factor.y)
  }
}
