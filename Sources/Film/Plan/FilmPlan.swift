import Pixels
import Warp

/// A film to be made: everything about it that can be known before anything runs, put together as a pipeline.
package struct FilmPlan: Sendable {
  let job: FilmJob
  let probe: Probe
  let tracks: TrackChoice
  let span: ClipSpan
  /// Nil without a picture.
  let rate: FrameRate?
  let map: FilmMap
  /// Nil where the result is shown and not kept.
  let encoding: Encoding?

  package init(_ survey: FilmSurvey.Film, _ map: FilmMap, _ job: FilmJob) {
    self.job = job
    probe = survey.probe
    tracks = survey.tracks
    span = survey.span
    rate = survey.rate
    encoding = survey.encoding
    self.map = map
  }

  /// The picture that is retimed; in a file for sound alone there is none.
  var picture: ProbedStream? { encoding?.isSoundOnly == true ? nil : tracks.picture }
  var sound: ProbedStream? { tracks.sound }

  /// What is good to know of the film that comes out, a line each.
  package var notes: [String] {
    picture?.picture?.isInterlaced == true
      ? ["'\(job.input)' is interlaced; its frames are retimed as they are"] : []
  }

  /// How long the result lasts.
  package var microseconds: String { String(Int64(((map.map.warpedLength ?? 0) * 1e6).rounded())) }

  package var pipeline: Pipeline {
    let encoder = Stage("encoder", encoderPhrases)
    guard encoding == nil else { return Pipeline(encoder) }
    let player = ["ffplay", "-v", "error", "-nostats", "-autoexit", "-window_title", "warp \(job.input)", "-i", "-"]
    return Pipeline(Stage("player", [.init(player)], input: .stage(encoder)))
  }

  static let ffmpeg = ["ffmpeg", "-nostdin", "-v", "error"]

  /// Seconds of the file, from where it starts, that come before the clip.
  var leadIn: Double { span.start - (probe.container.start ?? 0) }

  /// How the part of the file is told that is needed, on the file's own clock.
  var inputOptions: [String] {
    if span.isStampless { return [] }
    let needed = map.neededLength(of: span)
    return (needed == span.length ? [] : ["-t", DecimalText.print(needed + leadIn, decimals: 6)]) + ["-copyts"]
  }

  /// Every frame as it is stamped. Before 5.1 the option has another name.
  var asStamped: [String] {
    let isOld = ["0.", "1.", "2.", "3.", "4.", "5.0"].contains(where: probe.version.hasPrefix)
    return [isOld ? "-vsync" : "-fps_mode", "passthrough"]
  }

  var sourceFile: String { FilmJob.path(job.input) }
}
