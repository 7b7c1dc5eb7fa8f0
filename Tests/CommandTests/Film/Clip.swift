import Foundation

/// A clip in which every frame shows its own number in black and white, and some begin with a beep, so that it can be
/// measured when each is seen and heard. `Shell/clip.sh` makes it (`make_clip`) and decodes what becomes of it
/// (`look`).
enum Clip {
  static let frameRate = 30.0
  static let frames = 120
  /// The frames during which there is a beep, which begins and ends with the frame.
  static let beeps = [15, 45, 75, 105]
  static let beepLength = 1 / frameRate

  /// What `look` prints: the pictures with their timestamps, and the samples that are not silent.
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

    /// The middle of the sound within `reach` of a time: the mean of the times of its samples, weighted with their
    /// energy. Nil if there is silence.
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
