import Glibc
import Tool
import Warp

/// Compares speech that was retimed with its pitch kept with its source. `score speech MAP SOURCE` reads the retimed
/// sound. It prints the distance of the mel spectrograms in dB and the latency that was compensated. Sounds are raw
/// samples in f32le with one channel at 44.1 kHz.
struct SpeechBench {
  private let spectrogram = MelSpectrogram()
  private let source: [Double]
  private let retimed: [Double]
  /// The times in the source that are compared. `levels` has their levels.
  private let times: [Double]
  private let warpedTimes: [Double]
  private let levels: [Double]
  /// The level of the loudest band of the whole source.
  private let loudest: Double
  /// The indices of the times with speech, which have a band within 45 dB of the loudest.
  private let spoken: [Int]

  static func run(_ words: [String]) throws {
    guard words.count == 4 else { throw Failure(.usage, "there is score speech MAP SOURCE") }
    let source = try Samples.firstChannel(of: FileSource(path: words[3]), among: 1)
    let retimed = try Samples.firstChannel(of: FileSource(.input), among: 1)
    try SpeechBench(source: source, retimed: retimed, map: Given.map(words[2])).score()
  }

  private init(source: [Double], retimed: [Double], map: TimeMap) throws {
    self.source = source
    self.retimed = retimed
    // Every 5 ms, except near the ends, where some tools fade and others stop early.
    let last = Double(source.count) / MelSpectrogram.rate - 0.5
    let pairs = stride(from: 0.1, to: last, by: 0.005).compactMap { time in
      map.visits(of: time).first.map { (time, $0.warped) }
    }
    guard !pairs.isEmpty else { throw Failure(.usage, "the source is too short") }
    times = pairs.map(\.0)
    warpedTimes = pairs.map(\.1)
    levels = spectrogram.levels(of: source, at: times)
    let bands = MelSpectrogram.bandCount
    let peaks = times.indices.map { [levels] in levels[$0 * bands..<($0 + 1) * bands].max() ?? -.infinity }
    let loudest = peaks.max() ?? 0
    self.loudest = loudest
    spoken = times.indices.filter { peaks[$0] > loudest - 45 }
  }

  /// Compensates a constant latency of up to 60 ms, which is no fault of the sound.
  private func score() {
    // A quarter of the times is enough to find the latency.
    let some = spoken.filter { $0.isMultiple(of: 4) }
    let latencies = (-12...12).map { Double($0) * 0.005 }
    let latency = latencies.map { ($0, distance(at: some, latency: $0)) }.min { $0.1 < $1.1 }?.0 ?? 0
    print("distance_dB", distance(at: spoken, latency: latency), separator: "\t")
    print("latency_ms", latency * 1000, separator: "\t")
  }

  /// The root mean square of the differences in level over all bands at the given times. Levels 60 dB below the loudest
  /// count as silence.
  private func distance(at places: [Int], latency: Double) -> Double {
    let bands = MelSpectrogram.bandCount
    let floor = loudest - 60
    let heard = spectrogram.levels(of: retimed, at: places.map { warpedTimes[$0] + latency })
    var sum = 0.0
    for (index, place) in places.enumerated() {
      for band in 0..<bands {
        let difference = max(floor, heard[index * bands + band]) - max(floor, levels[place * bands + band])
        sum += difference * difference
      }
    }
    return (sum / Double(max(1, places.count * bands))).squareRoot()
  }
}
