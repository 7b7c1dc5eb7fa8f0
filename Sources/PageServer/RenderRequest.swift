import Commands
import Film
import Streams
import Tool

/// What the page asks to be rendered: the name of a file, and the options of a curve.
///
/// The body of the request has `new` or `replace`, the name, and the words of the options, with NUL between them.
struct RenderRequest: Equatable {
  let replaces: Bool
  let name: String
  let words: [String]

  enum Refusal: Error, Equatable {
    case malformed
    /// A name that is no plain name of a file.
    case name(String)
    /// An option that is neither a curve nor a change, or one that was not typed.
    case option(String)
  }

  /// - Parameter typed: the curve with which the page was opened. Its options may name files. The page can add to them,
  ///   but name no other files.
  init(_ body: [UInt8], typed: [String]) throws(Refusal) {
    let fields = body.split(separator: 0, omittingEmptySubsequences: false).map { ByteText.text($0) }
    guard fields.count >= 2, ["new", "replace"].contains(fields[0]) else { throw .malformed }
    (replaces, name) = (fields[0] == "replace", fields[1])
    guard Self.isPlain(name) else { throw .name(name) }
    words = Array(fields.dropFirst(2))
    let added = words.starts(with: typed) ? Array(words.dropFirst(typed.count)) : words
    try Self.check(added)
  }

  /// Whether a name leads to no other directory.
  private static func isPlain(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    return !bytes.isEmpty && bytes.count <= 255 && name != "." && name != ".."
      && bytes.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "/") }
  }

  private static func check(_ words: [String]) throws(Refusal) {
    guard let arguments = try? Arguments(parsing: words, for: command), arguments.operands.isEmpty else {
      throw .option(words.first ?? "")
    }
    for text in arguments.values(of: MapCommand.then) {
      guard let inner = ShellWords.split(text) else { throw .option(text) }
      try check(inner)
    }
  }

  /// Not a command of its own: it lists what the page may ask for. None of these options names a file.
  private static let command = Command(
    name: "warp-film", version: .current, summary: "", synopsis: [], operands: ["FILE"], description: [],
    groups: [
      OptionGroup(
        "Options", for: .map,
        WarpCommand.mapOptions.filter { !MapCommand.files.contains($0) } + [AudioCommand.pitch.option])
    ], examples: [])
}
