import Commands
import Tool
import Values
import Video
import Warp

/// Option values that do not depend on the input.
struct VideoOptions {
  let picture: PictureOptions
  let wishes: StreamWishes
  /// The output frames to make; nil for all.
  let range: OutputRange?
  let inputTimestamps: String?
  let timestamps: String?
  /// Whether the last frame is held if the input ends before the map.
  let holdsEnd: Bool
  let memory: Int
  let threads: WorkerThreads
  /// The arguments of the command of `--source`.
  let reach: SourceOptions

  init(_ arguments: Arguments) throws {
    picture = try PictureOptions(arguments)
    let isVariable = picture.timebase != nil
    range = try arguments.value(of: VideoCommand.outputRange).map { try OutputRange($0, isVariable: isVariable) }
    inputTimestamps = arguments.value(of: VideoCommand.inputTimestamps)
    timestamps = !isVariable ? nil : try arguments.writtenFile(VideoCommand.timestamps)
    var wishes = StreamWishes()
    wishes.rate = picture.rate
    wishes.inputRate = try arguments.value(of: VideoCommand.inputFps).map { try FrameRateSyntax.parse($0) }
    wishes.timebase = picture.timebase
    wishes.timebase?.remedy = Child.variable(Timebase.remedyVariable)
    wishes.listsTimestamps = timestamps != nil
    wishes.start = try arguments.value(of: .start).map { try TimeSyntax.seconds($0) }
    if wishes.start != nil,
      let other = [VideoCommand.source, VideoCommand.inputTimestamps].first(where: arguments.contains)
    {
      throw Refusal.usage(
        "--start and --\(other.name) do not go together", advice: "leave --start out; --\(other.name) sets the times")
    }
    wishes.container = try VideoCommand.outputFormat.choice(arguments)
    if wishes.timebase != nil, !wishes.listsTimestamps, let container = wishes.container, !container.isStamped {
      throw Refusal.usage(
        "\(container.name) has no timestamps", advice: "add --timestamps FILE, or use --output-format nut")
    }
    self.wishes = wishes
    holdsEnd = arguments.contains(VideoCommand.holdEnd)
    memory = try arguments.memory()
    reach = try SourceOptions(arguments, isUsed: arguments.contains(VideoCommand.source))
    threads = WorkerThreads(try arguments.value(of: VideoCommand.threads).map(PictureOptions.threads))
  }

  /// Refuses options that have no effect on encoded frames.
  func refuseForPackets(_ arguments: Arguments) throws(Refusal) {
    let idle = [
      VideoCommand.inputTimestamps, VideoCommand.timestamps, VideoCommand.inputFps, .start, VideoCommand.threads,
      VideoCommand.outputRange,
    ]
    if let stray = idle.first(where: arguments.contains) {
      throw .usage("--\(stray.name) has no effect on encoded packets", advice: "leave --\(stray.name) out")
    }
    if let container = wishes.container, !container.isStamped {
      throw .usage(
        "\(container.name) cannot hold encoded packets", at: "--output-format", advice: "leave --output-format out")
    }
  }
}
