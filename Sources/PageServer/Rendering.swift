import FilmRun
import Streams
import Tool
import Warp

/// A result in the making: `warp-film` once more, as a child, with the command that the page shows.
final class Rendering {
  enum State: String { case running, done, failed, cancelled }

  /// Its name among the children of the server.
  static let child = "render"
  private static let mostLines = 20

  let name: String
  /// Where the result is.
  let path: String
  private(set) var state = State.running
  /// Nil once all that can come has been read.
  private var (errors, progress): (PipeEnd?, PipeEnd?)
  private var (said, steps) = (LineSplitter(), LineSplitter())
  private var lines: [String] = []
  /// Microseconds of the result that are done, and all of them; whole seconds that are left.
  private var (out, total, left) = (0, 0, Int?.none)
  /// Whether something has changed that the page shows.
  var isNew = true

  /// - Parameters:
  ///   - words: the program, its options, INPUT and OUTPUT.
  ///   - path: that of OUTPUT.
  init(_ words: [String], options: [String], operands: [String], name: String, path: String, _ children: ChildSet)
    throws(StreamFailure)
  {
    (self.name, self.path) = (name, path)
    let ((errors, said), (progress, reported)) = (try PipeEnd.pair(), try PipeEnd.pair())
    errors.makeNonblocking()
    progress.makeNonblocking()
    (self.errors, self.progress) = (errors, progress)
    let null = try PipeEnd.null()
    let words = words + options + ["--progress-file", "/dev/fd/\(reported.number)", "--"] + operands
    var child = Child(words, input: null.number, output: null.number)
    child.error = said.number
    child.kept = [reported.number]
    child.owners = [said, reported, null]
    child.leadsGroup = true
    _ = try children.start(child, called: Self.child)
  }

  var reading: [Int32] { [errors, progress].compactMap { $0?.number } }

  /// Reads what has come.
  func step(_ ready: Set<Int32>) {
    if let end = errors, ready.contains(end.number) {
      if let block = try? end.read() { takeMessages(block) } else { errors = nil }
    }
    if let end = progress, ready.contains(end.number) {
      if let block = try? end.read() { takeProgress(block) } else { progress = nil }
    }
  }

  /// They are shown in the terminal too.
  private func takeMessages(_ block: [UInt8]) {
    Diagnostics.passOn(block)
    for line in said.take(block) { add(line) }
  }

  private func add(_ line: some Collection<UInt8>) {
    let text = String(decoding: line, as: UTF8.self)
    lines.append(text.hasPrefix("warp-film: ") ? String(text.dropFirst(11)) : text)
    lines = lines.suffix(Self.mostLines)
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

  /// The child has ended. A status of 4 leaves a result of a truncated INPUT.
  func end(_ status: Int32) {
    while let block = try? errors?.read(), !block.isEmpty { takeMessages(block) }
    (errors, progress) = (nil, nil)
    state = status == 0 || status == ExitStatus.input.rawValue && InputFile.isRegular(path) ? .done : .failed
    isNew = true
  }

  func cancel() { (state, isNew, errors, progress) = (.cancelled, true, nil, nil) }

  /// As JSON.
  ///
  /// - Parameter result: the name of the result that can be played.
  func news(playing result: String) -> String {
    let lines = lines.map(JSONText.quoted).joined(separator: ", ")
    let left = left.map(String.init) ?? "null"
    return "{\"state\": \"\(state.rawValue)\", \"name\": \(JSONText.quoted(name)), \"out\": \(out), "
      + "\"total\": \(total), \"left\": \(left), \"result\": \(JSONText.quoted(result)), \"lines\": [\(lines)]}"
  }
}
