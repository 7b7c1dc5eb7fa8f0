import Tool
import Values
import Warp

// Without arguments, warp-bench measures how fast maps are walked. With arguments, it writes and measures the
// streams of scripts/bench and scripts/soak. The first words choose the benchmark.

let words = Array(CommandLine.arguments.dropFirst())
switch (words.first, words.dropFirst().first) {
case (nil, _): try MapBench.run()
case ("score", "speech"): try SpeechBench.run(words)
case ("sound", "clicks"), ("sound", "ticks"), ("sound", "noise"), ("score", "struck"): try StruckBench.run(words)
case ("score", "flatness"): try NoiseBench.score()
case ("sound", _), ("keys", _), ("score", _): try PitchBench.run(words)
case ("ramp", _), ("follow", _), ("film", _), ("numbers", _): try SoakBench.run(words)
default: try SoundBench.run(words)
}

enum Given {
  static func number(_ text: String) throws -> Double {
    guard let number = NumberSyntax.parse(text) else { throw Failure(.usage, "'\(text)' is no number") }
    return number
  }

  /// - Parameter path: a file with a table.
  static func map(_ path: String) throws -> TimeMap {
    let source = try FileSource(path: path)
    return try TableReader.map(named: source.name) { try source.read(into: &$0) }
  }
}
