import Film
import Streams

/// Filters and rewrites the messages of one program of a pipeline on standard error.
///
/// If a program fails, ffmpeg also reports broken or empty pipes in other programs. These lines are dropped, since they
/// would hide the cause. Messages of a filter get the name of the command that the user typed.
package struct ChildMessages: Sendable {
  /// The command that the user typed.
  private let command: String
  /// Paths of OUTPUT's file, and the name that messages show instead.
  private let names: [(path: String, name: String)]
  /// ffmpeg's name of the picture's codec; nil if no picture is decoded.
  private let decodedCodec: String?
  private let program: Program
  /// What the program works on, such as `sound 2`; nil if there is only one program of its kind.
  private let track: String?
  private var lines = LineSplitter()
  package private(set) var hasReportedError = false
  package private(set) var reportsDamage = false
  /// Whether the program has failed because nobody reads its output. Its message about this is not passed on.
  package private(set) var hasBrokenPipe = false
  /// Whether the program is a filter to which a decoder has given nothing. Its message about pipes is not passed on.
  package private(set) var isStarved = false
  /// The reason why OUTPUT could not be written, from lines of the encoder that are not passed on.
  package private(set) var writeError: String?

  /// - Parameters:
  ///   - names: paths in its messages, with the name of OUTPUT to show instead.
  ///   - decodedCodec: ffmpeg's name of the picture's codec, if the picture is decoded.
  ///   - track: what the program works on, if others of its kind work on other tracks.
  package init(
    of program: Program, for command: String, naming names: [(path: String, name: String)] = [],
    decoding decodedCodec: String? = nil, on track: String? = nil
  ) {
    (self.program, self.command) = (program, command)
    (self.names, self.decodedCodec, self.track) = (names, decodedCodec, track)
  }

  /// Takes a block of messages, and returns the text to write.
  ///
  /// - Parameter repeated: the lines of all programs, which may all report the same damage.
  package mutating func take(_ block: [UInt8], counting repeated: inout RepeatedLines) -> [UInt8] {
    var passed: [UInt8] = []
    for line in lines.take(block) { passed += pass(line, &repeated).map { $0 + [UInt8(ascii: "\n")] } ?? [] }
    // Progress is one line without a line feed that starts with a carriage return to overwrite itself.
    if lines.rest.first == UInt8(ascii: "\r") { passed += lines.takeRest() ?? [] }
    return passed
  }

  /// Returns the remaining text to write, after the program has ended.
  package mutating func finish(counting repeated: inout RepeatedLines) -> [UInt8] {
    lines.takeRest().flatMap { pass($0[...], &repeated) }.map { $0 + [UInt8(ascii: "\n")] } ?? []
  }

  private mutating func pass(_ line: ArraySlice<UInt8>, _ repeated: inout RepeatedLines) -> [UInt8]? {
    var text = ByteText.text(line)
    if let reason = writeError(in: text) {
      writeError = writeError ?? reason
      return nil
    }
    if Self.contains("Broken pipe", text) { hasBrokenPipe = true }
    if Self.hidesTheCause(text) { return nil }
    if names.isEmpty, isOfDecoder(text) { reportsDamage = true }
    if Self.isOfFFmpeg(text), !repeated.takes(text) { return nil }
    if program.isFilter, text.utf8.starts(with: "\(program.rawValue): ".utf8) {
      if Self.emptyInput.contains(where: { Self.contains($0, text) }) {
        (isStarved, hasReportedError) = (true, true)
        return nil
      }
      text = command + String(text.utf8.dropFirst(program.rawValue.utf8.count))!
      text = text.replacing(Self.adviceOnTheMap, with: "; ffmpeg decodes nothing after it")
      if Self.contains(Self.startOfCopy, text) { text += ", or write --copy=exact" }
      if text.utf8.starts(with: "\(command): error: ".utf8) { hasReportedError = true }
      if let track { text = Self.naming(track, in: text) }
    }
    for (path, name) in names { text = Self.replace(path, by: name, in: text) }
    return ByteText.bytes(text)
  }

  /// Returns the reason, such as a full disk, if the line reports that OUTPUT's file could not be written. Only the
  /// encoder has `names`. Errors of files that it reads are passed on.
  private func writeError(in text: String) -> String? {
    guard !program.isFilter, !names.isEmpty, !Self.contains("demux", text),
      ["writ", "mux", "clos"].contains(where: { Self.contains($0, text) })
    else { return nil }
    return Self.writeErrors.first { text.utf8.reversed().starts(with: ": \($0)".utf8.reversed()) }
  }

  /// Whether the line is from the picture's decoder: `[h264 @ 0x55e3a0]` or, since ffmpeg 7, `[dec:h264 @ 0x55e3a0]`.
  private func isOfDecoder(_ text: String) -> Bool {
    guard let codec = decodedCodec else { return false }
    return ["[\(codec) @ 0x", "[dec:\(codec) @ 0x"].contains { Self.contains($0, text) }
  }

  /// Whether the line is from a part of ffmpeg, such as a decoder or a format: `[mov @ 0x55e3a0]`.
  private static func isOfFFmpeg(_ text: String) -> Bool {
    text.utf8.first == UInt8(ascii: "[") && contains(" @ 0x", text)
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

  /// Messages of ffmpeg 5 to 9 about broken or empty pipes, and repetitions.
  private static let causedElsewhere = [
    "Broken pipe", "Last message repeated", "No main startcode found", "Error muxing a packet",
    "Task finished with error", "Terminating thread with return", "opening output file", "input file pipe:",
  ]

  /// Advice of warp-video, for a map that the user has not made.
  private static let adviceOnTheMap = "; give warp-map the true --duration"

  /// An error of warp-video about copied packets, for which warp-film has another way.
  private static let startOfCopy = "the map starts between keyframes"

  /// Errors of the filters about empty input.
  private static let emptyInput = [
    "error: standard input is empty", "error: the command of --source prints nothing",
    "error: the input has a header but no frame",
  ]

  /// The line `warp-film: warning: what`, with a track before `what`.
  private static func naming(_ track: String, in text: String) -> String {
    for kind in [": warning: ", ": error: "] {
      guard let range = text.utf8.firstRange(of: kind.utf8) else { continue }
      return text[..<range.upperBound] + "\(track): " + text[range.upperBound...]
    }
    return text
  }

  private static func contains(_ part: String, _ text: String) -> Bool { text.utf8.firstRange(of: part.utf8) != nil }

  /// Skips a path that ends in a number if a further digit follows, because that is another path.
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
