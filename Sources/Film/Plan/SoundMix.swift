import Values
import Warp

/// Changes the loudness of retimed sound and mixes music into it. ffmpeg does this. The last program is warp-audio,
/// which rounds the samples for the encoder and reports clipping.
extension SoundPlan {
  /// Whether the retimed sound needs more processing.
  var mixes: Bool { music != nil || level != 0 || !muted.isEmpty }

  /// - Parameters:
  ///  - name: the name of the track, for the stages.
  ///  - progress: the progress options of the first filter.
  func mixed(_ track: SoundTrack, _ name: String, _ progress: [String]) -> Feed {
    let own = track.stream.flatMap { stream in
      stream.sound.map { facts in
        MixInput(
          feed: self.own.retimed(stream, facts, name, as: Self.mixFormat, progress), facts: facts,
          filters: muting(at: facts.rate) + facts.filters(to: track.facts) + Self.volume(level))
      }
    }
    let added = music.flatMap { music in
      musicTrack.map { stream, facts in
        MixInput(
          feed: music.source.retimed(
            stream, facts, "\(name) music", as: Self.mixFormat, own == nil ? progress : Self.noProgress), facts: facts,
          filters: facts.filters(to: track.facts) + Self.volume(music.wish.level) + fade(music.wish))
      }
    }
    let output = ["-c:a", "pcm_\(Self.mixFormat)", "-f", Self.mixFormat, "-"]
    let inputs = [own, added].compactMap(\.self)
    let phrases = inputs.enumerated().map { number, input in
      .init(input.facts.rawInput(as: Self.mixFormat, layout: input.facts.layout))
        + ["-i", number == 0 ? "-" : .feed(input.feed)]
    }
    let mixer = Stage(
      "\(name) mixer", .ffmpeg, [.init(FilmPlan.ffmpeg)] + phrases + [.init(Self.filters(inputs) + output)],
      input: inputs.first?.feed)
    let words =
      [
        "--format", Self.mixFormat, "--rate", "\(track.facts.rate)", "--channels", "\(track.facts.channels)",
        "--output-format", CarriedSamples.retimedFormat(for: track.facts, in: film.encoding),
      ] + Self.noProgress
    return .stage(Stage("\(name) finisher", .audio, along: FilmMap.unchanged, words, input: .stage(mixer)))
  }

  /// 32-bit floating point, so that nothing clips on the way.
  private static let mixFormat = "f32le"

  private static func filters(_ inputs: [MixInput]) -> [String] {
    guard inputs.count == 2 else { return ["-af", inputs.map(\.chain).joined()] }
    return [
      "-filter_complex",
      "[0:a]\(inputs[0].chain)[a];[1:a]\(inputs[1].chain)[b];[a][b]amix=duration=first:normalize=0",
    ]
  }

  private static func volume(_ level: Double) -> [String] {
    level == 0 ? [] : ["volume=\(NumberSyntax.print(level))dB"]
  }

  /// The fade-out of the music at the end of the result.
  private func fade(_ music: SoundWish.Music) -> [String] {
    guard music.fade > 0 else { return [] }
    if let part {
      let (end, duration) = (part.whole - part.start, min(part.whole, music.fade))
      guard end - duration < length else { return [] }
      return ["volume='clip((\(Self.print(end))-t)/\(Self.print(duration)),0,1)':eval=frame"]
    }
    let duration = min(length, music.fade)
    return ["afade=t=out:st=\(Self.print(length - duration)):d=\(Self.print(duration))"]
  }

  /// Silences the muted parts, with fades of 5 ms before and after them. ffmpeg changes the volume once for each frame
  /// of samples, so frames get a millisecond.
  private func muting(at rate: Int) -> [String] {
    let gains = own.map.map.warped(muted).map { part in
      let (start, end) = (Self.print(part.lowerBound - 0.001), Self.print(part.upperBound))
      return "clip(200*max(\(start)-t,t-\(end)),0,1)"
    }
    guard !gains.isEmpty else { return [] }
    return ["asetnsamples=n=\(max(1, rate / 1000)):p=0", "volume='\(gains.joined(separator: "*"))':eval=frame"]
  }

  private static func print(_ seconds: Double) -> String { NumberSyntax.print((seconds * 1e6).rounded() / 1e6) }
}

extension TimeMap {
  /// The parts of the result that show something of `parts`, which are in source time.
  fileprivate func warped(_ parts: [Range<Double>]) -> [ClosedRange<Double>] {
    parts.flatMap { part in
      stretches.filter { $0.direction != .still }.compactMap { stretch in
        let (from, to) = (max(part.lowerBound, stretch.earliestSource), min(part.upperBound, stretch.latestSource))
        guard from < to else { return nil }
        let ends = [from, to].map { warped(at: $0, in: stretch) }.sorted()
        return ends[0]...ends[1]
      }
    }
  }
}

/// One of the sounds to mix.
private struct MixInput {
  let feed: Feed
  let facts: SoundFacts
  /// The filters before mixing.
  let filters: [String]

  var chain: String { filters.isEmpty ? "anull" : filters.joined(separator: ",") }
}
