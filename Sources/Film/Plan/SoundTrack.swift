/// A sound track of the result: one of the film, perhaps with music mixed in, or music alone.
struct SoundTrack {
  /// Nil for music alone.
  let stream: ProbedStream?
  /// What the encoder gets.
  let facts: SoundFacts
}

extension FilmPlan {
  /// The sound tracks of the result, in their order.
  var soundTracks: [SoundTrack] {
    let music = heardMusic?.facts
    let own = film.tracks.sounds.compactMap { stream in
      stream.sound.map { facts in SoundTrack(stream: stream, facts: music.map(facts.holding) ?? facts) }
    }
    return own.isEmpty ? music.map { [SoundTrack(stream: nil, facts: $0)] } ?? [] : own
  }

  /// The track that is taken from the file of the music.
  var heardMusic: (stream: ProbedStream, facts: SoundFacts)? {
    guard let stream = music?.film.tracks.sounds.first, let facts = stream.sound else { return nil }
    return (stream, facts)
  }
}

extension SoundFacts {
  /// The format in which music is mixed into a sound. A sound for speech would spoil music: one channel becomes two,
  /// and a low rate becomes that of the music.
  func holding(_ music: SoundFacts) -> SoundFacts {
    var mixed = self
    if channels == 1, music.channels > 1 { (mixed.channels, mixed.layout) = (2, nil) }
    if rate < Self.leastRateOfMusic { mixed.rate = max(rate, min(music.rate, Self.mostRateOfMusic)) }
    return mixed
  }

  private static let leastRateOfMusic = 32_000
  private static let mostRateOfMusic = 48_000

  /// ffmpeg's filters that make a sound of this format one of another.
  func filters(to other: SoundFacts) -> [String] {
    (rate == other.rate ? [] : ["aresample=\(other.rate)"]) + layoutFilter(to: other)
  }

  /// ffmpeg would make one channel softer in two.
  private func layoutFilter(to other: SoundFacts) -> [String] {
    if channels == other.channels { return [] }
    if channels == 1, other.channels == 2 { return ["pan=stereo|c0=c0|c1=c0"] }
    if let from = layoutName, let to = other.layoutName, from != to { return ["aformat=channel_layouts=\(to)"] }
    // Of a layout that has no name, the first channels are left and right.
    let kept = (0..<min(channels, other.channels, 2)).map { "|c\($0)=c\($0)" }.joined()
    return ["pan=\(other.layoutName ?? "\(other.channels)c")\(kept)"]
  }

  private var layoutName: String? { layout ?? (channels == 1 ? "mono" : channels == 2 ? "stereo" : nil) }
}
