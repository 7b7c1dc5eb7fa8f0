import CSystem
import Glibc
import Streams

/// Files that get their name only when they are whole.
extension Linux {
  static func isProgram(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(name(path), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    return unsafe access(name(path), X_OK) == 0
  }

  /// The type and the permissions of the file that a path leads to; nil if there is none.
  static func mode(_ path: String) -> mode_t? {
    var status = stat()
    return unsafe stat(name(path), &status) == 0 ? status.st_mode : nil
  }

  /// Throws if there cannot be a file of that name, for instance since the name is too long.
  static func checkName(_ path: String) throws(SystemError) {
    var status = stat()
    guard unsafe stat(name(path), &status) != 0, errno != ENOENT else { return }
    throw .last
  }

  static func kind(_ path: String) -> InputFile.Kind? {
    guard let mode = mode(path) else { return nil }
    return switch mode & S_IFMT {
    case S_IFREG: .regular
    case S_IFBLK: .block
    case S_IFDIR: .directory
    default: .other
    }
  }

  static func isReadable(_ path: String) -> Bool { unsafe access(name(path), R_OK) == 0 }
  static func isWritable(_ path: String) -> Bool { unsafe access(name(path), W_OK) == 0 }

  /// Where a symbolic link leads; throws EINVAL if the path is that of no link.
  static func target(ofLink path: String) throws(SystemError) -> String {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = try uninterrupted {
      unsafe bytes.withUnsafeMutableBytes { bytes in
        unsafe readlink(name(path), bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
      }
    }
    return ByteText.text(bytes[..<count])
  }

  /// A new file for reading and writing, without a name, in a directory; its permissions follow the umask.
  static func unnamedResult(in directory: String) throws(SystemError) -> CInt {
    try beyondStandardStreams(
      try uninterrupted { unsafe Glibc.open(name(directory), openUnnamed | O_RDWR | O_CLOEXEC, 0o666) })
  }

  /// The same with a name, which no other file may have.
  static func newFile(_ path: String, mode: mode_t = 0o666) throws(SystemError) -> CInt {
    try beyondStandardStreams(
      try uninterrupted { unsafe Glibc.open(name(path), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode) })
  }

  /// A file in memory that holds a text; reading begins at its start.
  static func memoryFile(_ bytes: Span<UInt8>) throws(SystemError) -> CInt {
    let file: CInt
    do throws(SystemError) {
      file = try beyondStandardStreams(try uninterrupted { unsafe memfd_create("warp", closedInChildren) })
    } catch {
      file = try unnamedFile(in: environment("TMPDIR") ?? "/tmp")
    }
    do throws(SystemError) { try write(bytes, to: file, at: 0) } catch {
      try? close(file)
      throw error
    }
    return file
  }

  /// Makes sure that all that has been written to a file is on its disk.
  static func synchronise(_ descriptor: CInt) throws(SystemError) { _ = try uninterrupted { fsync(descriptor) } }

  /// The same for the names in a directory. Some file systems do not offer it, and some directories may be written to
  /// but not read.
  static func synchronise(directory: String) throws(SystemError) {
    do throws(SystemError) {
      let file = try open(path: directory)
      defer { try? close(file) }
      try synchronise(file)
    } catch {
      guard [EINVAL, ENOTSUP, EROFS, EBADF, EACCES, EPERM].contains(error.code) else { throw error }
    }
  }

  /// Gives an open file its permissions. On file systems where all files have the same they stay as they are.
  static func setMode(_ mode: mode_t, of descriptor: CInt) throws(SystemError) {
    do throws(SystemError) { _ = try uninterrupted { fchmod(descriptor, mode & 0o7777) } } catch {
      guard [EPERM, ENOTSUP].contains(error.code) else { throw error }
    }
  }

  /// Gives an open file a name. A file that has the name already is never replaced: then this throws EEXIST.
  static func link(_ descriptor: CInt, as path: String) throws(SystemError) {
    _ = try uninterrupted {
      unsafe linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name(path), AT_SYMLINK_FOLLOW)
    }
  }

  static func rename(_ path: String, to other: String) throws(SystemError) {
    _ = try uninterrupted { unsafe Glibc.rename(name(path), name(other)) }
  }

  /// The same, but it throws EEXIST where it would replace a file.
  static func rename(_ path: String, toNew other: String) throws(SystemError) {
    do throws(SystemError) {
      _ = try uninterrupted { unsafe renameat2(AT_FDCWD, name(path), AT_FDCWD, name(other), keepOther) }
    } catch {
      guard [EINVAL, ENOSYS].contains(error.code) else { throw error }
      // An empty file takes the name first, which only one process can do, and is then replaced.
      try close(try newFile(other))
      do throws(SystemError) { try rename(path, to: other) } catch {
        try? remove(other)
        throw error
      }
    }
  }

  /// How long an open file is.
  static func end(of descriptor: CInt) throws(SystemError) -> Int {
    try uninterrupted { lseek(descriptor, 0, SEEK_END) }
  }

  static func remove(_ path: String) throws(SystemError) { _ = try uninterrupted { unsafe unlink(name(path)) } }

  /// A number that nobody can guess.
  static func randomNumber() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }
}

extension SystemError {
  var isOfExistingFile: Bool { code == EEXIST }
  /// The errors by which file systems and old kernels report that they have no files without a name.
  var lacksUnnamedFiles: Bool { [EOPNOTSUPP, EISDIR, EINVAL].contains(code) }
  static var tooManyLinks: SystemError { SystemError(code: ELOOP) }
}
