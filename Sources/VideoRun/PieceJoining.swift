import Commands
import Streams
import Tool
import Video

/// Concatenates the files of `--join`, which are parts of one film.
package struct PieceJoining {
  private let paths: [String]

  init(_ paths: [String], _ arguments: Arguments) throws {
    self.paths = paths
    if let other = arguments.occurrences.first(where: { $0.option != VideoCommand.join })?.option {
      throw Failure(.usage, "--join only concatenates files; leave --\(other.name) out")
    }
  }

  func run() throws {
    try Terminal.current.refuseBinaryOutput()
    let sink = FileSink(.output)
    sink.widenPipe()
    var join = PacketJoin(to: sink)
    for path in paths {
      let source = try FileSource(path: path)
      do throws(VideoError) {
        try join.add(source)
      } catch {
        // The first error is reported, and an error of this call is dropped.
        try? join.flush()
        if case .stream(let failure) = error { throw failure }
        throw Failure(.input, "\(path): \(error)")
      }
    }
    try join.finish()
  }
}
