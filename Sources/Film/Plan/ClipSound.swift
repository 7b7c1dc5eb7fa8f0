import Warp

/// A sound track as it is heard along a clip: it begins at source time 0, lasts as long as it is wanted, and is silent where it
/// has no packets. The result is made of that, and silences are looked for in it.
struct ClipSound {
  let stream: ProbedStream
  let facts: SoundFacts
  let span: ClipSpan
  let container: ContainerKind

  /// The commands that decode it, each of which reads what the one before it prints.
  ///
  /// - Parameters:
  ///   - decoding: how ffmpeg is started.
  ///   - input: options for what the first command opens.
  ///   - file: what it opens, and the track that it takes.
  ///   - seconds: how much of it is wanted, from source time 0 on.
  ///   - output: the words of the last command behind its input, which filter the sound first by what they are given.
  func commands(
    _ decoding: [String], _ input: [String], _ file: [String], lasting seconds: Double,
    to output: ([String]) -> [String]
  ) -> [[String]] {
    let count = Int((seconds * Double(facts.rate)).rounded(.up))
    func write(_ origin: Double) -> [String] {
      let fill = [LostSound.filling(from: "0"), "apad=whole_len=\(count),atrim=end_sample=\(count)"]
      return output([FilmPlan.shift(to: origin)].compactMap(\.self) + fill)
    }
    // At each change of its format ffmpeg would start its filters again from 0: all is converted to one format first.
    guard container.changesFormats else {
      return [decoding + input + ["-reinit_filter", "0"] + file + write(span.start)]
    }
    let uniform =
      ["-ac", "\(facts.channels)", "-ar", "\(facts.rate)", "-c:a", "pcm_f32le"]
      + ["-output_ts_offset", "\(stampOffset)", "-f", "nut", "-"]
    return [
      decoding + input + file + uniform,
      decoding + ["-copyts", "-f", "nut", "-i", "-"] + write(span.start + Double(stampOffset)),
    ]
  }

  /// Whole seconds that are added to the stamps of sound on its way to the second command. NUT has no negative stamps, and ffmpeg
  /// would move all of them to avoid one: those of a broadcast whose clock has wrapped around are negative by hours.
  private var stampOffset: Int { 10 + Int(min(1e12, max(0, -span.start)).rounded(.up)) }
}
