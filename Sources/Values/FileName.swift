/// A path and its parts.
///
/// They are found by bytes: for Swift, a slash or a dot and a following combining accent are one Character.
package struct FileName: Equatable, Sendable {
  private static let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))

  private let path: String

  package init(_ path: String) { self.path = path }

  /// The beginning of the path up to its last slash; empty if there is none.
  package var front: String { String(path[..<start]) }

  /// Where the last slash ends.
  private var start: String.Index {
    path.utf8.lastIndex(of: Self.slash).map(path.utf8.index(after:)) ?? path.startIndex
  }

  /// What precedes the last slash, as the path of a directory.
  package var directory: String {
    let front = front
    return front.isEmpty ? "." : front == "/" ? "/" : String(front.unicodeScalars.dropLast())
  }

  /// The last component. A slash at the end is left out.
  package var name: String { path.utf8.split(separator: Self.slash).last.flatMap { String($0) } ?? path }

  /// What follows the last dot of the name; nil without a dot.
  package var ending: String? {
    let name = name
    return name.utf8.lastIndex(of: Self.dot).map { String(name[name.utf8.index(after: $0)...]) }
  }

  /// The path without its ending and the dot before it. A dot at the beginning of the name belongs to the name.
  package var stem: String {
    path.utf8.lastIndex(of: Self.dot).flatMap { $0 > start ? String(path[..<$0]) : nil } ?? path
  }

  /// The path as ffmpeg takes it for a file, even if the name begins with `-` (an option) or contains a colon (a
  /// protocol).
  package var asFile: String {
    ["/", "./", "../"].contains { path.utf8.starts(with: $0.utf8) } ? path : "./\(path)"
  }

  /// The path as no program takes it for an option.
  package var asOperand: String { front.isEmpty && path.utf8.first == UInt8(ascii: "-") ? "./\(path)" : path }
}
