import Values
import Warp

/// The requested properties of the input and output streams. They take effect once the input's header is read.
package struct StreamWishes: Equatable, Sendable {
  /// The rate of an input whose header states none or a wrong one.
  package var inputRate: FrameRate?
  /// The source time of the first frame, if the input has no timestamps; nil if not requested.
  package var start: Double?
  /// The rate of the result; nil for the input's rate, and for a variable rate.
  package var rate: FrameRate?
  /// The container of the result; nil if it follows from the input.
  package var container: Container?
  /// The unit to which timestamps of the result are rounded; nil at a fixed rate.
  package var timebase: Timebase?
  /// Whether the timestamps of the result are also written to a list, so its container need not have any.
  package var listsTimestamps = false

  package init() {}

  /// The properties that the input turned out to have.
  package struct Input {
    package let clock: FrameClock
    package let times: InputTimes
    /// The frame rate, if it is known.
    package let rate: FrameRate?
  }

  /// The properties that the output will have.
  package struct Output {
    package let container: Container
    package let format: StreamFormat
    /// Nil at a variable rate.
    package let rate: FrameRate?
  }

  /// - Parameter listed: the starts of the frames from a list beside the input, which overrides the stream.
  package func input(
    _ format: StreamFormat, in container: Container, listed: [Double]?
  ) throws(Refusal) -> Input {
    let rate = inputRate ?? format.rate
    if let listed { return Input(clock: FrameClock(nominal: rate, listed: listed), times: .listed(listed), rate: rate) }
    if let start, start != 0, container.isStamped {
      throw .usage("the frames of the input already have timestamps", at: "--start", advice: "leave --start out")
    }
    if container.isStamped {
      // With --vfr, the timestamps themselves are the result, so they stay exact.
      let roundedRate = timebase == nil ? inputRate : nil
      return Input(clock: FrameClock(nominal: rate, roundedRate: roundedRate), times: .stamped, rate: rate)
    }
    guard let rate else {
      throw .usage("the input has no frame rate", at: "\(container.name) header", advice: "add --input-fps RATE")
    }
    guard let start, start != 0 else { return Input(clock: FrameClock(rate: rate), times: .counted, rate: rate) }
    return Input(clock: FrameClock(nominal: rate), times: .late(start, rate), rate: rate)
  }

  /// - Parameters:
  ///   - format: the format of the input, from which the output's differs only in its times.
  ///   - inputRate: the rate from `Input`.
  package func output(
    _ format: StreamFormat, in container: Container, inputRate: FrameRate?
  ) throws(Refusal) -> Output {
    var format = format
    guard let timebase else {
      guard let rate = rate ?? inputRate else {
        throw .usage("the input has no frame rate", advice: "add --fps RATE")
      }
      format.rate = rate
      // At a fixed rate, the timestamp of an output frame is its number, even if the input has timestamps.
      format.timebase = nil
      return Output(container: self.container ?? container, format: format, rate: rate)
    }
    format.rate = inputRate
    format.timebase = Rational(1, Int64(timebase.ticksPerSecond))
    // A container without timestamps is usable only if a list has the timestamps.
    let usual = !container.isStamped && listsTimestamps ? container : .nut
    return Output(container: self.container ?? usual, format: format, rate: nil)
  }
}
