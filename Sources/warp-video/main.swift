import Commands
import Tool
import Values
import Video

ToolMain.run(VideoCommand.command) { arguments, output in
  guard let maker = arguments.value(of: VideoCommand.tryMaker) else { return try VideoRun(arguments).run() }
  if arguments.occurrences.count > 1 {
    throw Refusal.usage("--try-maker cannot be combined with other options", advice: "leave them out")
  }
  try MakerTrial(maker).run(writingTo: &output)
}

extension VideoError: FinalError {
  package var failure: Failure {
    switch self {
    case .stream(let failure): failure.failure
    case .inexpressible: Failure(.usage, description)
    default: Failure(.input, description)
    }
  }
}
