import Foundation

/// A clip for measuring sync: every frame shows its number in black and white, and some frames begin with a beep.
/// `make_clip` in `Shell/clip.sh` makes the clip, and `look` decodes a result.
enum Clip {
  static let frameRate = 30.0
  static let frames = 120
  /// The numbers of the frames with a beep. The beep lasts as long as its frame.
  static let beeps = [15, 45, 75, 105]
  static let beepLength = 1 / frameRate

  /// A result as decoded by `look` in `Shell/clip.sh`: frame numbers with timestamps, and samples that are not silent.
  struct Sight {
    var pictures: [(stamp: Double, number: Int)] = []
    var samples: [(index: Int, value: Double)] = []

    init(_ output: String) {
      for line in output.split(separator: "\n") {
        let fields = line.split(whereSeparator: \.isWhitespace)
        guard fields.count == 3 else {
          if fields.count == 2, let stamp = Double(fields[0]), let number = Int(fields[1]) {
            pictures.append((stamp, number))
          }
          continue
        }
        if let index = Int(fields[1]), let value = Double(fields[2]) { samples.append((index, value)) }
      }
    }

    /// Returns the center of the sound within `reach` seconds of a time: the mean time of the samples, weighted by
    /// energy. Returns nil for silence.
    func beep(near seconds: Double, within reach: Double) -> Double? {
      var (energy, weightedTime) = (0.0, 0.0)
      for sample in samples {
        let (time, weight) = (Double(sample.index) / 48_000, sample.value * sample.value)
        guard abs(time - seconds) < reach else { continue }
        energy += weight
        weightedTime += (time + 0.5 / 48_000) * weight
      }
      return energy > 0 ? weightedTime / energy : nil
    }
  }
}
