import Streams
import Values

/// A file that gets the name of OUTPUT only when it is complete. Until then OUTPUT does not change, and nothing is left
/// behind if this process ends.
///
///     without a name ──────── keep ──▶ link: OUTPUT, or a random name, renamed to OUTPUT where that replaces a file
///     under a random name ─── keep ──▶ rename: OUTPUT
///
/// The second row is for file systems that cannot have files without a name, and for systems without /proc. There a
/// `StandBy` removes the file if this process is killed.
package final class ResultFile {
  /// The path of the finished file. Symbolic links in the typed path have been followed, so that a link stays a link.
  private let target: String
  /// The name in messages.
  private let name: String
  private let replaces: Bool
  /// Open for reading and writing.
  private let file: Descriptor
  /// A child that writes to the file needs this descriptor.
  package var descriptor: Int32 { file.number }
  /// The temporary random name; nil if the file has no name.
  private var randomPath: String?
  private var standBy: StandBy?

  /// - Parameters:
  ///   - path: the path of OUTPUT.
  ///   - name: the name of OUTPUT in messages.
  ///   - replaces: whether `keep` may replace an existing file.
  ///   - named: whether to use a random name even if the file system has files without a name.
  ///   - program: the program that removes the file if this process is killed; nil starts none.
  package init(
    _ path: String, called name: String, replacing replaces: Bool, named: Bool = false,
    standBy program: String? = ProgramFile.own
  ) throws(Failure) {
    (self.name, self.replaces) = (name, replaces)
    do throws(SystemError) { target = try Self.followed(path) } catch {
      throw Failure(.inputOutput, "'\(name)' is a symbolic link that leads to itself: \(error.reason)")
    }
    do throws(SystemError) {
      // Whatever prevents this name is reported before the work, not after it.
      try Linux.checkName(target)
      let directory = FileName(target).directory
      if !named, let unnamed = try Self.unnamedFile(in: directory) {
        file = unnamed
      } else {
        let path = Self.randomPath(in: directory)
        file = try Linux.newFile(path)
        randomPath = path
      }
    } catch {
      throw Failure(.inputOutput, "cannot write '\(name)': \(error.reason)")
    }
    if let randomPath, let program { standBy = try StandBy(program, removing: randomPath) }
  }

  deinit {
    if let randomPath { try? Linux.remove(randomPath) }
    standBy?.release()
  }

  /// Whether OUTPUT exists and will be replaced.
  package var hasOldFile: Bool { Linux.exists(target) }

  /// The ID of the process that removes the unfinished file if this one is killed; nil if there is none.
  package var standByProcess: Int32? { standBy?.process }

  /// The path by which a child opens the file. The child must have inherited `descriptor`.
  package var path: String { randomPath ?? "/proc/self/fd/\(descriptor)" }

  /// Nil if the file system has no files without a name, or if /proc is missing, which is needed to name the file
  /// later.
  private static func unnamedFile(in directory: String) throws(SystemError) -> Descriptor? {
    guard Linux.exists("/proc/self/fd") else { return nil }
    do throws(SystemError) { return try Linux.unnamedResult(in: directory) } catch {
      guard error.lacksUnnamedFiles else { throw error }
      return nil
    }
  }

  private static func randomPath(in directory: String) -> String {
    FileName("\(directory)/warp-\(RandomText.of(bytes: 8)).part").asFile
  }

  /// The file that a path leads to, which need not exist.
  package static func target(of path: String) -> String? { try? followed(path) }

  private static func followed(_ path: String) throws(SystemError) -> String {
    var path = path
    for _ in 0..<40 {
      guard let target = try? Linux.target(ofLink: path) else { return path }
      path = target.utf8.first == UInt8(ascii: "/") ? target : "\(FileName(path).directory)/\(target)"
    }
    throw .tooManyLinks
  }

  /// The size in bytes.
  package var size: Int { (try? Linux.end(of: descriptor)) ?? 0 }

  /// Appends bytes to the file.
  package func append(_ bytes: [UInt8]) throws(Failure) {
    do throws(SystemError) {
      try Linux.write(bytes.span, to: descriptor, at: try Linux.end(of: descriptor))
    } catch { throw failure(error) }
  }

  /// Gives the file the name of OUTPUT. After that the file survives a power failure.
  package func keep() throws(Failure) {
    do throws(SystemError) {
      try Linux.synchronise(descriptor)
      // The new file gets the permissions of the file it replaces.
      if replaces, let mode = Linux.mode(target) { try Linux.setMode(mode, of: descriptor) }
      // Closing a duplicate reports write errors as closing the file would, but while the file can still be dropped.
      var copy = try file.duplicate()
      try copy.close()
      let isNew = try takeName()
      do throws(SystemError) { try Linux.synchronise(directory: FileName(target).directory) } catch {
        if isNew { try? Linux.remove(target) }
        throw error
      }
    } catch { throw failure(error) }
    standBy?.release()
  }

  /// - Returns: whether the name was new, so that no file was replaced.
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
    let path = Self.randomPath(in: FileName(target).directory)
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
