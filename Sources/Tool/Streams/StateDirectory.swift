import Streams
import Values

/// The user's directory for what warp keeps from one run to the next. Only the user can read it.
package struct StateDirectory {
  /// The directory above it.
  private let home: String
  private var path: String { "\(home)/warp" }

  /// In XDG_STATE_HOME or, without it, in ~/.local/state. Nil if neither is known. A write creates the directory.
  package init?() {
    func absolute(_ variable: String) -> String? {
      Linux.environment(variable).flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
    }
    guard let home = absolute("XDG_STATE_HOME") ?? absolute("HOME").map({ "\($0)/.local/state" }) else { return nil }
    self.home = home
  }

  /// The content of a file; nil if there is none, or if it is larger than `limit`.
  package func bytes(of name: String, upTo limit: Int) -> [UInt8]? {
    let path = "\(path)/\(name)"
    guard InputFile.identity(of: path) != nil, let file = try? ReadableFile(path), file.size <= limit else {
      return nil
    }
    return try? file.bytes(0..<file.size)
  }

  /// Replaces a file. Whoever reads it meanwhile gets the old or the new content.
  package func write(_ bytes: [UInt8], to name: String) throws(StreamFailure) {
    do throws(SystemError) {
      try create()
      let draft = "\(path)/\(RandomText.of(bytes: 8)).part"
      let file = try Linux.newFile(draft, mode: 0o600)
      do throws(SystemError) {
        try Linux.write(bytes.span, to: file.number, at: 0)
        try Linux.rename(draft, to: "\(path)/\(name)")
      } catch {
        try? Linux.remove(draft)
        throw error
      }
    } catch { throw .inputOutput("cannot write '\(path)/\(name)': \(error.reason)") }
  }

  package func remove(_ name: String) { try? Linux.remove("\(path)/\(name)") }

  /// Removes all but the newest files whose names begin with a text.
  package func keepNewest(_ count: Int, beginning start: String) {
    let names = ((try? Linux.names(in: path)) ?? []).filter { $0.hasPrefix(start) }
    guard names.count > count else { return }
    let aged = names.map { (name: $0, time: Linux.modificationTime("\(path)/\($0)") ?? 0) }
    for old in aged.sorted(by: { $0.time < $1.time }).dropLast(count) { remove(old.name) }
  }

  private func create() throws(SystemError) {
    if Linux.kind(path) == .directory { return }
    // Its parents, from the top down.
    let ends = path.indices.dropFirst().filter { path[$0] == "/" } + [path.endIndex]
    for end in ends where Linux.kind(String(path[..<end])) == nil { try Linux.makeDirectory(String(path[..<end])) }
  }
}
