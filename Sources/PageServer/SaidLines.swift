import Streams

/// The latest messages of a `warp-film` that runs as a child.
struct SaidLines {
  private static let mostLines = 20

  /// Without the name of the program at their beginning.
  private(set) var lines: [String] = []
  private var splitter = LineSplitter()

  mutating func take(_ block: [UInt8]) { for line in splitter.take(block) { add(line) } }

  /// Takes the last line, whose end a program that was killed may not have written.
  mutating func end() { if let line = splitter.takeRest() { add(line) } }

  private mutating func add(_ line: some Collection<UInt8>) {
    lines.append(Self.text(line))
    lines = lines.suffix(Self.mostLines)
  }

  /// A line without the name of the program.
  static func text(_ line: some Collection<UInt8>) -> String {
    let text = String(decoding: line, as: UTF8.self)
    return text.hasPrefix("warp-film: ") ? String(text.dropFirst(11)) : text
  }
}
