import Pixels
import Values
import Warp

/// The map of a film, with what it means for decoding.
package struct FilmMap: Equatable, Sendable {
  package let map: TimeMap
  /// The table that the filters read.
  package let table: Document

  package init(_ map: TimeMap, table: Document) {
    self.map = map
    self.table = table
  }

  /// Whether the map repeats or reverses a part, so that the picture must be decoded more than once.
  var returns: Bool { !map.neverReturns }

  /// Whether to decode the picture in parts, each with its own seek. This helps if a part plays twice or backward, or
  /// if much of the film is not shown.
  var isDecodedInParts: Bool {
    returns || map.shownParts().count > 1 || soughtStart != nil
  }

  /// The earliest shown source time; nil if it is so early that a seek does not pay.
  var soughtStart: Double? {
    map.shownParts().first.flatMap { $0.lowerBound > Self.unsoughtSeconds ? $0.lowerBound : nil }
  }

  /// Whether to decode the sound in parts.
  var isHeardInParts: Bool {
    soughtStart != nil || map.shownParts(apart: TimeMap.leastGapBetweenSounds).count > 1
  }

  /// The seconds that are decoded and dropped, because a seek would not be faster.
  static let unsoughtSeconds = 5.0

  /// The seconds of the clip to decode, up to the last shown instant. Two more seconds provide the neighbours that
  /// frames and samples are made of, and allow for unsorted timestamps.
  func neededLength(of clip: ClipSpan) -> Double { min(clip.length, (map.sourceRange.end ?? clip.length) + 2) }
}

