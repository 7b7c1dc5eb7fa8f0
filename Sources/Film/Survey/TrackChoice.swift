import Values

/// The tracks of a file that are in the result.
package struct TrackChoice: Equatable, Sendable {
  /// The video track. An audio-only result drops it, but it still determines the length of the clip.
  package internal(set) var picture: ProbedStream?
  /// In the order of the result.
  package let sounds: [ProbedStream]
  package let subtitles: [ProbedStream]
  /// The sounds that are searched, which need not be in the result.
  let searched: [ProbedStream]
  /// The film's own track of GoPro; nil without one.
  let ground: ProbedStream?
  /// Pictures without packets, which are dropped.
  private(set) var empty: [ProbedStream] = []

  /// The tracks that determine the length of the clip: the picture, if there is one, and the sounds.
  var timed: [ProbedStream] { [picture].compactMap(\.self) + sounds }

  /// The tracks that are read.
  var read: [ProbedStream] { timed + searched.filter { !timed.contains($0) } }

  /// - Parameter encoding: the encoding of the result; nil if it is played, which allows one sound track.
  package init(_ probe: Probe, _ job: FilmJob, _ encoding: Encoding?) throws(FilmError) {
    picture = Self.main(probe.streams.filter { $0.kind == .picture })
    let heard = probe.streams.filter { $0.kind == .sound }
    if ([picture].compactMap(\.self) + (job.sound.tracks == .none ? [] : heard)).contains(where: \.isEncrypted) {
      throw .input("'\(job.input)' is encrypted", advice: "ffmpeg cannot decode it without the key")
    }
    let isImage = encoding?.kind.image != nil
    let isSoundOnly = encoding?.isSoundOnly == true
    let tracks = heard.filter { $0.isDecodable && $0.sound?.channels != 0 }
    if job.sound.tracks != .none, !isImage, tracks.isEmpty, let sound = heard.first(where: { !$0.isUnheard }) {
      throw .input(
        "ffmpeg cannot decode the sound of '\(job.input)' (\(sound.codecName))",
        advice: picture == nil || isSoundOnly
          ? "this ffmpeg has no decoder for it" : "to drop the sound, add --no-audio")
    }
    let decodesPicture = job.takesPicture && !job.picture.copies && !isSoundOnly && !job.mode.showsMap
    if let picture, !picture.isDecodable, decodesPicture {
      throw .input(
        "ffmpeg cannot decode the picture of '\(job.input)' (\(picture.codecName))",
        advice: tracks.isEmpty
          ? "this ffmpeg has no decoder for it" : "for the sound without the picture, end OUTPUT in .m4a or .wav")
    }
    let holdsOne = encoding == nil || isSoundOnly || job.part != nil
    let kept: [ProbedStream]
    /// Those that a film with room for all sounds keeps. What is shown or played without a result is about such a film.
    let wished: [ProbedStream]
    switch job.sound.tracks {
    case .none: (kept, wished) = ([], [])
    case .all: (kept, wished) = (holdsOne ? Self.main(tracks).map { [$0] } ?? [] : tracks, tracks)
    case .numbers(let numbers):
      let chosen = try numbers.map { number throws(FilmError) in
        try Self.sound(number, of: heard, tracks, "--audio", in: job.input)
      }
      (kept, wished) = (holdsOne ? Array(chosen.prefix(1)) : chosen, chosen)
    }
    sounds = isImage ? [] : kept
    searched =
      switch job.listening {
      case .kept: Array((encoding == nil ? wished : kept).prefix(1))
      case .all: tracks
      case .track(let number): [try Self.sound(number, of: heard, tracks, "--listen", in: job.input)]
      }
    ground = probe.streams.first(where: \.isGPMF)
    subtitles = job.keepsSubtitles && !holdsOne ? probe.streams.filter { $0.kind == .subtitle } : []
    if isSoundOnly, job.sound.tracks == .none, job.sound.music == nil {
      throw .usage(
        "'\(job.output ?? "")' is for sound alone, and --no-audio drops the sound", advice: "leave --no-audio out")
    }
    if isSoundOnly, sounds.isEmpty, job.sound.music == nil {
      throw .usage("'\(job.input)' has no sound for '\(job.output ?? "")'")
    }
    if picture == nil, sounds.isEmpty { throw .usage("'\(job.input)' has neither video nor sound") }
  }

  /// - Parameters:
  ///   - number: the number of a sound track, from 1.
  ///   - tracks: those of `heard` that can be decoded.
  private static func sound(
    _ number: Int, of heard: [ProbedStream], _ tracks: [ProbedStream], _ option: String, in file: String
  ) throws(FilmError) -> ProbedStream {
    guard heard.indices.contains(number - 1) else {
      throw .usage("sound track \(number) does not exist (\(option)); '\(file)' has \(heard.count)")
    }
    let sound = heard[number - 1]
    if sound.isUnheard {
      throw .input("sound track \(number) of '\(file)' has no packets", advice: "choose another (\(option))")
    }
    guard tracks.contains(sound) else {
      throw .input(
        "ffmpeg cannot decode sound track \(number) of '\(file)' (\(sound.codecName))",
        advice: "choose another (\(option))")
    }
    return sound
  }

  /// Drops a picture without packets, and chooses one of `others` instead.
  mutating func leaveOutPicture(for others: [ProbedStream]) {
    if let picture { empty.append(picture) }
    picture = Self.main(others.filter { !empty.contains($0) })
  }

  /// The track that players choose: the first one marked as default, otherwise the first.
  private static func main(_ tracks: [ProbedStream]) -> ProbedStream? {
    tracks.first { $0.dispositions.contains("default") } ?? tracks.first
  }
}

