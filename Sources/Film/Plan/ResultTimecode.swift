import Values
import Warp

/// The timecode of a result in mov or mp4. It begins with that of the first frame, and counts the frames of the result.
struct ResultTimecode {
  private let start: StartTimecode
  /// The second of the result from which it differs from the timecode of the film; nil if it never does.
  private let parting: Double?

  /// Returns nil if the film has no timecode, or if timecodes do not exist at the rate of the result.
  ///
  /// - Parameter rate: of the result; nil if it is not constant.
  init?(of film: FilmSurvey.Film, along map: TimeMap, at rate: FrameRate?) {
    guard film.resultKind.isQuickTime, film.picture != nil, let rate, let first = map.instant(at: 0)?.source,
      let start = film.timecode?.at(first).converted(to: rate)
    else { return nil }
    self.start = start
    parting = map.endOfNormalSpeed
  }

  var options: [String] { ["-timecode", start.text] }

  func note(naming input: String) -> String? {
    guard let parting else { return nil }
    let until =
      parting > 0 ? "agrees with '\(input)' up to \(BriefNumber.print(parting)) s" : "begins with that of '\(input)'"
    return
      "the timecode of the result \(until); then the speed or the order changes, and it counts the frames of the result"
  }
}

extension TimeMap {
  /// The second of the result from which the map no longer plays at normal speed from its first moment on; nil if it
  /// always does.
  fileprivate var endOfNormalSpeed: Double? {
    guard let first = pieces.first?.sourceStart else { return nil }
    func isOnLine(_ instant: Instant?, _ warped: Double) -> Bool {
      instant.map { abs($0.source - first - warped) < 1e-3 } ?? true
    }
    return pieces.first { piece in
      let middle = (piece.warpedStart + piece.warpedEnd) / 2
      return abs(piece.sourceEnd - first - piece.warpedEnd) > 1e-3 || !isOnLine(piece.instant(at: middle), middle)
    }?.warpedStart
  }
}
