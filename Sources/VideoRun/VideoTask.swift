import Commands
import Tool
import Values

/// What a command line of warp-video asks for.
package enum VideoTask {
  case trial(MakerTrial)
  case join(PieceJoining)
  case splice(PacketCutting)
  case retime(VideoRetiming)

  package init(_ arguments: Arguments) throws {
    if let maker = arguments.value(of: VideoCommand.tryMaker) {
      if arguments.occurrences.count > 1 {
        throw Refusal.usage("--try-maker cannot be combined with other options", advice: "leave them out")
      }
      self = .trial(MakerTrial(maker))
      return
    }
    if let cutting = try PacketCutting(arguments) {
      self = .splice(cutting)
      return
    }
    let options = try VideoOptions(arguments)
    let pieces = arguments.values(of: VideoCommand.join)
    self = try pieces.isEmpty ? .retime(VideoRetiming(arguments, options)) : .join(PieceJoining(pieces, arguments))
  }

  package func run(writingTo output: inout FileSink) throws {
    switch self {
    case .trial(let trial): try trial.run(writingTo: &output)
    case .join(let joining): try joining.run()
    case .splice(let cutting): try cutting.run()
    case .retime(let retiming): try retiming.run()
    }
  }
}
