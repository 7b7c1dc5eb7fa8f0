import Streams
import Tool

/// The page of another film: a `warp-film --edit` as a child, which serves it.
final class OtherFilm {
  /// The environment variable that tells `warp-film` that a page has started it.
  static let variable = "WARP_OPENED"
  private static let announcement = "the page is at "

  let child: ChildSet.Member
  private var errors: PipeEnd?
  private var splitter = LineSplitter()
  private var last = ""
  private(set) var hasEnded = false
  /// What the page gets; nil until the other server has started or failed.
  private(set) var answer: HTTPReply?

  init(_ command: [String], _ children: ChildSet) throws(StreamFailure) {
    let (errors, said) = try PipeEnd.pair()
    errors.makeNonblocking()
    self.errors = errors
    let null = try PipeEnd.null()
    var child = Child(command, input: null.number, output: null.number)
    child.error = said.number
    child.owners = [said, null]
    child.variables[Self.variable] = "1"
    child.leadsGroup = true
    self.child = try children.start(child)
  }

  var reading: [Int32] { [errors].compactMap { $0?.number } }

  func step(_ ready: Set<Int32>, ended: [(child: ChildSet.Member, end: ProcessEnd)]) {
    if let end = errors, ready.contains(end.number) { read(from: end) }
    guard ended.contains(where: { $0.child == child }) else { return }
    hasEnded = true
    if let end = errors { read(from: end) }
    if let rest = splitter.takeRest() { take(rest[...]) }
    errors = nil
    if answer == nil { answer = HTTPReply(.malformed, last.isEmpty ? "warp-film ended without a message" : last) }
  }

  private func read(from end: PipeEnd) {
    guard let block = try? end.read() else {
      errors = nil
      return
    }
    for line in splitter.take(block) { take(line) }
  }

  /// Passes a message on to the terminal, except that with the address.
  private func take(_ line: ArraySlice<UInt8>) {
    last = SaidLines.text(line)
    guard answer == nil, last.hasPrefix(Self.announcement), Self.isAddress(last.dropFirst(Self.announcement.count))
    else { return Diagnostics.passOn(line + [UInt8(ascii: "\n")]) }
    answer = HTTPReply(.done, String(last.dropFirst(Self.announcement.count)))
  }

  /// Whether a text is the address of a page on this computer. A damaged film could make ffmpeg print another one.
  private static func isAddress(_ text: Substring) -> Bool {
    let start = "http://127.0.0.1:"
    let parts = text.dropFirst(start.count).utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return text.hasPrefix(start) && parts.count == 3 && parts[2].isEmpty
      && parts[0].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      && parts[1].allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }
}
