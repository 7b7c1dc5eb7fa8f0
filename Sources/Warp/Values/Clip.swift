/// What the options say about the input before there is a map; nil where they say nothing.
package struct Clip: Equatable, Sendable {
  /// Seconds of source.
  package let duration: Double?
  package let frameRate: FrameRate?

  package init(duration: Double? = nil, frameRate: FrameRate? = nil) {
    self.duration = duration
    self.frameRate = frameRate
  }

  /// The duration; refused if it is unknown, naming `purpose` as what needs it.
  package func requiredDuration(for purpose: String) throws(Refusal) -> Double {
    guard let duration else {
      throw .usage("\(purpose) needs --duration", advice: "add --duration TIME, or --frames N with --fps RATE")
    }
    return duration
  }
}
