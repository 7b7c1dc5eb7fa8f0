/// The sound: each track is decoded in sync with the picture's first frame, retimed by warp-audio, and read by the
/// encoder.
struct SoundPlan: Sendable {
  let film: FilmSurvey.Film
  /// The film's own sound, which may have a map of its own.
  let own: SoundSource
  /// The gain for the film's own sound, in decibels.
  let level: Double
  /// The parts of the film in which its own sound is silent, in seconds of source time.
  let muted: [Range<Double>]
  /// Nil without music.
  let music: Music?
  /// The part of the result that is made; nil for all of it.
  let part: PartPlan?
  /// The duration of what is made, in seconds.
  let length: Double
  /// The progress options of the first filter. Without a picture, the first sound shows the progress.
  let progress: [String]

  /// The music of the result.
  struct Music: Sendable {
    let source: SoundSource
    let wish: SoundWish.Music
  }

  /// - Parameter music: the survey of the music file.
  init(
    _ film: FilmSurvey.Film, _ map: FilmMap, _ job: FilmJob, music: FilmSurvey.Film?, part: PartPlan? = nil
  ) throws(FilmError) {
    (self.film, level, muted, self.part) = (film, job.sound.level, job.sound.muted, part)
    let whole = map.map.warpedLength ?? 0
    length = part.map { $0.end - $0.start } ?? whole
    progress = film.picture == nil ? job.run.progress : Self.noProgress
    let ownMap = try job.sound.keepsOwnSpeed ? FilmMap.ownSpeed(of: map.map, in: part) : nil
    // The options are about sound that changes its speed.
    own = SoundSource(film: film, map: ownMap ?? part?.map ?? map, options: ownMap == nil ? job.sound.options : [])
    if let wish = job.sound.music, let music, film.resultKind.image == nil {
      let musicMap = try FilmMap.music(wish, music, length: whole, in: part)
      self.music = Music(source: SoundSource(film: music, map: musicMap, options: []), wish: wish)
    } else {
      self.music = nil
    }
  }

  var inputs: [EncoderInput] {
    let tracks = self.tracks
    return tracks.enumerated().map { number, track in
      let options = film.encoding.flatMap { encoding in
        track.stream?.trackOptions("a:\(number)", isAlone: tracks.count == 1, in: encoding.kind)
      }
      return EncoderInput(
        phrase: .init(format(track.facts) + ["-i"]) + [Stage.Word.feed(feed(track, number))],
        of: [track.stream].compactMap(\.self), outputOptions: (options ?? []) + padding(number)
      ) { ["-map", "\($0):a:0"] }
    }
  }

  /// The options that make a very short sound as long as a packet. Otherwise some encoders would write no packet, and
  /// players could not read the file.
  private func padding(_ number: Int) -> [String] {
    guard length < Self.shortest, film.encoding?.isLossless == false else { return [] }
    return ["-filter:a:\(number)", "apad=whole_dur=\(Self.shortest)"]
  }

  /// In seconds.
  private static let shortest = 0.02

  /// The sound of a track for the encoder, as raw samples.
  private func feed(_ track: SoundTrack, _ number: Int) -> Feed {
    let name = number == 0 ? "sound" : "sound \(number + 1)"
    let progress = number == 0 ? progress : Self.noProgress
    guard let stream = track.stream, !mixes else { return mixed(track, name, progress) }
    let format = CarriedSamples.retimedFormat(for: track.facts, in: film.encoding)
    return own.retimed(stream, track.facts, name, as: format, progress)
  }

  static let noProgress = ["--no-progress"]

  /// The encoder's input options for the sound.
  private func format(_ facts: SoundFacts) -> [String] {
    let assumed = film.encoding?.soundCodec.flatMap { SoundLayout.assumed(for: facts, in: $0) }
    let format = CarriedSamples.retimedFormat(for: facts, in: film.encoding)
    return (isOffset ? ["-itsoffset", "0.0065"] : [])
      + facts.rawInput(as: format, layout: facts.layout ?? assumed)
  }

  /// Whether the sound is delayed for Opus in Matroska. ffmpeg before 6.0 tells players to skip the first 6.5 ms, but
  /// does not delay the timestamps. Without this offset the sound would be 6.5 ms early.
  var isOffset: Bool { film.probe.isBeforeFFmpeg60 && film.encoding?.putsOpusIntoMatroska == true }
}

extension SoundFacts {
  /// ffmpeg's input options for raw samples, which do not describe themselves.
  func rawInput(as format: String, layout: String? = nil) -> [String] {
    ["-f", format, "-ar", "\(rate)", "-ac", "\(channels)"] + (layout.map { ["-channel_layout", $0] } ?? [])
  }
}

/// The sample format in pipes, by the names of ffmpeg and warp-audio.
package enum CarriedSamples {
  /// 32-bit floating point holds 24 bits and levels beyond full scale. Deeper samples use a format of their own depth.
  package static func format(for sound: SoundFacts) -> String {
    switch sound.sampleFormat {
    case "s32", "s32p": sound.rawBits == 24 ? "f32le" : "s32le"
    case let name where name.hasPrefix("dbl"): "f64le"
    default: "f32le"
    }
  }

  /// The format of the retimed sound for the encoder. If the result has integer samples, warp-audio makes them, because
  /// it adds dither and reports clipping.
  static func retimedFormat(for sound: SoundFacts, in encoding: Encoding?) -> String {
    guard let encoding, encoding.isLossless else { return format(for: sound) }
    return format(of: sound, mostBits: encoding.kind.sound == .flac ? 24 : nil)
  }

  /// The format that keeps the depth of a sound.
  ///
  /// - Parameter mostBits: the largest bit depth of a format that holds only integers.
  static func format(of sound: SoundFacts, mostBits: Int? = nil) -> String {
    switch sound.depth {
    case .float where mostBits == nil: sound.sampleFormat.hasPrefix("dbl") ? "f64le" : "f32le"
    case .float: "s24le"
    case .whole(let bits): bits <= 16 ? "s16le" : min(bits, mostBits ?? 32) <= 24 ? "s24le" : "s32le"
    }
  }
}
