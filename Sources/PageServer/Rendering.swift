import Film
import FilmRun
import Streams
import Tool
import Values

/// A running or finished rendering: `warp-film` as a child, with the command that the page shows.
final class Rendering {
  enum State: String { case running, done, failed, cancelled }

  let name: String
  /// The process among the server's children.
  let child: ChildSet.Member
  /// The path of the result.
  let path: String
  /// The file at this path when the rendering started; nil if there was none.
  private let before: FileIdentity?
  private(set) var state = State.running
  /// Pipes from the child; nil at their end.
  private var (errors, progress): (PipeEnd?, PipeEnd?)
  private var said = SaidLines()
  private var steps = LineSplitter()
  /// The finished part and the duration of the result, in microseconds, and the remaining time in whole seconds.
  private var (out, total, left) = (0, 0, Int?.none)
  /// Whether the rendering has changed since the last event about it to the pages.
  var isNew = true

  /// - Parameters:
  ///   - command: warp-film and its options.
  ///   - name: the name of OUTPUT on the page.
  init(
    _ command: [String], on input: String, to path: String, called name: String, _ children: ChildSet
  ) throws(StreamFailure) {
    (self.name, self.path, before) = (name, path, InputFile.identity(of: path))
    let ((errors, said), (progress, reported)) = (try PipeEnd.pair(), try PipeEnd.pair())
    errors.makeNonblocking()
    progress.makeNonblocking()
    (self.errors, self.progress) = (errors, progress)
    let null = try PipeEnd.null()
    let words = command + ["--progress-file", "/dev/fd/\(reported.number)", "--", input, path]
    var child = Child(words, input: null.number, output: null.number)
    child.error = said.number
    child.kept = [reported.number]
    child.owners = [said, reported, null]
    child.leadsGroup = true
    self.child = try children.start(child)
  }

  var reading: [Int32] { [errors, progress].compactMap { $0?.number } }

  /// Reads the available bytes.
  func step(_ ready: Set<Int32>) {
    if let end = errors, ready.contains(end.number) {
      if let block = try? end.read() { takeMessages(block) } else { errors = nil }
    }
    if let end = progress, ready.contains(end.number) {
      if let block = try? end.read() { takeProgress(block) } else { progress = nil }
    }
  }

  /// Collects messages, and also prints them in the terminal.
  private func takeMessages(_ block: [UInt8]) {
    Diagnostics.passOn(block)
    said.take(block)
    isNew = true
  }

  private func takeProgress(_ block: [UInt8]) {
    for line in steps.take(block) {
      let parts = String(decoding: line, as: UTF8.self).split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "out_time_us": out = max(0, Int(parts[1]) ?? out)
      case "total_us": total = max(0, Int(parts[1]) ?? total)
      case "eta_s": left = Int(parts[1])
      case "progress": isNew = true
      default: break
      }
    }
  }

  /// Takes the exit status of the child. It succeeded only if it left a new file. Options that print something and
  /// make no file also end with status 0. Status 4 is a success if a truncated INPUT has left a result.
  func end(_ status: Int32) {
    while let block = try? errors?.read(), !block.isEmpty { takeMessages(block) }
    said.end()
    (errors, progress) = (nil, nil)
    let made = InputFile.identity(of: path)
    let succeeds = [ExitStatus.done.rawValue, ExitStatus.input.rawValue].contains(status)
    state = succeeds && made != nil && made != before ? .done : .failed
    isNew = true
  }

  func cancel() { (state, isNew, errors, progress) = (.cancelled, true, nil, nil) }

  /// Returns the data of an event, as JSON.
  ///
  /// - Parameter result: the name of the result that can be played.
  func news(playing result: String) -> String {
    let lines = said.lines.map(JSONText.quoted).joined(separator: ", ")
    let left = left.map(String.init) ?? "null"
    return "{\"state\": \"\(state.rawValue)\", \"name\": \(JSONText.quoted(name)), \"out\": \(out), "
      + "\"total\": \(total), \"left\": \(left), \"result\": \(JSONText.quoted(result)), "
      + "\"type\": \(JSONText.quoted(MediaType.of(result, hasPicture: true))), \"lines\": [\(lines)]}"
  }
}
