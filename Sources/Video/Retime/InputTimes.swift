import Warp

/// Where the times of the input's frames come from.
package enum InputTimes: Sendable {
  /// They are counted at one rate.
  case counted
  /// The stream brings them.
  case stamped
  /// A list beside the stream has them, in seconds.
  case listed([Double])

  /// When a frame starts; nil if it has its turn in an even rate.
  func start(ofFrame index: Int, _ head: FrameHead, _ format: StreamFormat) throws(VideoError) -> Double? {
    switch self {
    case .counted: return nil
    case .stamped: return head.stamp.flatMap { format.seconds(atStamp: $0) }
    case .listed(let starts):
      guard index < starts.count else {
        throw .untimely("there are more frames than timestamps", advice: "check --input-timestamps")
      }
      return starts[index]
    }
  }
}
