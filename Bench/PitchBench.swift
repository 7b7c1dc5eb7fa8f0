import Glibc
import Tool
import Warp

/// Measures sound that was retimed with its pitch kept. `sound NAME` writes a test sound of ten seconds. `keys MAP
/// [SECONDS]` prints a map as a time map for Rubber Band. `score NAME MAP` reads the retimed sound and prints its
/// errors. Sounds are raw samples in f32le with two channels at 44.1 kHz.
struct PitchBench {
  private let sound: Sound
  private static let rate = 44100.0
  private static let duration = 10.0
  private static let frequencies = (0..<12).map { 100 * pow(80, Double($0) / 11) }

  enum Sound: String {
    /// Tones of 1 kHz that begin at full strength every half second and decay.
    case onsets
    /// One steady tone of 1 kHz.
    case tone
    /// Twelve steady tones from 100 Hz to 8 kHz.
    case chord
  }

  static func run(_ arguments: [String]) throws {
    guard arguments.count > 1 else { return }
    if arguments[0] == "keys" {
      let seconds = arguments.count > 2 ? try Given.number(arguments[2]) : duration
      return try printKeys(of: Given.map(arguments[1]), seconds: seconds)
    }
    guard let sound = Sound(rawValue: arguments[1]) else { return }
    let bench = PitchBench(sound: sound)
    if arguments[0] == "sound" { return try bench.write() }
    guard arguments[0] == "score", arguments.count > 2 else { return }
    bench.score(try Stereo.leftChannel(), try Given.map(arguments[2]))
  }

  /// Prints pairs of source and warped frames, ten a second, for Rubber Band. Its results get worse with more pairs.
  ///
  /// - Parameter seconds: the length of the sound.
  private static func printKeys(of map: TimeMap, seconds: Double) {
    for key in 1...max(1, Int(seconds * 10)) {
      guard let warped = map.visits(of: Double(key) / 10).first?.warped else { continue }
      print(key * Int(rate) / 10, Int((warped * rate).rounded()))
    }
  }

  private var eventTimes: [Double] { (0..<Int(Self.duration * 2)).map { 0.25 + Double($0) / 2 } }

  private func value(at time: Double) -> Double {
    switch sound {
    case .onsets:
      let since = (time + 0.25).truncatingRemainder(dividingBy: 0.5)
      return time < 0.25 ? 0 : 0.5 * exp(-since / 0.05) * sin(2 * .pi * 1000 * since)
    case .tone: return 0.5 * sin(2 * .pi * 1000 * time)
    case .chord:
      return Self.frequencies.enumerated().reduce(0) {
        $0 + 0.05 * sin(2 * .pi * $1.element * time + Double($1.offset))
      }
    }
  }

  private func write() throws {
    var sink = FileSink(.output)
    for index in 0..<Int(Self.duration * Self.rate) {
      try sink.write(Stereo.frame(value(at: Double(index) / Self.rate)).span)
    }
    try sink.finish()
  }

  private func score(_ samples: [Double], _ map: TimeMap) {
    let length = (map.warpedLength ?? 0) * Self.rate
    print("length_ms", (Double(samples.count) - length.rounded()) / Self.rate * 1000, separator: "\t")
    if sound == .onsets { return scoreOnsets(samples, map) }
    print("tone_to_rest_dB", toneToRest(samples), separator: "\t")
  }

  /// Prints the median and the largest error of the onsets, in ms. An onset is where the sound reaches half its peak.
  private func scoreOnsets(_ samples: [Double], _ map: TimeMap) {
    let strengths = samples.map { abs($0) }
    var errors: [Double] = []
    for time in eventTimes {
      guard let warped = map.visits(of: time).first?.warped else { continue }
      // At the smallest scale of the maps, 0.25, onsets are 125 ms apart, so that within 60 ms there is only one.
      let (middle, reach) = (Int(warped * Self.rate), Int(0.06 * Self.rate))
      let around = max(0, middle - reach)..<min(strengths.count, middle + reach)
      guard !around.isEmpty, let peak = strengths[around].max(), peak > 0.01 else {
        errors.append(60)
        continue
      }
      let first = strengths[around].firstIndex { $0 >= peak / 2 } ?? middle
      errors.append(abs(Double(first) - warped * Self.rate) / Self.rate * 1000)
    }
    errors.sort()
    print("onset_median_ms", errors[errors.count / 2], separator: "\t")
    print("onset_worst_ms", errors[errors.count - 1], separator: "\t")
  }

  /// The power within 20 Hz of the tones over that of all other frequencies, in dB, without 0.3 s at either end.
  private func toneToRest(_ samples: [Double]) -> Double {
    let edge = Int(0.3 * Self.rate)
    guard samples.count > 4 * edge else { return -.infinity }
    let inner = samples[edge..<samples.count - edge]
    var size = 1
    while size < inner.count { size *= 2 }
    var re = [Double](repeating: 0, count: size)
    var im = re
    for (index, sample) in inner.enumerated() {
      let angle = 2 * .pi * Double(index) / Double(inner.count)
      // A Blackman window, which keeps a tone from leaking into distant bins.
      re[index] = sample * (0.42 - 0.5 * cos(angle) + 0.08 * cos(2 * angle))
    }
    FourierTransform(size: size).run(&re, &im)
    let tones = sound == .tone ? [1000] : Self.frequencies
    var (near, far) = (0.0, 0.0)
    for bin in 0...size / 2 {
      let frequency = Double(bin) * Self.rate / Double(size)
      let power = re[bin] * re[bin] + im[bin] * im[bin]
      if tones.contains(where: { abs($0 - frequency) < 20 }) { near += power } else { far += power }
    }
    return 10 * log10(near / max(far, 1e-30))
  }
}
