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
    choice = try Self.choice(arguments)
    rate = try arguments.value(of: VideoCommand.fps).map { try FrameRateSyntax.parse($0) }
    inputRate = try arguments.value(of: VideoCommand.inputFps).map { try FrameRateSyntax.parse($0) }
    inputTimestamps = arguments.value(of: VideoCommand.inputTimestamps)
    variable = try Self.variable(arguments)
    container = try arguments.value(of: VideoCommand.outputFormat).map(Self.container)
    if variable != nil, variable?.timestamps == nil, container == .y4m {
      throw Refusal.usage("y4m has no timestamps", advice: "add --timestamps FILE, or use --output-format nut")
    }
  }

  private static func choice(_ arguments: Arguments) throws -> FrameChoice {
    let pick = try word(
      arguments, VideoCommand.pick,
      among: ["hold": FrameChoice.hold, "middle": .middle, "nearest": .nearest, "next": .next])
    let mix = try word(
      arguments, VideoCommand.mix, among: ["none": nil, "blend": FrameChoice.blend, "motion": .motion])
    let shutter = try arguments.value(of: VideoCommand.shutter).map(Self.shutter)
    if case .shutter(let degrees) = shutter, mix == .motion, pick == nil { return .motionShutter(degrees: degrees) }
    let given = [pick, mix ?? nil, shutter].compactMap(\.self)
    guard given.count <= 1 else {
      throw Refusal.usage(
        "--pick, --mix and --shutter do not go together", advice: "choose one, or --mix motion with --shutter")
    }
    return given.first ?? .hold
  }

  private static func shutter(_ text: String) throws -> FrameChoice {
    guard let degrees = NumberSyntax.parse(text), degrees > 0, degrees <= 720 else {
      throw Refusal.usage(
        "'\(text)' is no shutter angle", at: "--shutter", advice: "it is over 0 and at most 720 degrees")
    }
    return .shutter(degrees: degrees)
  }

  /// What a word given for an option means; nil where the option was not given.
  private static func word<Meaning>(
    _ arguments: Arguments, _ option: Option, among meanings: [String: Meaning]
  ) throws -> Meaning? {
    guard let word = arguments.value(of: option) else { return nil }
    guard let meaning = meanings[word] else {
      throw Refusal.usage(
        "'\(word)' is not on offer", at: "--\(option.name)",
        advice: "choose \(meanings.keys.sorted().joined(separator: ", "))")
    }
    return meaning
  }

  static func threads(_ text: String) throws -> Int {
    guard let count = Int(text), WorkerThreads.counts.contains(count) else {
      throw Refusal.usage(
        "'\(text)' is no number of threads", at: "--threads",
        advice: "give a whole number from 1 to \(WorkerThreads.counts.upperBound)")
    }
    return count
  }

  private static func container(_ word: String) throws -> Container {
    switch word {
    case "y4m": .y4m
    case "nut": .nut
    default: throw Refusal.usage("'\(word)' is no container", at: "--output-format", advice: "there are y4m and nut")
    }
  }

  private static func variable(_ arguments: Arguments) throws -> Variable? {
    let fixedOnly = [VideoCommand.fps, VideoCommand.pick, VideoCommand.mix, VideoCommand.shutter]
    let variableOnly = [VideoCommand.timebase, VideoCommand.timestamps]
    let isVariable = arguments.contains(VideoCommand.variable)
    if let stray = (isVariable ? fixedOnly : variableOnly).first(where: arguments.contains) {
      throw Refusal.usage(
        isVariable ? "--\(stray.name) is for a fixed rate, not for --vfr" : "--\(stray.name) needs --vfr")
    }
    guard isVariable else { return nil }
    return Variable(
      timebase: try arguments.value(of: VideoCommand.timebase).map(timebase) ?? .standard,
      timestamps: arguments.value(of: VideoCommand.timestamps))
  }

  private static func timebase(_ text: String) throws -> Timebase {
    guard text.hasPrefix("1/"), let ticks = Int(text.dropFirst(2)), let timebase = Timebase(ticksPerSecond: ticks)
    else {
      throw Refusal.usage("'\(text)' is no timebase", at: "--timebase", advice: "write 1/N, as in 1/192000")
    }
    return timebase
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
