import Pixels
import Warp

/// The map of a film, and what follows from it for the programs that decode the film.
package struct FilmMap: Equatable, Sendable {
  package let map: TimeMap
  /// The table the filters read.
  package let table: Document

  package init(_ map: TimeMap, table: Document) {
    self.map = map
    self.table = table
  }

  /// Whether something is shown again or backward, so that the picture has to be decoded more than once.
  var returns: Bool { !map.neverReturns }

  /// Whether the picture is to be decoded in parts, each from where it begins: where something is shown twice or
  /// backward, and where much of the film is not shown at all.
  var isDecodedInParts: Bool {
    returns || map.shownParts().count > 1 || soughtStart != nil
  }

  /// When the map shows something for the first time in source time; nil where that is so early that seeking is not
  /// worth it.
  var soughtStart: Double? {
    map.shownParts().first.flatMap { $0.lowerBound > Self.unsoughtSeconds ? $0.lowerBound : nil }
  }

  /// Whether the sound is to be decoded in parts.
  var isHeardInParts: Bool {
    soughtStart != nil || map.shownParts(apart: TimeMap.leastGapBetweenSounds).count > 1
  }

  /// Up to so many seconds of a film are decoded in vain rather than sought.
  static let unsoughtSeconds = 5.0

  /// How many seconds of the clip have to be decoded: nothing after the last instant shown. Two seconds more are enough
  /// for the neighbours that frames and samples are made of, and for stamps that are not quite in order.
  func neededLength(of clip: ClipSpan) -> Double { min(clip.length, (map.sourceRange.end ?? clip.length) + 2) }
}

/// A film to be made: everything about it that can be known before anything runs, put together as a pipeline.
///
/// The tracks and texts of the result are the rows of `wholeInputs` in EncoderPlan.swift; how each is made ready
/// stands in an extension of its own: `PicturePlan`, `SoundTrackPlan`.
package struct FilmPlan: Sendable {
  let film: FilmSurvey.Film
  let map: FilmMap
  let job: FilmJob
  /// Which output frames a piece has; nil where all are made.
  private(set) var pieceRange: OutputRange?
  /// The rate of an even film if none is asked for.
  let usualRate: ResultRate?
  /// The map of the film's own sound, if that is another one.
  private let soundMap: FilmMap?
  /// Nil if no music is heard.
  let music: Music?

  /// Music that is heard with the film: what is known of its file, and its own map.
  struct Music {
    let film: FilmSurvey.Film
    let map: FilmMap
    let job: FilmJob
    let level: Double

    /// The file as a film whose sound can be retimed.
    var plan: FilmPlan { FilmPlan(hearing: film, map, job) }
  }

  /// - Parameter music: what is known of the file that `job.music` names; nil for a plan that is not carried out.
  package init(
    _ film: FilmSurvey.Film, _ map: FilmMap, _ job: FilmJob, music: FilmSurvey.Film? = nil
  ) throws(FilmError) {
    (self.film, self.map, self.job) = (film, map, job)
    usualRate = film.rate.map { ResultRate(of: $0, along: map.map) }
    soundMap = try Self.ownSpeed(of: map.map, job)
    if let wish = job.music, let ofMusic = job.ofMusic, let music, film.encoding?.kind.image == nil {
      let musicMap = try Self.musicMap(wish, music, length: map.map.warpedLength ?? 0, job)
      self.music = Music(film: music, map: musicMap, job: ofMusic, level: wish.level)
    } else {
      self.music = nil
    }
    if job.copies { try requireCopyable() }
    try requireHeldSize()
    if let picture = encodedPicture, !job.copies { try film.encoding?.requirePreset(for: picture) }
    pieceRange = rangeOfPiece()
    if job.part != .whole { try requirePieces() }
  }

  /// The plan of which only the sound is of use.
  private init(hearing film: FilmSurvey.Film, _ map: FilmMap, _ job: FilmJob) {
    (self.film, self.map, self.job) = (film, map, job)
    (usualRate, soundMap, music) = (nil, nil, nil)
  }

  /// The film as it is heard: along the same map, unless its sound has its own.
  var heard: FilmPlan {
    guard let soundMap else { return self }
    var job = job
    // They are about sound that changes its speed.
    job.soundOptions = []
    return FilmPlan(hearing: film, soundMap, job)
  }

  /// Throws if the map shows more than there is: the filters would find that out at the end.
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

  /// The kind of OUTPUT; `.unknown` for a preview.
  var kind: FileKind { film.encoding?.kind ?? .unknown }

  /// The picture that is retimed; in a file for sound alone there is none.
  var picture: ProbedStream? { film.encoding?.isSoundOnly == true ? nil : film.tracks.picture }

  /// When output frames are shown. Where nothing is asked for, frames of an uneven clip keep times of their own, if
  /// the kind of file has such times: any fixed rate would leave some out, or show others longer. Not where the map
  /// speeds them up: then more would be shown than a screen can.
  var showing: FilmJob.Rate {
    guard job.rate == .fixed(nil), !job.choosesFrames, kind.image == nil, let facts = picture?.picture,
      ClipRate.isUneven(facts),
      map.map.scaleRange?.lowerBound ?? 1 >= 1, kind.picture != nil, !film.span.isStampless
    else {
      if case .variable(let wish) = job.rate { return .variable(held(wish)) }
      return job.rate
    }
    return .variable(held(.standard))
  }

  /// The ticks in which the result holds times, where others are asked for. Matroska counts milliseconds: frames that
  /// it would show in the same one are not to go unnoticed, and no time is rounded twice.
  func held(_ wish: Timebase) -> Timebase {
    let most = kind.isMatroska ? 1000 : kind.image?.ticksPerSecond ?? .max
    return wish.ticksPerSecond > most ? Timebase(ticksPerSecond: most) ?? wish : wish
  }

  /// ffmpeg's name of the picture's codec; nil if no picture is decoded.
  package var decodedCodec: String? { job.copies ? nil : picture?.codec }

  /// Kinds of file that hold times more exactly than OUTPUT's; nil if none does.
  package var finerKinds: String? { held(.standard) == .standard ? nil : FileKind.finer }

  /// The rate of the result where frames are shown at a fixed one; nil where they keep times of their own, and
  /// without a picture.
  var outputRate: FrameRate? {
    guard case .fixed(let wish) = showing else { return nil }
    if let wish { return wish }
    return kind.image.map { image in filmRate.map { ResultRate.fraction(of: $0, upTo: image.mostFrames) } } ?? filmRate
  }

  /// The same for a film.
  var filmRate: FrameRate? {
    // Of an uneven clip at a fixed rate no frame is to be lost.
    if let facts = picture?.picture, ClipRate.isUneven(facts), !film.span.isStampless {
      return ClipRate.burst(of: facts)
    }
    return usualRate?.rate
  }

  /// What the result is like, for `--info`.
  package var format: ResultFormat {
    let facts = job.copies ? picture?.picture : encodedPicture
    return ResultFormat(rate: outputRate, size: facts.map { ResultFormat.Size(width: $0.width, height: $0.height) })
  }

  /// How long the result lasts, or the piece of it that is made, in microseconds. The encoder counts from the first
  /// frame of a piece too.
  package var microseconds: Int {
    let length = MadeSpan(pieceRange, at: outputRate).length(of: map.map.warpedLength ?? 0)
    return Int((length * 1e6).rounded())
  }

  /// What makes the result from the pieces of it that are there.
  package func pipeline(joining pieces: [ResultPiece]) -> Pipeline { Pipeline(Stage("encoder", joinPhrases(pieces))) }

  /// What makes the result, or one piece of it.
  package var pipeline: Pipeline {
    let encoder = Stage("encoder", encoderPhrases)
    guard film.encoding == nil else { return Pipeline(encoder) }
    let player = [
      "ffplay", "-v", "error", "-nostats", "-autoexit", "-window_title", "warp-film \(job.input)", "-i", "-",
    ]
    return Pipeline(Stage("player", [.init(player)], input: .stage(encoder)))
  }
}

