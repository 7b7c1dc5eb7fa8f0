import Streams
import Tool
import Video
import Warp

/// Reads the list of `--input-timestamps`: when each frame of the input starts, in seconds.
enum TimestampReader {
  static func times(in path: String) throws -> [Double] {
    var lines = LineReader(try FileSource(path: path))
    var times: [Double] = []
    while let line = try lines.next() {
      do throws(Refusal) {
        if let time = try TimestampList.seconds(line) { times.append(time) }
      } catch {
        throw Failure(.input, error.within("\(lines.name):\(lines.lineNumber)").description)
      }
    }
    return times
  }
}

/// Writes the list of `--timestamps`, beside the output; does nothing where there is to be none.
struct TimestampWriter: ~Copyable {
  private let timebase: Timebase
  private var sink: FileSink?

  init(_ path: String?, in timebase: Timebase) throws {
    self.timebase = timebase
    if let path { sink = try FileSink(creating: path) }
    try sink?.write(TimestampList.title)
  }

  mutating func write(_ tick: Int64) throws {
    try sink?.write(TimestampList.line(tick, of: timebase))
  }

  /// - Parameter warped: when the last frame ends; the list closes with it.
  consuming func finish(at warped: Double) throws {
    try write(timebase.tick(at: warped))
    try sink.take()?.finish()
  }
}