/// A film to make: everything that is known before any program runs, and the pipeline for it.
///
/// The tracks and texts of the result are the rows of `wholeInputs` in EncoderPlan.swift. Extensions make the rows,
/// such as `PicturePlan` and `SoundTrackPlan`.
package struct FilmPlan: Sendable {
  let film: FilmSurvey.Film
  let map: FilmMap
  let job: FilmJob
  /// The output frames of a piece; nil if all frames are made.
  private(set) var pieceRange: OutputRange?
  /// The default rate of the result, if the film has a constant rate.
  let usualRate: ResultRate?
  /// The film's own sound, which may have a map of its own.
  let ownSound: SoundSource
  /// Nil without music.
  let music: Music?

  /// The music of the result.
  struct Music {
    let source: SoundSource
    /// The gain in decibels.
    let level: Double
  }

  /// - Parameter music: the survey of the music file; nil for a plan that is not carried out.
  package init(
    _ film: FilmSurvey.Film, _ map: FilmMap, _ job: FilmJob, music: FilmSurvey.Film? = nil
  ) throws(FilmError) {
    (self.film, self.map, self.job) = (film, map, job)
    usualRate = film.rate.map { ResultRate(of: $0, along: map.map) }
    let tools = job.run.tools
    let ownMap = try job.sound.keepsOwnSpeed ? FilmMap.ownSpeed(of: map.map, tools) : nil
    // The options are about sound that changes its speed.
    ownSound = SoundSource(
      film: film, map: ownMap ?? map, options: ownMap == nil ? job.sound.options : [], tools: tools)
    if let wish = job.sound.music, let music, film.encoding?.kind.image == nil {
      let musicMap = try FilmMap.music(wish, music, length: map.map.warpedLength ?? 0, tools)
      self.music = Music(source: SoundSource(film: music, map: musicMap, options: [], tools: tools), level: wish.level)
    } else {
      self.music = nil
    }
    if job.picture.copies { try requireCopyable() }
    try requireHeldSize()
    if let picture = encodedPicture, !job.picture.copies { try film.encoding?.requirePreset(for: picture) }
    pieceRange = rangeOfPiece()
    if job.mode.pieceRun != nil { try requirePieces() }
  }

  /// Throws if the map shows more than the film contains. Without this, the filters would report it at the end.
  package func requireEnoughFilm() throws(FilmError) {
    let frameLength = film.rate.map { 1 / $0.value } ?? 0
    let end = film.span.length
    guard let mapEnd = map.map.sourceRange.end,
      let shortfall = Shortfall(inputEnd: end, mapEnd: mapEnd, frameLength: frameLength)
    else { return }
    let (film, due) = BriefNumber.print(shortfall.inputEnd, besides: shortfall.mapEnd)
    throw .input(
      "'\(job.input)' ends at \(film) s, but the map plays it up to \(due) s",
      advice: "to cut the map, add --trim ..\(NumberSyntax.print(end))s")
  }

  /// The format of OUTPUT; `.unknown` for a preview.
  var kind: FileKind { film.encoding?.kind ?? .unknown }

  /// The picture to retime; nil in an audio-only format.
  var picture: ProbedStream? { film.encoding?.isSoundOnly == true ? nil : film.tracks.picture }

  /// The frame timing of the result. By default, a clip with a variable frame rate keeps its timestamps, if the format
  /// supports this. A fixed rate would drop some frames, or show others longer. If the map speeds the frames up, the
  /// rate becomes constant, because a screen could not show so many frames.
  var showing: PictureWish.Rate {
    guard job.picture.rate == .fixed(nil), !job.picture.choosesFrames, kind.image == nil, let facts = picture?.picture,
      ClipRate.isUneven(facts),
      map.map.scaleRange?.lowerBound ?? 1 >= 1, kind.picture != nil, !film.span.isStampless
    else {
      if case .variable(let wish) = job.picture.rate { return .variable(held(wish)) }
      return job.picture.rate
    }
    return .variable(held(.standard))
  }

  /// The timebase of the result, limited by the format. Matroska counts milliseconds. Frames in the same millisecond
  /// must be detected, and no time may be rounded twice.
  func held(_ wish: Timebase) -> Timebase {
    let most = kind.isMatroska ? 1000 : kind.image?.ticksPerSecond ?? .max
    return wish.ticksPerSecond > most ? Timebase(ticksPerSecond: most) ?? wish : wish
  }

  /// ffmpeg's name of the decoded picture codec; nil if no picture is decoded.
  package var decodedCodec: String? { job.picture.copies ? nil : picture?.codec }

  /// The formats with more exact times than OUTPUT; nil if none is needed.
  package var finerKinds: String? { held(.standard) == .standard ? nil : FileKind.finer }

  /// The rate of a result with a fixed rate; nil with timestamps, and without a picture.
  var outputRate: FrameRate? {
    guard case .fixed(let wish) = showing else { return nil }
    if let wish { return wish }
    return kind.image.map { image in filmRate.map { ResultRate.fraction(of: $0, upTo: image.mostFrames) } } ?? filmRate
  }

  /// The rate of the result if it is a film, not an animated image.
  var filmRate: FrameRate? {
    // A fixed rate for a variable clip must not drop frames.
    if let facts = picture?.picture, ClipRate.isUneven(facts), !film.span.isStampless {
      return ClipRate.burst(of: facts)
    }
    return usualRate?.rate
  }

  /// The rate and size of the result, for `--info`.
  package var format: ResultFormat {
    let facts = job.picture.copies ? picture?.picture : encodedPicture
    return ResultFormat(rate: outputRate, size: facts.map { ResultFormat.Size(width: $0.width, height: $0.height) })
  }

  /// The duration of the result, or of the piece that is made, in microseconds. For a piece, the encoder also counts
  /// from its first frame.
  package var microseconds: Int {
    let length = MadeSpan(pieceRange, at: outputRate).length(of: map.map.warpedLength ?? 0)
    return Int((length * 1e6).rounded())
  }

  /// The pipeline that joins existing pieces.
  package func pipeline(joining pieces: [ResultPiece]) -> Pipeline { Pipeline(Stage("encoder", joinPhrases(pieces))) }

  /// The pipeline that makes the result, or one piece of it.
  package var pipeline: Pipeline {
    let encoder = Stage("encoder", encoderPhrases)
    guard film.encoding == nil else { return Pipeline(encoder) }
    let player = [
      "ffplay", "-v", "error", "-nostats", "-autoexit", "-window_title", "warp-film \(job.input)", "-i", "-",
    ]
    return Pipeline(Stage("player", [.init(player)], input: .stage(encoder)))
  }
}

/// ffmpeg arguments that several extensions use.
extension FilmPlan {
  static let ffmpeg = ["ffmpeg", "-nostdin", "-v", "error"]

  /// Outputs each frame once, with its own timestamp. ffmpeg before 5.1 calls the option `-vsync`.
  var asStamped: [String] { [film.probe.isBeforeFFmpeg51 ? "-vsync" : "-fps_mode", "passthrough"] }
}
