import Values

/// The output frames to make if the user requests only a part of the result.
package enum OutputRange: Equatable, Sendable {
  /// At a fixed rate: numbers of output frames, from 0.
  case frames(Range<Int>)
  /// At a variable rate: the frames that begin within this span of warped time, in seconds.
  case times(Range<Double>)

  /// Reads `FROM..TO`: two frame numbers or, at a variable rate, two times. Either may be missing.
  package init(_ text: String, isVariable: Bool) throws(Refusal) {
    guard let (from, to) = RangeSyntax.ends(of: text[...]) else { throw Self.refusal(text) }
    if isVariable {
      let start = from.isEmpty ? 0 : try Self.time(from)
      let end = to.isEmpty ? Double.infinity : try Self.time(to)
      guard start < end else { throw Self.refusal(text) }
      self = .times(start..<end)
    } else {
      guard let start = from.isEmpty ? 0 : Self.number(from), let end = to.isEmpty ? .max : Self.number(to), start < end
      else { throw Self.refusal(text) }
      self = .frames(start..<end)
    }
  }

  private static func time(_ text: Substring) throws(Refusal) -> Double {
    do throws(Refusal) { return try TimeSyntax.seconds(text) } catch { throw error.within("--output-range") }
  }

  private static func number(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") <= 9 }), let number = Int(text), number < 1 << 53 else {
      return nil
    }
    return number
  }

  private static func refusal(_ text: String) -> Refusal {
    .usage(
      "'\(text)' is not a range of frames", at: "--output-range",
      advice: "write FROM..TO, as in 0..250; with --vfr write times, as in 0..10s")
  }

  var frames: Range<Int> {
    if case .frames(let frames) = self { frames } else { 0..<Int.max }
  }

  var times: Range<Double> {
    if case .times(let times) = self { times } else { 0..<Double.infinity }
  }

  /// At a variable rate, the seconds of warped time before the range that are also examined. The frame on screen at the
  /// start of the range may have appeared up to this much earlier.
  static var knownBefore: Double { 1 }

  /// The span of warped time that these output frames depend on.
  ///
  /// - Parameter rate: the rate of the output frames; nil if it is unknown or variable.
  package func window(at rate: FrameRate?) -> ClosedRange<Double> {
    switch self {
    case .frames(let frames): rate?.window(of: frames) ?? 0...Double.infinity
    case .times(let times): max(0, times.lowerBound - Self.knownBefore)...times.upperBound
    }
  }
}

/// The span of the result's time that is made if the user requests only a part of the result.
package struct MadeSpan: Equatable, Sendable {
  /// The number of the first output frame; 0 if frames have timestamps.
  package let firstFrame: Int
  /// In seconds of warped time.
  package let start: Double
  private let end: Double

  /// - Parameters:
  ///  - range: nil if the whole result is made.
  ///  - rate: the rate of the result; nil if its frames have timestamps.
  package init(_ range: OutputRange?, at rate: FrameRate?) {
    switch range {
    case nil: (firstFrame, start, end) = (0, 0, .infinity)
    case .frames(let frames):
      firstFrame = frames.lowerBound
      start = rate?.start(ofFrame: frames.lowerBound) ?? 0
      end = frames.upperBound == .max ? .infinity : rate?.start(ofFrame: frames.upperBound) ?? .infinity
    case .times(let times): (firstFrame, start, end) = (0, times.lowerBound, times.upperBound)
    }
  }

  /// The length of this part, in seconds, of a result that lasts `whole` seconds.
  package func length(of whole: Double) -> Double { max(0, min(end, whole) - start) }
}

extension FrameRate {
  /// The span of warped time that a range of output frames depends on. A simulated shutter may be open for two output
  /// frames. The frame choice `middle` looks half an output frame ahead.
  func window(of outputs: Range<Int>) -> ClosedRange<Double> {
    let start = start(ofFrame: outputs.lowerBound)
    return start...(outputs.upperBound > Int.max - 2 ? .infinity : self.start(ofFrame: outputs.upperBound + 2))
  }
}
