import Commands
import Film
import Streams
import Tool

/// A request of the page to render: the name of a file, and the options of a curve.
///
/// The body has `new` or `replace`, the name, and the words of the options, separated by NUL.
struct RenderRequest: Equatable {
  let replaces: Bool
  let name: String
  let words: [String]

  enum Refusal: Error, Equatable {
    case malformed
    /// The name is not a plain file name.
    case name(String)
    /// The option neither describes a curve nor changes the map, or it names a file.
    case option(String)
  }

  /// - Parameter typed: the curve on warp-film's command line, which may name files. The page can add options to it,
  /// but no further files.
  init(_ body: [UInt8], typed: [String]) throws(Refusal) {
    let fields = body.split(separator: 0, omittingEmptySubsequences: false).map { ByteText.text($0) }
    guard fields.count >= 2, ["new", "replace"].contains(fields[0]) else { throw .malformed }
    (replaces, name) = (fields[0] == "replace", fields[1])
    guard Self.isPlain(name) else { throw .name(name) }
    words = Array(fields.dropFirst(2))
    let added = words.starts(with: typed) ? Array(words.dropFirst(typed.count)) : words
    try Self.check(added)
  }

  /// Whether the name stays in the directory of INPUT.
  private static func isPlain(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    return !bytes.isEmpty && bytes.count <= 255 && name != "." && name != ".."
      && bytes.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "/") }
  }

  private static func check(_ words: [String]) throws(Refusal) {
    guard let arguments = try? Arguments(parsing: words, for: command), arguments.operands.isEmpty else {
      throw .option(words.first ?? "")
    }
    // They would print something and end, without a result.
    if let stray = [Option.help, .version, .generate].first(where: arguments.contains) {
      throw .option("--\(stray.name)")
    }
    for text in arguments.values(of: MapCommand.then) {
      guard let inner = ShellWords.split(text) else { throw .option(text) }
      try check(inner)
    }
  }

  /// The options of warp-film that the page may send, as a command line for the parser. None of them names a file.
  private static let command = Command(
    name: "warp-film", version: .current, summary: "", synopsis: [], operands: ["FILE"], description: [],
    groups: [
      OptionGroup(
        "Options", for: .map,
        WarpCommand.mapOptions.filter { !MapCommand.files.contains($0) } + [AudioCommand.pitch.option])
    ], examples: [])
}
