import Streams

/// An error that knows how the process ends because of it.
package protocol FinalError: Error {
  var failure: Failure { get }
}

extension Failure: FinalError {
  package var failure: Failure { self }
}

extension StreamFailure: FinalError {
  package var failure: Failure {
    switch self {
    case .inputOutput: Failure(.inputOutput, description)
    case .tooLong: Failure(.input, description)
    }
  }
}
