import Film
import FilmRun
import Streams
import Tool

/// One connection: reads a request, writes a reply, and closes.
///
///     reading ─ request complete ─▶ replying ─ all written ─▶ closed
///        └─ request refused ───────▲   └─ the browser has closed ─▶ closed
final class Connection {
  private enum Source {
    case none
    case file(ReadableFile, Range<Int>)
    case output(AskedQuestion)
    /// The head is written before the first bytes.
    case preview(Preview, head: [UInt8])
    case awaited(OtherFilm)
    case events
  }

  private let end: PipeEnd
  private var reader: HTTPRequestReader? = HTTPRequestReader()
  private var unwritten: ArraySlice<UInt8> = []
  private var source = Source.none
  private(set) var isClosed = false
  /// The time of the connection, on the clock of `Clock.now`.
  let start = Clock.now
  /// The versions of the news that this connection has been sent.
  var heard = News.Versions()

  init(_ end: PipeEnd) { self.end = end }

  var isReading: Bool { reader != nil }
  /// The number of ffmpeg programs that produce the reply.
  var programs: Int {
    switch source {
    case _ where isClosed: 0
    case .output: 1
    case .preview(let preview, _): preview.programs
    case .none, .file, .awaited, .events: 0
    }
  }
  /// The preview that it sends.
  var preview: Preview? { if case .preview(let preview, _) = source, !isClosed { preview } else { nil } }
  var hearsNews: Bool { if case .events = source { !isClosed } else { false } }

  // MARK: What is waited for

  /// Descriptors to wait for: the connection, whose end must be noticed, and the output of commands while the buffer
  /// has room.
  var reading: [Int32] {
    if isClosed { return [] }
    if let preview { return [end.number] + preview.reading(unwritten.count < Self.room) }
    guard case .output(let asked) = source, unwritten.count < Self.room else { return [end.number] }
    return [end.number] + [asked.output?.number].compactMap(\.self)
  }

  var writing: [Int32] { isClosed || unwritten.isEmpty ? [] : [end.number] }

  private static let room = 256 * 1024

  // MARK: The request

  /// Reads available bytes, and returns the request when it is complete. Closes if the browser has closed.
  func read(_ ready: Set<Int32>) throws(HTTPRequestReader.Refusal) -> HTTPRequest? {
    guard !isClosed, ready.contains(end.number) else { return nil }
    guard let block = try? end.read(atMost: 64 * 1024) else {
      // A browser that closes its side has what it wanted, or no longer reads the reply.
      isClosed = true
      return nil
    }
    guard var reader = self.reader, !block.isEmpty else { return nil }
    let request = try reader.take(block)
    self.reader = reader
    return request
  }

  // MARK: The reply

  /// - Parameter children: starts the commands of the reply.
  func send(_ reply: HTTPReply, _ tools: RunSettings.Tools, _ children: ChildSet) {
    reader = nil
    unwritten = reply.head[...]
    switch reply.body {
    case .bytes(let bytes): unwritten += bytes
    case .file(let file, let part): source = .file(file, part)
    case .output(let question):
      guard let asked = try? AskedQuestion(question, tools, children) else {
        isClosed = true
        return
      }
      source = .output(asked)
    case .preview(let preview): (source, unwritten) = (.preview(preview, head: reply.head), [])
    case .awaited(let film): (source, unwritten) = (.awaited(film), [])
    case .events: source = .events
    }
  }

  /// Queues news for a page that listens to events.
  func tell(_ text: String) { unwritten += ByteText.bytes(text) }

  /// Whether earlier bytes are unwritten. News then waits, so that a slow page gets only the newest.
  var isBehind: Bool { unwritten.count > 0 }

  /// Moves bytes from the source to the connection, as many as fit.
  func step(_ ready: Set<Int32>, ended: [(child: ChildSet.Member, end: ProcessEnd)], _ children: ChildSet) {
    if isClosed { return }
    if case .output(var asked) = source {
      for (child, end) in ended { asked.end(child, end.status) }
      if let output = asked.output, ready.contains(output.number) {
        if let block = try? output.read(atMost: Self.room) { unwritten += block } else { asked.output = nil }
      }
      asked.closeInputs()
      source = .output(asked)
    }
    if case .preview(let preview, let head) = source { step(preview, head, ready, ended) }
    if case .awaited(let film) = source, let answer = film.answer { replace(by: answer) }
    write()
    refill()
    if unwritten.isEmpty, isDone { isClosed = true }
  }

  private func step(
    _ preview: Preview, _ head: [UInt8], _ ready: Set<Int32>, _ ended: [(child: ChildSet.Member, end: ProcessEnd)]
  ) {
    let hadBegun = preview.hasBegun
    let block = preview.step(ready, ended: ended)
    if !hadBegun, preview.hasBegun { unwritten += head }
    unwritten += block
    guard preview.isOver, !preview.hasBegun else { return }
    replace(by: HTTPReply(.malformed, preview.reason))
  }

  /// Sends a reply that has come instead of what was waited for.
  private func replace(by reply: HTTPReply) {
    source = .none
    if case .bytes(let bytes) = reply.body { unwritten += reply.head + bytes }
  }

  private func write() {
    guard !unwritten.isEmpty else { return }
    guard case .bytes(let count)? = try? end.write(unwritten) else {
      isClosed = true
      return
    }
    unwritten = unwritten.dropFirst(count)
  }

  private func refill() {
    guard unwritten.isEmpty, case .file(let file, let part) = source, !part.isEmpty else { return }
    let next = part.prefix(Self.room)
    guard let bytes = try? file.bytes(next) else {
      isClosed = true
      return
    }
    unwritten = bytes[...]
    source = .file(file, next.upperBound..<part.upperBound)
  }

  private var isDone: Bool {
    switch source {
    case .none: reader == nil
    case .file(_, let part): part.isEmpty
    case .output(let asked): asked.output == nil
    case .preview(let preview, _): preview.isOver
    case .awaited, .events: false
    }
  }

  /// Closes the connection, and kills the commands that still produce the reply.
  func close(_ children: ChildSet) {
    isClosed = true
    if case .output(let asked) = source { children.kill(asked.children) }
    if case .preview(let preview, _) = source { preview.close(children) }
    source = .none
  }
}
