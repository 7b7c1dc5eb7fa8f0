import Warp

/// What is asked of the streams at both ends, as far as it can only be understood once the input's header is read.
package struct StreamWishes: Equatable, Sendable {
  /// The rate of an input that does not say it, or says it wrongly.
  package var inputRate: FrameRate?
  /// When the first frame of an input whose frames are counted begins, in source time; nil where nothing is said.
  package var start: Double?
  /// The rate of the result; nil where it is to be the input's, and at a variable rate.
  package var rate: FrameRate?
  /// Nil where it follows from the input.
  package var container: Container?
  /// What stamps of the result are rounded to; nil at a fixed rate.
  package var timebase: Timebase?
  /// Whether the stamps of the result are also written to a list, so that its container need not hold them.
  package var listsTimestamps = false

  package init() {}

  /// What the input turned out to be.
  package struct Input {
    package let clock: FrameClock
    package let times: InputTimes
    /// Frames a second, if anything says so.
    package let rate: FrameRate?
  }

  /// What the output will be.
  package struct Output {
    package let container: Container
    package let format: StreamFormat
    /// Nil at a variable rate.
    package let rate: FrameRate?
  }

  /// - Parameter listed: when the frames start, where a list beside the input says so; it overrules the stream.
  package func input(
    _ format: StreamFormat, in container: Container, listed: [Double]?
  ) throws(Refusal) -> Input {
    let rate = inputRate ?? format.rate
    if let listed { return Input(clock: FrameClock(nominal: rate, listed: listed), times: .listed(listed), rate: rate) }
    if let start, start != 0, container.isStamped {
      throw .usage("the frames of the input already have timestamps", at: "--start", advice: "leave --start out")
    }
    if container.isStamped { return Input(clock: FrameClock(nominal: rate), times: .stamped, rate: rate) }
    guard let rate else {
      throw .usage("the input has no frame rate", at: "y4m header", advice: "add --input-fps RATE")
    }
    guard let start, start != 0 else { return Input(clock: FrameClock(rate: rate), times: .counted, rate: rate) }
    return Input(clock: FrameClock(nominal: rate), times: .late(start, rate), rate: rate)
  }

  /// - Parameters:
  ///   - format: that of the input, from which the output's differs only in its times.
  ///   - inputRate: the rate of `Input`.
  package func output(
    _ format: StreamFormat, in container: Container, inputRate: FrameRate?
  ) throws(Refusal) -> Output {
    var format = format
    guard let timebase else {
      guard let rate = rate ?? inputRate else {
        throw .usage("the input has no frame rate", advice: "add --fps RATE")
      }
      format.rate = rate
      // Frames of a fixed rate are counted in the output, also where the input was stamped.
      format.timebase = nil
      return Output(container: self.container ?? container, format: format, rate: rate)
    }
    format.rate = inputRate
    format.timebase = Rational(1, Int64(timebase.ticksPerSecond))
    // What has no stamps will do only beside a list of them.
    let usual = !container.isStamped && listsTimestamps ? container : .nut
    return Output(container: self.container ?? usual, format: format, rate: nil)
  }
}