/// What several of the extensions tell ffmpeg.
extension FilmPlan {
  static let ffmpeg = ["ffmpeg", "-nostdin", "-v", "error"]

  /// Of a file that is cut off decoders do not repeat what `ending` says.
  var decoding: [String] { ["ffmpeg", "-nostdin", "-v", film.truncation == nil ? "error" : "fatal"] }

  /// Seconds of the file, from where it starts, that come before the clip.
  var leadIn: Double { film.span.start - (film.probe.container.start ?? 0) }

  /// The words that open the film, or what stands for it where its times start again (`joiner`), and take a track.
  func opening(_ stream: ProbedStream, with options: [String] = []) -> [String] {
    inputOptions + options + file(stream)
  }

  func file(_ stream: ProbedStream) -> [String] {
    (film.joint == nil ? ["-i", sourceFile] : ["-f", "nut", "-i", "-"])
      + ["-map", "0:\(film.joint?.position(of: stream) ?? stream.index)"]
  }

  /// What a stage that opens the film reads; nil where that is the file.
  func joiner(_ name: String) -> Feed? {
    film.joint.map { .stage(Stage("\(name) joiner", [.init($0.words(sourceFile))])) }
  }

  /// Which part of the file is to be decoded; its stamps stay those of the file.
  var inputOptions: [String] {
    if film.span.isStampless { return [] }
    if film.joint != nil { return ["-copyts"] }
    let needed = map.neededLength(of: film.span)
    return
      (needed == film.span.length ? [] : ["-t", DecimalText.print(needed + leadIn + film.span.delay, decimals: 6)]) + [
        "-copyts"
      ]
  }

  /// Every frame goes out once, with its own stamp. ffmpeg before 5.1 calls the option `-vsync`.
  var asStamped: [String] { [film.probe.isBeforeFFmpeg51 ? "-vsync" : "-fps_mode", "passthrough"] }

  var sourceFile: String { FilmJob.path(job.input) }
}
