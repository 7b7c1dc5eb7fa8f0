import Film
import Streams
import Warp

/// What one program of a pipeline says on standard error → what of it is passed on.
///
/// ffmpeg says that pipes are broken or bring nothing when another program has failed: these lines would hide the
/// cause. Filters speak in the name of the command that was typed.
package struct ChildMessages: Sendable {
  /// The command that was typed.
  private let command: String
  /// Names by which programs know OUTPUT's file, and what to call it.
  private let names: [(path: String, name: String)]
  /// Kinds of OUTPUT that hold finer timestamps, where no finer --timebase helps; else nil.
  private let finerKinds: String?
  /// ffmpeg's name of the picture's codec; nil if no picture is decoded.
  private let decodedCodec: String?
  /// Whether the program is a filter of ours.
  private let isFilter: Bool
  private var lines = LineSplitter()
  /// Whether a filter has reported an error of its own.
  package private(set) var hasReportedError = false
  /// Whether the picture's decoder has reported an error.
  package private(set) var reportsDamage = false
  /// Why OUTPUT could not be written, as the encoder has said in one or more lines that are not passed on.
  package private(set) var writeError: String?

  /// - Parameters:
  ///   - program: the first word of its command line.
  ///   - names: in place of which paths messages are to have OUTPUT's name.
  ///   - finerKinds: to be advised in place of a finer --timebase, as `.mp4 or .mov`.
  ///   - decodedCodec: of the picture, if it is decoded.
  package init(
    of program: String, for command: String, naming names: [(path: String, name: String)] = [],
    advising finerKinds: String? = nil, decoding decodedCodec: String? = nil
  ) {
    self.decodedCodec = decodedCodec
    self.command = command
    self.finerKinds = finerKinds
    self.names = names
    isFilter = Stage.isFilter(program)
  }

  /// Takes what has come, and returns what is to be written.
  package mutating func take(_ block: [UInt8]) -> [UInt8] {
    var passed = lines.take(block).flatMap { line in pass(line).map { $0 + [UInt8(ascii: "\n")] } ?? [] }
    // Progress is one line that is rewritten and has no end yet.
    if lines.rest.first == UInt8(ascii: "\r") { passed += lines.takeRest() ?? [] }
    return passed
  }

  /// Returns what is to be written once the program has ended.
  package mutating func finish() -> [UInt8] {
    lines.takeRest().flatMap { pass($0[...]) }.map { $0 + [UInt8(ascii: "\n")] } ?? []
  }

  private mutating func pass(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    var text = ByteText.text(line)
    if let reason = writeError(in: text) {
      writeError = writeError ?? reason
      return nil
    }
    if Self.hidesTheCause(text) { return nil }
    if names.isEmpty, isOfDecoder(text) { reportsDamage = true }
    if isFilter, let filter = Stage.filters.first(where: { text.utf8.starts(with: "\($0): ".utf8) }) {
      text = command + String(text.utf8.dropFirst(filter.utf8.count))!
      if text.utf8.starts(with: "\(command): error: ".utf8) { hasReportedError = true }
      if let finerKinds, let advice = text.utf8.firstRange(of: Timebase.advice.utf8) {
        text = "\(text[..<advice.lowerBound])to keep the frames apart, use \(finerKinds)"
      }
    }
    for (path, name) in names { text = Self.replace(path, by: name, in: text) }
    return ByteText.bytes(text)
  }

  /// The reason, such as a full disk, if the line says that the file could not be written. Only the encoder knows names
  /// of OUTPUT's file. It may also read files, whose errors are passed on.
  private func writeError(in text: String) -> String? {
    guard !isFilter, !names.isEmpty, !Self.contains("demux", text),
      ["writ", "mux", "clos"].contains(where: { Self.contains($0, text) })
    else { return nil }
    return Self.writeErrors.first { text.utf8.reversed().starts(with: ": \($0)".utf8.reversed()) }
  }

  /// Whether the picture's decoder speaks, as `[h264 @ 0x55e3a0]` or, since ffmpeg 7, `[dec:h264 @ 0x55e3a0]`.
  private func isOfDecoder(_ text: String) -> Bool {
    guard let codec = decodedCodec else { return false }
    return ["[\(codec) @ 0x", "[dec:\(codec) @ 0x"].contains { Self.contains($0, text) }
  }

  private static let writeErrors = [
    "No space left on device", "Disk quota exceeded", "File too large", "Input/output error", "Read-only file system",
    "Stale file handle", "Bad file descriptor",
  ]

  private static func hidesTheCause(_ text: String) -> Bool {
    if causedElsewhere.contains(where: { contains($0, text) }) { return true }
    let isOfInput = text.utf8.starts(with: "pipe:".utf8) || contains("Error opening input", text)
    return isOfInput && contains(": Invalid data found", text)
  }

  /// What ffmpeg 5 to 9 says where a pipe is broken or empty, and what it says again and again.
  private static let causedElsewhere = [
    "Broken pipe", "Last message repeated", "No main startcode found", "Error muxing a packet",
    "Task finished with error", "Terminating thread with return", "opening output file", "input file pipe:",
  ]

  private static func contains(_ part: String, _ text: String) -> Bool { text.utf8.firstRange(of: part.utf8) != nil }

  /// A number may go on behind a path that ends in one; then it is another path.
  private static func replace(_ path: String, by name: String, in text: String) -> String {
    var (done, rest) = ("", text[...])
    while let range = rest.utf8.firstRange(of: path.utf8) {
      let isWhole = rest[range.upperBound...].utf8.first.map { !(0x30...0x39).contains($0) } ?? true
      done += rest[..<range.lowerBound] + (isWhole ? name : path)
      rest = rest[range.upperBound...]
    }
    return done + rest
  }
}
