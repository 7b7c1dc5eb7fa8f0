import Tool
import Values
import Warp

/// The frame choice of warp-video. It does not depend on the film, so warp-film checks it before the film is read.
package struct PictureOptions: Equatable, Sendable {
  /// The rule for the source frame that an output frame shows at a constant rate; `hold` with `--vfr`.
  package let choice: FrameChoice
  /// Whether mixing skips frames that look like the frame before.
  package let skipsDuplicates: Bool
  /// Whether new frames keep the grain of the source frames.
  package let keepsGrain: Bool
  /// The shell command that makes frames between two frames; nil without `--mix exec:`.
  package let maker: String?
  /// The seconds of the crossfade at each cut; 0 for none.
  package let crossfade: Double
  /// The frame rate of the result; nil without `--fps`.
  package let rate: FrameRate?
  /// The unit of output timestamps; nil at a constant frame rate.
  package let timebase: Timebase?

  /// Whether a frame between two source frames also depends on their neighbours. A maker command gets only the two.
  package var looksAround: Bool { maker == nil && choice.looksAround(skippingDuplicates: skipsDuplicates) }

  package init(_ arguments: Arguments) throws {
    choice = try Self.choice(arguments)
    maker = try Self.maker(arguments)
    skipsDuplicates = arguments.contains(VideoCommand.dedup)
    keepsGrain = try VideoCommand.grain.choice(arguments) ?? false
    crossfade = try CrossfadeSyntax.seconds(arguments, VideoCommand.crossfade)
    rate = try arguments.value(of: VideoCommand.fps).map { try FrameRateSyntax.parse($0) }
    let fixedOnly = [
      VideoCommand.fps, VideoCommand.pick.option, VideoCommand.mix.option, VideoCommand.grain.option,
      VideoCommand.dedup, VideoCommand.shutter, VideoCommand.crossfade,
    ]
    let variableOnly = [VideoCommand.timebase, VideoCommand.timestamps]
    let isVariable = arguments.contains(VideoCommand.variable)
    if let stray = (isVariable ? fixedOnly : variableOnly).first(where: arguments.contains) {
      throw Refusal.usage(
        isVariable
          ? "--\(stray.name) needs a constant frame rate and does not go with --vfr" : "--\(stray.name) needs --vfr")
    }
    if skipsDuplicates, try VideoCommand.mix.choice(arguments) ?? .first == .first {
      throw Refusal.usage(
        "--dedup needs --mix blend, motion or exec:COMMAND",
        advice: "add --mix, or leave --dedup out")
    }
    if arguments.contains(VideoCommand.grain.option), try VideoCommand.mix.choice(arguments) != .motion {
      throw Refusal.usage("--grain needs --mix motion", advice: "add --mix motion, or leave --grain out")
    }
    timebase = isVariable ? try arguments.value(of: VideoCommand.timebase).map(Self.timebase) ?? .standard : nil
  }

  private static func choice(_ arguments: Arguments) throws -> FrameChoice {
    let pick = try VideoCommand.pick.choice(arguments)
    let mix: FrameChoice? =
      switch try VideoCommand.mix.choice(arguments) {
      case .blend: .blend
      // `--mix exec:` makes frames at the same times as `--mix motion`.
      case .motion, .command: .motion
      case .first, nil: nil
      }
    let shutter = try arguments.value(of: VideoCommand.shutter).map(Self.shutter)
    if case .shutter(let degrees) = shutter, mix == .motion, pick == nil { return .motionShutter(degrees: degrees) }
    let given = [pick, mix, shutter].compactMap(\.self)
    guard given.count <= 1 else {
      throw Refusal.usage(
        "--pick, --mix and --shutter do not go together", advice: "choose one, or combine --mix motion with --shutter")
    }
    return given.first ?? .hold
  }

  private static func maker(_ arguments: Arguments) throws -> String? {
    guard case .command(let command) = try VideoCommand.mix.choice(arguments) else { return nil }
    guard !command.allSatisfy(\.isWhitespace) else {
      throw Refusal.usage("the command after exec: is missing", at: "--mix", advice: "write --mix 'exec:COMMAND'")
    }
    return command
  }

  private static func shutter(_ text: String) throws -> FrameChoice {
    guard let degrees = NumberSyntax.parse(text), degrees > 0, degrees <= 720 else {
      throw Refusal.usage(
        "'\(text)' is not a shutter angle", at: "--shutter",
        advice: "write degrees above 0 and at most 720, such as 180")
    }
    return .shutter(degrees: degrees)
  }

  package static func threads(_ text: String) throws -> Int {
    guard let count = Int(text), WorkerThreads.counts.contains(count) else {
      throw Refusal.usage(
        "'\(text)' is not a number of threads", at: "--threads",
        advice: "write a whole number from 1 to \(WorkerThreads.counts.upperBound)")
    }
    return count
  }

  private static func timebase(_ text: String) throws -> Timebase {
    guard text.hasPrefix("1/"), let ticks = Int(text.dropFirst(2)), let timebase = Timebase(ticksPerSecond: ticks)
    else {
      throw Refusal.usage("'\(text)' is not a timebase", at: "--timebase", advice: "write 1/N, as in 1/192000")
    }
    return timebase
  }
}
