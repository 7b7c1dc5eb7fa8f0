import Streams
import Tool
import Video
import Warp

/// Writes the stamps of the output beside it, if that was asked for.
struct TimestampWriter: ~Copyable {
  private let timebase: Timebase
  private var sink: FileSink?

  init(_ variable: VideoOptions.Variable?) throws {
    timebase = variable?.timebase ?? .standard
    if let path = variable?.timestamps { sink = try FileSink(creating: path) }
    try sink?.write(TimestampList.title)
  }

  mutating func write(_ tick: Int64) throws {
    try sink?.write(TimestampList.line(tick, of: timebase))
  }

  /// Closes the list with the time at which the last frame ends.
  consuming func finish(at warped: Double) throws {
    try write(timebase.tick(at: warped))
    try sink.take()?.finish()
  }
}
