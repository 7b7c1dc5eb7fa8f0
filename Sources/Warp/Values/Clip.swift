/// What the options say about the input before there is a map; nil where they say nothing.
package struct Clip: Equatable, Sendable {
  /// Seconds of source.
  package let duration: Double?
  package let frameRate: FrameRate?
  /// Whether it is the film before a map that --invert undoes: only the result of that map is there.
  package let isUndone: Bool

  package init(duration: Double? = nil, frameRate: FrameRate? = nil, isUndone: Bool = false) {
    self.duration = duration
    self.frameRate = frameRate
    self.isUndone = isUndone
  }

  /// The duration; refused if it is unknown, naming `purpose` as what needs it.
  package func requiredDuration(for purpose: String) throws(Refusal) -> Double {
    if let duration { return duration }
    if isUndone { throw Self.undoing(purpose) }
    throw .usage("\(purpose) needs --duration", advice: "add --duration TIME, or --frames N with --fps RATE")
  }

  /// The refusal of what depends on the duration of a film before --invert.
  package static func undoing(_ purpose: String) -> Refusal {
    .usage(
      "--invert cannot undo \(purpose), because the film before it is not known",
      advice: "write the map to a file with --to table when you make the film, then type --map FILE --invert")
  }
}
