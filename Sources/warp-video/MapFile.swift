import Streams
import Tool
import Video
import Warp

/// The map in a file, read once from start to end.
enum MapFile {
  static func read(_ path: String) throws -> TimeMap {
    var source = try FileSource(path: path)
    var reader = TableReader(name: source.name)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = try source.read(into: &buffer), count > 0 {
      try reader.read(buffer.span.extracting(0..<count))
    }
    return try reader.finish()
  }
}

/// The times in a file, one for each frame.
enum TimestampFile {
  static func read(_ path: String) throws -> [Double] {
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
