import Streams
import Tool
import Values

/// The files beside INPUT that the page can name.
struct Neighbours {
  enum Kind {
    case film, music

    private var endings: Set<String> {
      switch self {
      case .film:
        [
          "mp4", "m4v", "mov", "mkv", "webm", "avi", "mts", "m2ts", "ts", "mpg", "mpeg", "wmv", "flv", "ogv", "3gp",
        ]
      case .music: ["mp3", "m4a", "aac", "flac", "wav", "ogg", "opus", "oga", "wma", "aif", "aiff"]
      }
    }

    /// Whether a name is a plain file name, not hidden, with an ending of this kind.
    func accepts(_ name: String) -> Bool {
      Neighbours.isPlain(name) && name.utf8.first != UInt8(ascii: ".")
        && FileName(name).ending.map { endings.contains($0.lowercased()) } ?? false
    }
  }

  /// The beginning of INPUT's path, up to its last slash.
  private let front: String

  init(of input: String) { front = FileName(input).front }

  /// Whether a name stays in its directory, whatever precedes it.
  static func isPlain(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    return !bytes.isEmpty && bytes.count <= 255 && name != "." && name != ".."
      && bytes.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "/") }
  }

  /// The path of a file beside INPUT, as a user would type it. warp-film would take - for a standard stream.
  func path(of name: String) -> String { FileName(front + name).asOperand }

  /// Whether there is a file of this kind, not a link to another place.
  func has(_ name: String, _ kind: Kind) -> Bool {
    kind.accepts(name) && InputFile.identity(of: FileName(front + name).asFile) != nil
  }

  /// The files of a kind, sorted. Those whose names are not UTF-8 are left out, because the page could not send them.
  func names(_ kind: Kind) -> [String] {
    let names = (try? InputFile.names(in: FileName(front + "x").directory)) ?? []
    return Array(
      names.filter { has($0, kind) && ByteText.bytes($0) == Array($0.utf8) }.sorted().prefix(Self.mostNames))
  }

  private static let mostNames = 300
}
