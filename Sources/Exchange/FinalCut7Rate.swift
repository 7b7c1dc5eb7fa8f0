import Values

/// A frame rate in the XML of Final Cut Pro 7: whole frames per second, or 1000/1001 of them (`ntsc`).
struct FinalCut7Rate: Equatable, Sendable {
  let timebase: Int64
  let isNTSC: Bool

  /// Nil for a rate that the format cannot express.
  init?(_ rate: FrameRate) {
    let terms = rate.framesPerSecond
    isNTSC = terms.denominator == 1001
    guard terms.denominator == 1 || isNTSC && terms.numerator % 1000 == 0 else { return nil }
    timebase = isNTSC ? terms.numerator / 1000 : terms.numerator
  }

  var xml: String { "<rate><timebase>\(timebase)</timebase><ntsc>\(isNTSC ? "TRUE" : "FALSE")</ntsc></rate>" }
}
