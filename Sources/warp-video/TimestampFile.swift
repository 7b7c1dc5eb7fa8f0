import Streams
import Tool
import Video
import Warp

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
