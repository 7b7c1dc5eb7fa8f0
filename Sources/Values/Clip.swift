/// The facts about the input that are known before a map exists; nil means unknown.
package struct Clip: Equatable, Sendable {
  /// In seconds of source time.
  package let duration: Double?
  package let frameRate: FrameRate?
  /// The timecode of the first frame, with the rate at which it counts.
  package let timecode: StartTimecode?
  /// Whether the clip is an original film that --invert restores. Then only the retimed film is available.
  package let isUndone: Bool

  package init(
    duration: Double? = nil, frameRate: FrameRate? = nil, timecode: StartTimecode? = nil, isUndone: Bool = false
  ) {
    self.duration = duration
    self.frameRate = frameRate
    self.timecode = timecode
    self.isUndone = isUndone
  }

  /// The duration. If it is unknown, throws an error that says that `purpose` needs a duration.
  package func requiredDuration(for purpose: String) throws(Refusal) -> Double {
    if let duration { return duration }
    if isUndone { throw Self.undoing(purpose) }
    throw .usage("\(purpose) needs --duration", advice: "add --duration TIME, or --frames N with --fps RATE")
  }

  /// Whether the clip is known to end before an instant.
  package func ends(before instant: Double) -> Bool { duration.map { instant > $0 } ?? false }

  /// The error for something typed that lies after the end of the clip.
  ///
  /// - Parameter what: its name and the verb, such as `'12s' is`.
  package func ending(before what: String) -> Refusal {
    let length = duration.map { duration in
      let codes = timecode.map { " and has the timecodes from \($0.text) to \($0.at(duration).text)" } ?? ""
      return "the video lasts \(BriefNumber.print(duration)) s\(codes)"
    }
    return .usage("\(what) after the end of the video", advice: length)
  }

  /// The error for an option that depends on the unknown duration of a film before --invert.
  package static func undoing(_ purpose: String) -> Refusal {
    .usage(
      "--invert cannot undo \(purpose), because the video before it is not known",
      advice: "write the map to a file with --to table when you make the video, then type --map FILE --invert")
  }
}
