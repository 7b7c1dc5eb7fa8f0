/// Measures how fast each part of a speech can be played. It computes the power in frequency bands, then the playing
/// time that each moment needs, then speed keyframes.
struct PaceMeter: SoundMeter {
  private var bands: BandMeter
  private var meter = SpeechMeter()
  private var lines: SpeedLines

  init(rate: Int, from start: Double) {
    bands = BandMeter(rate: rate)
    lines = SpeedLines(from: start)
  }

  mutating func take(_ sound: Planes<Float>, count: Int) {
    var frames: [Float] = []
    bands.take(sound.mixed(count: count)[...], into: &frames)
    take(frames)
  }

  mutating func end() {
    var frames: [Float] = []
    bands.end(into: &frames)
    take(frames)
    var worths: [Double] = []
    meter.end(into: &worths)
    for worth in worths { lines.take(worth) }
    lines.end()
  }

  private mutating func take(_ frames: [Float]) {
    var worths: [Double] = []
    meter.take(frames, into: &worths)
    for worth in worths { lines.take(worth) }
  }

  mutating func takeText() -> [UInt8] { lines.takeText() }
}
