import Values
import Warp

/// The timecode of a result in mov or mp4. It begins with that of the first frame, and counts the frames of the result.
struct ResultTimecode {
  private let start: StartTimecode
  /// The second of the result from which it differs from the timecode of the film; nil if it never does.
  private let parting: Double?

  /// Returns nil if the film has no timecode, or if the result cannot have one.
  ///
  /// - Parameter rate: of the result; nil if it is not constant.
  init?(of film: FilmSurvey.Film, along map: TimeMap, at rate: FrameRate?, _ wish: PictureWish) {
    guard film.resultKind.isQuickTime, film.picture != nil, let rate, rate.value <= Self.fastest,
      let code = film.timecode, let source = Self.first(of: film, along: map, at: rate, wish),
      let start = code.at(source).converted(to: rate)
    else { return nil }
    self.start = start
    parting = map.endOfNormalSpeed
  }

  /// In frames per second: ffmpeg writes no timecodes for more.
  private static let fastest = 255.0

  /// The source time of the first frame that is shown.
  private static func first(
    of film: FilmSurvey.Film, along map: TimeMap, at rate: FrameRate, _ wish: PictureWish
  ) -> Double? {
    guard !wish.copies, let basis = film.shownFrames(wish), var shown = try? ShownFrames(map, basis, rate: rate),
      let picture = shown.picture(of: 0), let frames = film.rate
    else { return map.instant(at: 0)?.source }
    return frames.start(ofFrame: Int(shown.place(of: picture).frame))
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
