import Values

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
