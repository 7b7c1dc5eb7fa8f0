import Glibc

/// A neural network with one layer of 16 hidden units, from the 88 values of `VoiceContext` to the evidence for speech.
enum VoiceNetwork {
  private static let hidden: [SIMD16<Float>] = stride(from: 0, to: VoiceWeights.hidden.count, by: 16).map { first in
    SIMD16(VoiceWeights.hidden[first..<first + 16])
  }
  private static let offsets = SIMD16(VoiceWeights.offsets)

  /// The log-odds of speech.
  static func odds(of inputs: [Float]) -> Float {
    var sums = offsets
    for index in inputs.indices {
      let value = (inputs[index] - VoiceWeights.means[index]) / VoiceWeights.deviations[index]
      sums += hidden[index] * min(4, max(-4, value))
    }
    var odds = VoiceWeights.offset
    for unit in 0..<16 { odds += tanh(sums[unit]) * VoiceWeights.results[unit] }
    return odds
  }
}
