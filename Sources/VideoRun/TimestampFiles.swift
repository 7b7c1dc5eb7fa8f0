import Streams
import Tool
import Values
import Video

/// Reads the file of `--input-timestamps`: the start of each input frame, in seconds.
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

/// Writes the file of `--timestamps`. Does nothing without the option.
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

  /// - Parameter warped: the end of the last frame, which is the last line of the file.
  consuming func finish(at warped: Double) throws {
    try write(timebase.tick(at: warped))
    try sink.take()?.finish()
  }
}
