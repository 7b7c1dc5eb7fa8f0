/// Why a stream could not go on.
package enum StreamFailure: Error, Equatable, Sendable {
  /// The system could not move the bytes.
  case inputOutput(String)
  /// More arrived than its reader is willing to hold.
  case tooLong(String)
}

extension StreamFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .inputOutput(let problem), .tooLong(let problem): problem
    }
  }
}
