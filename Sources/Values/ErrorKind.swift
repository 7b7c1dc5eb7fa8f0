/// What an error is about. A tool chooses its exit status by it.
package enum ErrorKind: Sendable {
  /// The request is wrong: it cannot be read, asks for what does not exist, or does not fit the input.
  case usage
  /// The request can be read, but its map is impossible: time would stand still, run backward or have no length.
  case map
  /// The input is damaged, truncated, or not what it must be.
  case input
  /// Reading or writing failed.
  case inputOutput
}

/// An error with a kind. Its description is the clause after `error: `.
package protocol KnownError: Error, CustomStringConvertible {
  var kind: ErrorKind { get }
}
