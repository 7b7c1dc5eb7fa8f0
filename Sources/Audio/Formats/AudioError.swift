import Streams
import Values

/// Why a sound cannot be read. `byte` is an offset from the beginning of the input.
package enum AudioError: KnownError, Equatable, Sendable {
  case empty
  /// The input has no header, and the user did not declare its format: a usage error.
  case undeclared
  /// The input contradicts its format.
  case malformed(String, byte: Int)
  /// The input is valid, but of a kind that is not supported.
  case unsupported(String, byte: Int, advice: String)
  /// The input ends inside a header, a chunk or a sample frame.
  case truncated(String, byte: Int)
  /// The input ends after a whole sample frame, but has fewer sample frames than its header states.
  case short(missing: Int, promised: Int, byte: Int)
  case stream(StreamFailure)
}

extension AudioError {
  package var kind: ErrorKind {
    switch self {
    case .stream(let failure): failure.kind
    case .undeclared: .usage
    default: .input
    }
  }

  package var description: String {
    switch self {
    case .empty: "standard input is empty; pipe WAV, NUT or raw samples into warp-audio"
    case .undeclared:
      "the input is neither WAV nor NUT; for raw samples, add --format, --rate and --channels; "
        + "else decode the sound with ffmpeg -f wav"
    case .malformed(let problem, let byte):
      "\(problem) (byte \(byte) of the input); make the input with ffmpeg -f wav or -f nut"
    case .unsupported(let problem, let byte, let advice): "\(problem) (byte \(byte) of the input); \(advice)"
    case .truncated(let place, let byte):
      "the input ends inside \(place) (byte \(byte) of the input); check why the command before the pipe stopped"
    case .short(let missing, let promised, let byte):
      "the input lacks \(missing) of the \(promised) sample frames in its header "
        + "(byte \(byte) of the input); check why the command before the pipe stopped"
    case .stream(let failure): failure.description
    }
  }

  /// Runs `body`, and converts a failure of the stream to an `AudioError`.
  static func passingOn<Result>(_ body: () throws(StreamFailure) -> Result) throws(AudioError) -> Result {
    do { return try body() } catch { throw .stream(error) }
  }
}
