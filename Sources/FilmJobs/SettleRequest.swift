import Commands
import Film
import Tool
import Values
import Warp

/// Whether the parts of a map at normal speed are moved to whole frames (`--settle`).
struct SettleRequest {
  /// The frame rate of the result on whose frames the map is settled; nil if it is not.
  let rate: FrameRate?

  /// - Parameter map: the map before settling.
  init(_ arguments: Arguments, _ film: FilmSurvey.Film, along map: TimeMap, _ job: FilmJob) throws {
    let isWanted = try WarpCommand.settle.choice(arguments)
    let result = film.resultRate(along: map, job.picture)
    guard isWanted ?? (Self.isUsual(arguments) && !film.isUneven && result == film.rate) else {
      rate = nil
      return
    }
    // Sound alone has no frames; `ModeRules` says so.
    if isWanted == true, result == nil, film.rate != nil, film.encoding?.isSoundOnly != true {
      throw Failure(.usage, "--settle needs a constant frame rate; add --fps, or leave --settle out")
    }
    rate = result
  }

  /// The default: for curves that are typed as speeds. `--fit` promises an exact duration.
  private static func isUsual(_ arguments: Arguments) -> Bool {
    let usual = [MapCommand.speed, MapCommand.speeds, MapCommand.ranges, MapCommand.freeze]
    let excluded = [
      MapCommand.map, MapCommand.anchor, MapCommand.anchors, MapCommand.fit, MapCommand.then, MapCommand.invert,
      MapCommand.fromCues,
    ]
    return usual.contains(where: arguments.contains) && !excluded.contains(where: arguments.contains)
  }
}
