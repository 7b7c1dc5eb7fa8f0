import Commands
import Tool
import Video
import Warp

/// What was asked for, understood as far as it can be before the input is known.
struct VideoOptions {
  let choice: FrameChoice
  let variable: Variable?
  private let rate: FrameRate?
  private let inputRate: FrameRate?
  private let inputTimestamps: String?
  private let container: Container?

  struct Variable {
    let timebase: Timebase
    let timestamps: String?
  }

  /// What the input turned out to be.
  struct Input {
    let clock: FrameClock
    let times: InputTimes
    /// Frames a second, if anything says so.
    let rate: FrameRate?
  }

  /// What the output will be.
  struct Output {
    let container: Container
    let format: StreamFormat
    let rate: FrameRate?
  }

  init(_ arguments: Arguments) throws {
    let options = try PictureOptions(arguments)
    choice = options.choice
    rate = options.rate
    inputRate = try arguments.value(of: VideoCommand.inputFps).map { try FrameRateSyntax.parse($0) }
    inputTimestamps = arguments.value(of: VideoCommand.inputTimestamps)
    variable = options.timebase.map {
      Variable(timebase: $0, timestamps: arguments.value(of: VideoCommand.timestamps))
    }
    container = try VideoCommand.outputFormat.choice(arguments).map { $0 == .y4m ? .y4m : .nut }
    if variable != nil, variable?.timestamps == nil, container == .y4m {
      throw Refusal.usage("y4m has no timestamps", advice: "add --timestamps FILE, or use --output-format nut")
    }
  }
}

/// What depends on the input.
extension VideoOptions {
  func input(_ container: Container, _ format: StreamFormat) throws -> Input {
    let rate = inputRate ?? format.rate
    if let inputTimestamps {
      return Input(
        clock: FrameClock(nominal: rate), times: .listed(try TimestampFile.read(inputTimestamps)), rate: rate)
    }
    if container == .nut { return Input(clock: FrameClock(nominal: rate), times: .stamped, rate: rate) }
    guard let rate else {
      throw Refusal.usage("the input does not say its frame rate", at: "y4m header", advice: "give --input-fps")
    }
    return Input(clock: FrameClock(rate: rate), times: .counted, rate: rate)
  }

  func output(_ container: Container, _ format: StreamFormat, _ input: Input) throws -> Output {
    var format = format
    guard let variable else {
      guard let rate = rate ?? input.rate else {
        throw Refusal.usage("the input does not say its frame rate", advice: "give --fps")
      }
      format.rate = rate
      // Frames of a fixed rate are counted, whatever the input was stamped in.
      format.timebase = nil
      return Output(container: self.container ?? container, format: format, rate: rate)
    }
    format.rate = input.rate
    format.timebase = Rational(1, Int64(variable.timebase.ticksPerSecond))
    let usual = container == .y4m && variable.timestamps != nil ? Container.y4m : .nut
    return Output(container: self.container ?? usual, format: format, rate: nil)
  }
}
