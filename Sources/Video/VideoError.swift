import Streams

/// Why frames cannot be read, or not be written as asked. Bytes are counted from the beginning of the input.
package enum VideoError: Error, Equatable, Sendable {
  /// Nothing was read at all.
  case empty
  /// The input is not what it begins as, or claims what cannot be.
  case malformed(String, byte: Int)
  /// The input is understood, but of a kind that this program does not carry.
  case unsupported(String, byte: Int, advice: String)
  /// The input ends inside the part that is named, as opposed to ending between two frames.
  case truncated(String, byte: Int)
  /// A header came and no frame after it.
  case noFrame(byte: Int)
  /// Frames come without times, or with times that do not rise.
  case untimely(String, advice: String)
  /// The output format cannot express what was read.
  case inexpressible(String, advice: String)
  /// The system could not move the bytes.
  case stream(StreamFailure)
}

extension VideoError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty: "standard input is empty; pipe \(Container.names) into warp-video"
    case .malformed(let problem, let byte):
      "\(problem) (byte \(byte) of the input); make the input with ffmpeg -f yuv4mpegpipe or -f nut"
    case .unsupported(let problem, let byte, let advice): "\(problem) (byte \(byte) of the input); \(advice)"
    case .truncated(let part, let byte):
      "the input ends inside \(part) (byte \(byte) of the input); check why the command before the pipe stopped"
    case .noFrame(let byte):
      "the input has a header but no frame (byte \(byte) of the input); check why the command before the pipe stopped"
    case .untimely(let problem, let advice), .inexpressible(let problem, let advice): "\(problem); \(advice)"
    case .stream(let failure): failure.description
    }
  }
}
