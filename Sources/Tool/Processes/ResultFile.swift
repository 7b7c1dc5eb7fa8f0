import Streams

/// A file that takes the name of OUTPUT only when it is whole. Until then OUTPUT is as it was, and whatever ends this
/// process leaves nothing behind.
///
///     without a name ──────── keep ──▶ link: OUTPUT, or a random name, renamed to OUTPUT where that replaces a file
///     under a random name ─── keep ──▶ rename: OUTPUT
///
/// The second row is for file systems that have no files without a name, and for systems without /proc. A `StandBy`
/// removes such a file if this process is killed.
package final class ResultFile {
  /// Where the file is to be: the path that was typed, with links followed, so that a link stays one.
  private let target: String
  /// For messages.
  private let name: String
  private let replaces: Bool
  /// Open for reading and writing. A child that writes to the file has to have it.
  package let descriptor: Int32
  /// The random name; nil where the file has none.
  private var randomPath: String?
  private var standBy: StandBy?

  /// - Parameters:
  ///   - path: that of OUTPUT.
  ///   - name: what messages call it.
  ///   - replaces: whether it may exist when the file is kept.
  ///   - named: whether to use a random name, also where the file needs none.
  ///   - program: what can be started as a stand-by; nil starts none.
  package init(
    _ path: String, called name: String, replacing replaces: Bool, named: Bool = false,
    standBy program: String? = ProgramFile.own
  ) throws(Failure) {
    (self.name, self.replaces) = (name, replaces)
    do throws(SystemError) { target = try Self.followed(path) } catch {
      throw Failure(.inputOutput, "'\(name)' is a symbolic link that leads to itself: \(error.reason)")
    }
    do throws(SystemError) {
      // What keeps the file from getting its name is best known before the work.
      try Linux.checkName(target)
      let directory = Self.directory(of: target)
      let unnamed = named ? nil : try Self.unnamedFile(in: directory)
      randomPath = unnamed == nil ? Self.randomPath(in: directory) : nil
      descriptor = if let unnamed { unnamed } else { try Linux.newFile(randomPath ?? "") }
    } catch {
      throw Failure(.inputOutput, "cannot write '\(name)': \(error.reason)")
    }
    if let randomPath, let program { standBy = try StandBy(program, removing: randomPath) }
  }

  deinit {
    if let randomPath { try? Linux.remove(randomPath) }
    standBy?.release()
    try? Linux.close(descriptor)
  }

  /// Whether there is a file that it is going to replace.
  package var hasOldFile: Bool { Linux.exists(target) }

  /// The number of the stand-by's process; nil where there is none.
  package var standByProcess: Int32? { standBy?.process }

  /// The path by which a child that has the descriptor opens the file.
  package var path: String { randomPath ?? "/proc/self/fd/\(descriptor)" }

  /// Nil where there are no such files, or they could not be given a name.
  private static func unnamedFile(in directory: String) throws(SystemError) -> CInt? {
    guard Linux.exists("/proc/self/fd") else { return nil }
    do throws(SystemError) { return try Linux.unnamedResult(in: directory) } catch {
      guard error.lacksUnnamedFiles else { throw error }
      return nil
    }
  }

  private static func randomPath(in directory: String) -> String {
    let digits = String(Linux.randomNumber(), radix: 16)
    // No program may take it for an option or a protocol.
    let isPlain = ["/", "./", "../"].contains { directory.utf8.starts(with: $0.utf8) } || directory == "."
    return "\(isPlain ? "" : "./")\(directory)/warp-\(String(repeating: "0", count: 16 - digits.count))\(digits).part"
  }

  /// Where a path leads, which need not exist.
  package static func target(of path: String) -> String? { try? followed(path) }

  private static func followed(_ path: String) throws(SystemError) -> String {
    var path = path
    for _ in 0..<40 {
      guard let target = try? Linux.target(ofLink: path) else { return path }
      path = target.utf8.first == UInt8(ascii: "/") ? target : "\(directory(of: path))/\(target)"
    }
    throw .tooManyLinks
  }

  /// The directory that a path names.
  package static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// In bytes.
  package var size: Int { (try? Linux.end(of: descriptor)) ?? 0 }

  /// Adds bytes at the end.
  package func append(_ bytes: [UInt8]) throws(Failure) {
    do throws(SystemError) {
      try Linux.write(bytes.span, to: descriptor, at: try Linux.end(of: descriptor))
    } catch { throw failure(error) }
  }

  /// Gives the file OUTPUT's name. After that it lasts, even if the power fails.
  package func keep() throws(Failure) {
    do throws(SystemError) {
      try Linux.synchronise(descriptor)
      // A file that is replaced hands its permissions on.
      if replaces, let mode = Linux.mode(target) { try Linux.setMode(mode, of: descriptor) }
      // Closing a duplicate reports what closing the file would, while the file can still be dropped.
      try Linux.close(try Linux.duplicate(descriptor))
      let isNew = try takeName()
      do throws(SystemError) { try Linux.synchronise(directory: Self.directory(of: target)) } catch {
        if isNew { try? Linux.remove(target) }
        throw error
      }
    } catch { throw failure(error) }
    standBy?.release()
  }

  /// - Returns: whether there was no file of that name.
  private func takeName() throws(SystemError) -> Bool {
    if let randomPath {
      if replaces { try Linux.rename(randomPath, to: target) } else { try Linux.rename(randomPath, toNew: target) }
      self.randomPath = nil
      return !replaces
    }
    do throws(SystemError) {
      try Linux.link(descriptor, as: target)
      return true
    } catch {
      guard replaces, error.isOfExistingFile else { throw error }
    }
    let path = Self.randomPath(in: Self.directory(of: target))
    try Linux.link(descriptor, as: path)
    do throws(SystemError) { try Linux.rename(path, to: target) } catch {
      try? Linux.remove(path)
      throw error
    }
    return false
  }

  private func failure(_ error: SystemError) -> Failure {
    error.isOfExistingFile && !replaces
      ? Failure(.usage, "another program has just created '\(name)'; use -y to overwrite it")
      : Failure(.inputOutput, "cannot write '\(name)': \(error.reason)")
  }
}