extension FrameRate {
  /// The rate of fields, if this is the rate of frames. A rate whose double has too large a term does not change; no
  /// film has such a rate.
  var doubled: FrameRate {
    Rational(2 * framesPerSecond.numerator, framesPerSecond.denominator).flatMap(FrameRate.init) ?? self
  }
}

/// The rate that preserves the look of a clip.
package enum ClipRate {
  /// ffprobe's `r_frame_rate`, which fits all timestamps, is right for a constant rate and far too high for a variable
  /// one. A variable clip gets the usual rate nearest to its average, or the average if no usual rate is within 2 %.
  /// Frame numbers in options count at this rate. For a result that keeps the frames of a variable clip, use `burst`.
  package static func rate(of picture: PictureFacts) -> FrameRate {
    let average = average(of: picture)
    if let fitting = picture.fittingRate, !isUneven(picture) { return fitting }
    let nearest = usual(nearest: average.value)
    return abs(nearest.value / average.value - 1) < 0.02 ? nearest : average
  }

  /// The usual rate nearest to this number of frames per second, by ratio.
  static func usual(nearest value: Double) -> FrameRate {
    usual.min { abs($0.value / value - 1) < abs($1.value / value - 1) } ?? unknown
  }

  /// Whether the frame rate is variable, as in a screen recording.
  package static func isUneven(_ picture: PictureFacts) -> Bool {
    picture.fittingRate.map { $0.value >= leastUneven * average(of: picture).value } ?? false
  }

  /// A rate that marks a clip with this average as variable: the usual rate nearest to the fastest known frames.
  static func uneven(around average: FrameRate, nearest value: Double) -> FrameRate {
    let uneven = usual.filter { $0.value >= leastUneven * average.value }
    return uneven.min { abs($0.value / value - 1) < abs($1.value / value - 1) } ?? average.doubled
  }

  private static let leastUneven = 1.2

  /// A fixed rate at which a variable clip drops no frames, as far as screens can show them. It is the rate that fits
  /// all timestamps but at most 60 fps, and never below the average.
  package static func burst(of picture: PictureFacts) -> FrameRate {
    let average = average(of: picture)
    guard let fitting = picture.fittingRate else { return average }
    let fastest = fitting.value <= 60 ? fitting : Self.rate(60, 1)
    return fastest.value > average.value ? fastest : average
  }

  private static func average(of picture: PictureFacts) -> FrameRate {
    picture.averageRate ?? picture.fittingRate.flatMap { $0.value <= 240 ? $0 : nil } ?? unknown
  }

  private static let unknown = rate(25, 1)
  static let usual = [
    rate(24000, 1001), rate(24, 1), rate(25, 1), rate(30000, 1001), rate(30, 1), rate(48, 1), rate(50, 1),
    rate(60000, 1001), rate(60, 1), rate(100, 1), rate(120000, 1001), rate(120, 1), rate(240, 1),
  ]

  private static func rate(_ top: Int64, _ bottom: Int64) -> FrameRate { FrameRate(Rational(top, bottom)!)! }
}
