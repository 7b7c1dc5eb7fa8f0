import Streams

/// A page that leads a browser to an address. Only the user can read the file, but all users of a computer can read
/// a command line.
///
/// `deinit` removes the file. It is also removed if this process is killed.
package final class OpeningFile {
  static let ending = ".open.html"

  private let path: String
  private let standBy: StandBy
  /// The process that starts the browser, or the browser.
  private var starter: Int32?

  package init(leadingTo address: String) throws(Failure) {
    let directory = ["XDG_RUNTIME_DIR", "TMPDIR"].lazy.compactMap(Linux.environment).first(where: Linux.isWritable)
    path = "\(directory ?? "/tmp")/warp-\(RandomText.of(bytes: 8))\(Self.ending)"
    guard let program = ProgramFile.own else { throw Failure(.inputOutput, "cannot find the file of this program") }
    standBy = try StandBy(program, removing: path)
    do throws(SystemError) {
      let text = """
        <!DOCTYPE html><meta charset="utf-8"><title>warp</title><meta http-equiv="refresh" content="0; url=\(address)">

        """
      let file = try Linux.newFile(path, mode: 0o600)
      try Linux.write(ByteText.bytes(text).span, to: file.number, at: 0)
    } catch { throw Failure(.inputOutput, "cannot write '\(path)': \(error.reason)") }
  }

  deinit {
    try? Linux.remove(path)
    standBy.release()
    // A starter that has ended is reaped; a browser may still run.
    if let starter { _ = try? Linux.wait(for: starter, atMost: 0) }
  }

  /// Opens the page in the user's browser, which outlives this process. Returns false if no program to open it exists.
  package func show() -> Bool {
    let named = (Linux.environment("BROWSER") ?? "").split(separator: ":").map(String.init)
    guard let null = try? PipeEnd.null() else { return false }
    for program in named + ["xdg-open", "gio", "sensible-browser"] {
      guard let file = ProgramFile.path(of: program) else { continue }
      let words = [program] + (program == "gio" ? ["open"] : []) + [path]
      var child = Child(words, input: null.number, output: null.number)
      child.error = null.number
      (child.leadsGroup, child.outlives) = (true, true)
      starter = try? child.start(file)
      if starter != nil { return true }
    }
    return false
  }
}
