/// The two ways frames come through a pipe.
package enum Container: Sendable {
  /// Frames at a fixed rate, counted.
  case y4m
  /// Frames with a stamp each.
  case nut

  package func writer(for format: StreamFormat) throws(VideoError) -> any FrameWriter {
    switch self {
    case .y4m: try Y4MWriter(format)
    case .nut: try NUTWriter(format)
    }
  }
}
