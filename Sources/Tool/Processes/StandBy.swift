import Streams

/// A process that outlives this one. If this process ends without having called `release`, the stand-by removes a file.
///
/// The stand-by runs the same executable with an argument of its own. A variable names the file, so that nobody removes
/// a file by typing the argument.
package final class StandBy {
  private static let word = "--stand-by"
  private static let variable = "WARP_STAND_BY"
  /// No other file is removed.
  private static let endings = [".part", OpeningFile.ending]

  private var pipe: PipeEnd?
  let process: Int32

  init(_ program: String, removing path: String) throws(Failure) {
    do throws(StreamFailure) {
      let (reading, writing) = try PipeEnd.pair()
      let null = try PipeEnd.null()
      var child = Child([program, Self.word], input: reading.number, output: null.number)
      child.variables[Self.variable] = path
      child.error = null.number
      child.owners = [reading, null]
      (child.leadsGroup, child.outlives) = (true, true)
      do throws(SystemError) { process = try child.start(program) } catch {
        throw .inputOutput("cannot run '\(program)': \(error.reason)")
      }
      pipe = writing
    } catch { throw Failure(error) }
  }

  /// Lets the stand-by end without removing the file.
  func release() {
    guard let end = pipe else { return }
    pipe = nil
    _ = try? end.write([1])
    _ = try? Linux.wait(for: process)
  }

  /// Does the work of a stand-by and ends, if this process was started as one.
  package static func serve() {
    guard Linux.words() == [word], let path = Child.variable(variable), endings.contains(where: path.hasSuffix)
    else { return }
    Linux.ignoreEnds()
    var byte: [UInt8] = [0]
    var room = byte.mutableSpan
    if (try? Linux.read(StandardStream.input.rawValue, into: &room)) == 0 { try? Linux.remove(path) }
    Linux.exit(.done)
  }
}
