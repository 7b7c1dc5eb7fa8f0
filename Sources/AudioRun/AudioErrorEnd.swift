import Audio
import Tool

/// Gives an `AudioError` its exit status.
extension AudioError: FinalError {
  package var failure: Failure {
    switch self {
    case .stream(let failure): failure.failure
    case .undeclared: Failure(.usage, description)
    default: Failure(.input, description)
    }
  }
}
