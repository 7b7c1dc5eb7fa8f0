import Pixels
import Values
import Warp

/// A film to make: everything that is known before any program runs, and the pipeline for it.
///
/// The tracks and texts of the result are the rows of `wholeInputs` in EncoderPlan.swift. Each is planned by a value of
/// its own, such as `PicturePlan` and `SoundPlan`.
package struct FilmPlan: Sendable {
  let film: FilmSurvey.Film
  let map: FilmMap
  let job: FilmJob
  let picture: PicturePlan
  /// Nil if all of the result is made.
  let part: PartPlan?
  let sound: SoundPlan
  let subtitles: SubtitlePlan
  let extras: ExtrasPlan
  /// Nil if the result is not made in pieces.
  package let pieces: PiecePlan?

  /// - Parameters:
  ///   - music: the survey of the music file; nil for a plan that is not carried out.
  ///   - splice: how a copied picture is cut; nil if it is not.
  package init(
    _ film: FilmSurvey.Film, _ map: FilmMap, _ job: FilmJob, music: FilmSurvey.Film? = nil, splice: FilmSplice? = nil
  ) throws(FilmError) {
    (self.film, self.map, self.job) = (film, map, job)
    picture = try PicturePlan(film, map, job, splice)
    part = try PartPlan(job, map, picture)
    sound = try SoundPlan(film, map, job, music: music, part: part)
    subtitles = SubtitlePlan(film: film, map: map)
    extras = ExtrasPlan(film: film, map: map)
    pieces = try PiecePlan(job, picture, sound, subtitles)
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

  /// ffmpeg's name of the decoded picture codec; nil if no picture is decoded.
  package var decodedCodec: String? { picture.copy == nil ? film.picture?.codec : nil }

  /// The formats with more exact times than OUTPUT; nil if none is needed.
  package var finerKinds: String? { film.resultKind.held(.standard) == .standard ? nil : FileKind.finer }

  /// The rate and size of the result, for `--info`.
  package var format: ResultFormat {
    let facts = picture.copy?.facts ?? picture.encoded
    return ResultFormat(
      rate: picture.timing.rate, size: facts.map { ResultFormat.Size(width: $0.width, height: $0.height) })
  }

  /// The duration of the result, or of the piece that is made, in microseconds. For a piece, the encoder also counts
  /// from its first frame.
  package var microseconds: Int {
    let length = MadeSpan(pieces?.range ?? part?.range, at: picture.timing.rate).length(of: map.map.warpedLength ?? 0)
    return Int((length * 1e6).rounded())
  }

  static let ffmpeg = ["-nostdin", "-v", "error"]

  /// The pipeline that joins existing pieces.
  package func pipeline(joining pieces: [ResultPiece]) -> Pipeline {
    Pipeline(Stage("encoder", .ffmpeg, joinPhrases(pieces)))
  }

  /// The pipeline that makes the result, or one piece of it.
  package var pipeline: Pipeline {
    let encoder = Stage("encoder", .ffmpeg, encoderPhrases)
    guard film.encoding == nil else { return Pipeline(encoder) }
    let player = ["-v", "error", "-nostats", "-autoexit", "-window_title", "warp-film \(job.input)", "-i", "-"]
    return Pipeline(Stage("player", .ffplay, [.init(player)], input: .stage(encoder)))
  }
}
