/// Tells speech from other sounds, 100 times a second.
struct VoiceDetector {
  private var spectra = VoiceSpectra()
  private var features = VoiceFeatures()
  private var context = VoiceContext()
  private var decision = VoiceDecision()
  private var converter: RateConverter

  init(rate: Int) { converter = RateConverter(from: rate) }

  /// Takes the next samples. Appends the probability of speech of each frame that is ready.
  mutating func take(_ samples: [Float], into probabilities: inout [Double]) {
    for frame in spectra.take(converter.take(samples)) { take(frame, &probabilities) }
  }

  mutating func end(into probabilities: inout [Double]) {
    for frame in spectra.take(converter.end()) + spectra.end() { take(frame, &probabilities) }
    features.end()
    advance(&probabilities)
    context.end()
    judge(&probabilities)
    decision.end()
    decide(&probabilities)
  }

  private mutating func take(_ frame: VoiceSpectra.Frame, _ probabilities: inout [Double]) {
    features.take(frame)
    advance(&probabilities)
  }

  /// Each step keeps few frames. So all that is ready passes through all steps before the next frame.
  private mutating func advance(_ probabilities: inout [Double]) {
    while let values = features.next() {
      context.take(values)
      judge(&probabilities)
    }
  }

  private mutating func judge(_ probabilities: inout [Double]) {
    while let inputs = context.next() {
      decision.take(VoiceNetwork.odds(of: inputs))
      decide(&probabilities)
    }
  }

  private mutating func decide(_ probabilities: inout [Double]) {
    while let probability = decision.next() { probabilities.append(probability) }
  }
}
