import Commands
import Tool
import Video
import Warp

ToolMain.run(VideoCommand.command) { arguments, _ in try VideoRun(arguments).run() }

extension VideoError: FinalError {
  package var failure: Failure {
    switch self {
    case .stream(let failure): failure.failure
    case .inexpressible: Failure(.usage, description)
    default: Failure(.input, description)
    }
  }
}
