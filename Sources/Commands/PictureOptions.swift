import Tool
import Warp

/// What warp-video's options say about which frames are shown when. It can be understood without the film, so that
/// warp-film checks it too.
package struct PictureOptions: Equatable, Sendable {
  /// Which frames are shown, at a fixed rate.
  package let choice: FrameChoice
  /// Whether what is mixed goes on across frames that look like the one before them.
  package let skipsDuplicates: Bool
  /// Whether frames made of others are to be as grainy as those.
  package let keepsGrain: Bool
  /// The command that makes frames between two others; nil where they are made here.
  package let maker: String?
  /// The rate of the result; nil where none is given.
  package let rate: FrameRate?
  /// What stamps are rounded to; nil at a fixed rate.
  package let timebase: Timebase?

  /// Whether a picture between two frames depends on the frames beside them: a command is given the two alone.
  package var looksAround: Bool { maker == nil && choice.looksAround(skippingDuplicates: skipsDuplicates) }

  package init(_ arguments: Arguments) throws {
    choice = try Self.choice(arguments)
    maker = try Self.maker(arguments)
    skipsDuplicates = arguments.contains(VideoCommand.dedup)
    keepsGrain = try VideoCommand.grain.choice(arguments) ?? false
    rate = try arguments.value(of: VideoCommand.fps).map { try FrameRateSyntax.parse($0) }
    let fixedOnly = [
      VideoCommand.fps, VideoCommand.pick.option, VideoCommand.mix.option, VideoCommand.grain.option,
      VideoCommand.dedup, VideoCommand.shutter,
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
      // Where frames are made by others it is also they that are shown between two.
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
