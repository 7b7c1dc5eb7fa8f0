/// A sound track of the result: a track of the film, perhaps with music, or music alone.
struct SoundTrack {
  /// Nil for music alone.
  let stream: ProbedStream?
  /// The format that the encoder gets.
  let facts: SoundFacts
}

extension SoundPlan {
  /// The sound tracks of the result, in their order.
  var tracks: [SoundTrack] {
    let music = musicTrack?.facts
    let own = film.tracks.sounds.compactMap { stream in
      stream.sound.map { facts in SoundTrack(stream: stream, facts: music.map(facts.holding) ?? facts) }
    }
    return own.isEmpty ? music.map { [SoundTrack(stream: nil, facts: $0)] } ?? [] : own
  }

  /// The sound track of the music file.
  var musicTrack: (stream: ProbedStream, facts: SoundFacts)? {
    guard let stream = music?.source.film.tracks.sounds.first, let facts = stream.sound else { return nil }
    return (stream, facts)
  }
}

extension SoundFacts {
  /// The format for mixing music into a sound. The format of recorded speech would spoil music: mono becomes stereo,
  /// and a low rate becomes the rate of the music.
  func holding(_ music: SoundFacts) -> SoundFacts {
    var mixed = self
    if channels == 1, music.channels > 1 { (mixed.channels, mixed.layout) = (2, nil) }
    if rate < Self.leastRateOfMusic { mixed.rate = max(rate, min(music.rate, Self.mostRateOfMusic)) }
    return mixed
  }

  private static let leastRateOfMusic = 32_000
  private static let mostRateOfMusic = 48_000

  /// ffmpeg's filters that convert sound of this format to another.
  func filters(to other: SoundFacts) -> [String] {
    (rate == other.rate ? [] : ["aresample=\(other.rate)"]) + layoutFilter(to: other)
  }

  /// A `pan` filter, because ffmpeg's own conversion of mono to stereo would reduce the level.
  private func layoutFilter(to other: SoundFacts) -> [String] {
    if channels == other.channels { return [] }
    if channels == 1, other.channels == 2 { return ["pan=stereo|c0=c0|c1=c0"] }
    if let from = layoutName, let to = other.layoutName, from != to { return ["aformat=channel_layouts=\(to)"] }
    // In a layout without a name, the first two channels are taken for left and right.
    let kept = (0..<min(channels, other.channels, 2)).map { "|c\($0)=c\($0)" }.joined()
    return ["pan=\(other.layoutName ?? "\(other.channels)c")\(kept)"]
  }

  private var layoutName: String? { layout ?? (channels == 1 ? "mono" : channels == 2 ? "stereo" : nil) }
}
