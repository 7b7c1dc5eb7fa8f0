import Tool
import Video

/// Gives a `VideoError` its exit status.
extension VideoError: FinalError {
  package var failure: Failure {
    switch self {
    case .stream(let failure): failure.failure
    case .inexpressible: Failure(.usage, description)
    default: Failure(.input, description)
    }
  }
}
