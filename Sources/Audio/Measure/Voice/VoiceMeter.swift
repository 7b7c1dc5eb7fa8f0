import Values

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
    for frame in spectra.take(converter.take(samples)) {
      features.take(frame)
      advance()
    }
    append(to: &probabilities)
  }

  mutating func end(into probabilities: inout [Double]) {
    for frame in spectra.take(converter.end()) + spectra.end() { features.take(frame) }
    features.end()
    advance()
    context.end()
    advance()
    decision.end()
    append(to: &probabilities)
  }

  private mutating func advance() {
    while let values = features.next() { context.take(values) }
    while let inputs = context.next() { decision.take(VoiceNetwork.odds(of: inputs)) }
  }

  private mutating func append(to probabilities: inout [Double]) {
    while let probability = decision.next() { probabilities.append(probability) }
  }
}

/// Prints the probability that somebody speaks, 100 times a second.
struct VoiceMeter: SoundMeter {
  private var detector: VoiceDetector
  private var lines: TimedLines
  private var frame = 0

  init(rate: Int, from start: Double) {
    detector = VoiceDetector(rate: rate)
    lines = TimedLines(from: start)
  }

  mutating func take(_ sound: Planes<Float>, count: Int) {
    var probabilities: [Double] = []
    detector.take(sound.mixed(count: count), into: &probabilities)
    write(probabilities)
  }

  mutating func end() {
    var probabilities: [Double] = []
    detector.end(into: &probabilities)
    write(probabilities)
  }

  private mutating func write(_ probabilities: [Double]) {
    for probability in probabilities {
      lines.write(
        at: Double(frame) / Double(SpectrumFrames.rate), " \(DecimalText.print(probability, decimals: 4))")
      frame += 1
    }
  }

  mutating func takeText() -> [UInt8] { lines.take() }
}
