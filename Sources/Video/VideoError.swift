import Streams
import Values

/// Why frames cannot be read, or not be written as requested. Byte offsets count from the beginning of the input.
package enum VideoError: KnownError, Equatable, Sendable {
  /// The input has no bytes.
  case empty
  /// The input contradicts its format.
  case malformed(String, byte: Int)
  /// The input is valid, but of a kind that this program does not support.
  case unsupported(String, byte: Int, advice: String)
  /// The input ends inside the part that the string names, not between two frames.
  case truncated(String, byte: Int)
  /// The input has a header but no frame.
  case noFrame(byte: Int)
  /// Frames have no timestamps, or timestamps that do not increase.
  case untimely(String, advice: String)
  /// Packets that do not fit what a cut was planned for.
  case unfit(String, advice: String)
  /// The command of --source prints nothing.
  case silentCommand
  /// The output format cannot express what was read.
  case inexpressible(String, advice: String)
  case stream(StreamFailure)
}

extension VideoError {
  package var kind: ErrorKind {
    switch self {
    case .stream(let failure): failure.kind
    case .inexpressible: .usage
    default: .input
    }
  }

  package var description: String {
    switch self {
    case .empty: "standard input is empty; pipe \(Container.names) into warp-video"
    case .malformed(let problem, let byte):
      "\(problem) (byte \(byte) of the input); \(Container.making)"
    case .unsupported(let problem, let byte, let advice): "\(problem) (byte \(byte) of the input); \(advice)"
    case .truncated(let part, let byte):
      "the input ends inside \(part) (byte \(byte) of the input); check why the command before the pipe stopped"
    case .noFrame(let byte):
      "the input has a header but no frame (byte \(byte) of the input); check why the command before the pipe stopped"
    case .silentCommand: "the command of --source prints nothing; run the command by itself to see why"
    case .untimely(let problem, let advice), .unfit(let problem, let advice), .inexpressible(let problem, let advice):
      "\(problem); \(advice)"
    case .stream(let failure): failure.description
    }
  }
}
