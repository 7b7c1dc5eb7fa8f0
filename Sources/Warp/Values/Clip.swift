/// What is known about the input before any map is made: how long it is and how fast its frames come.
package struct Clip: Equatable, Sendable {
  package let duration: Double?
  package let frameRate: FrameRate?

  package init(duration: Double? = nil, frameRate: FrameRate? = nil) {
    self.duration = duration
    self.frameRate = frameRate
  }

  /// The length, for what has no meaning without one.
  package func requiredDuration(for purpose: String) throws(Refusal) -> Double {
    guard let duration else {
      throw .usage("\(purpose) needs --duration", advice: "give --duration TIME, or --frames N with --fps R")
    }
    return duration
  }
}
