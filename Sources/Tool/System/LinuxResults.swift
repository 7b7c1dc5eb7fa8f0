import CSystem
import Glibc
import Streams

/// Files that get their name only when they are complete.
extension Linux {
  static func isProgram(_ path: String) -> Bool {
    unsafe kind(path) == .regular && access(name(path), X_OK) == 0
  }

  /// The type and permissions of the file at a path; nil if there is none.
  static func mode(_ path: String) -> mode_t? {
    var status = stat()
    return unsafe stat(name(path), &status) == 0 ? status.st_mode : nil
  }

  /// Throws if no file can have this path, for example because the name is too long.
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

  /// The target of a symbolic link. Throws EINVAL if the path is not a symbolic link.
  static func target(ofLink path: String) throws(SystemError) -> String {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = try uninterrupted {
      unsafe bytes.withUnsafeMutableBytes { bytes in
        unsafe readlink(name(path), bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
      }
    }
    return ByteText.text(bytes[..<count])
  }

  /// Opens a new file without a name, for reading and writing. Its permissions follow the umask.
  static func unnamedResult(in directory: String) throws(SystemError) -> Descriptor {
    try .opened { unsafe Glibc.open(name(directory), openUnnamed | O_RDWR | O_CLOEXEC, 0o666) }
  }

  /// Creates a file for reading and writing. Throws EEXIST if the path exists.
  static func newFile(_ path: String, mode: mode_t = 0o666) throws(SystemError) -> Descriptor {
    try .opened { unsafe Glibc.open(name(path), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode) }
  }

  /// Creates a file in memory with these bytes. Reading begins at the first byte.
  static func memoryFile(_ bytes: Span<UInt8>) throws(SystemError) -> Descriptor {
    let file: Descriptor
    do throws(SystemError) { file = try .opened { unsafe memfd_create("warp", closedInChildren) } } catch {
      file = try unnamedFile(in: environment("TMPDIR") ?? "/tmp")
    }
    try write(bytes, to: file.number, at: 0)
    return file
  }

  /// Writes all cached data of a file to its disk.
  static func synchronise(_ descriptor: CInt) throws(SystemError) { _ = try uninterrupted { fsync(descriptor) } }

  /// Writes the names in a directory to its disk. Does nothing where the file system does not support this, or where
  /// the directory is not readable.
  static func synchronise(directory: String) throws(SystemError) {
    do throws(SystemError) {
      let file = try open(path: directory)
      try synchronise(file.number)
    } catch {
      guard [EINVAL, ENOTSUP, EROFS, EBADF, EACCES, EPERM].contains(error.code) else { throw error }
    }
  }

  /// Sets the permissions of an open file. Does nothing on file systems without permissions.
  static func setMode(_ mode: mode_t, of descriptor: CInt) throws(SystemError) {
    do throws(SystemError) { _ = try uninterrupted { fchmod(descriptor, mode & 0o7777) } } catch {
      guard [EPERM, ENOTSUP].contains(error.code) else { throw error }
    }
  }

  /// Gives an open file a name. Never replaces a file: throws EEXIST if the name exists.
  static func link(_ descriptor: CInt, as path: String) throws(SystemError) {
    _ = try uninterrupted {
      unsafe linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name(path), AT_SYMLINK_FOLLOW)
    }
  }

  static func rename(_ path: String, to other: String) throws(SystemError) {
    _ = try uninterrupted { unsafe Glibc.rename(name(path), name(other)) }
  }

  /// Renames a file. Throws EEXIST instead of replacing a file.
  static func rename(_ path: String, toNew other: String) throws(SystemError) {
    do throws(SystemError) {
      _ = try uninterrupted { unsafe renameat2(AT_FDCWD, name(path), AT_FDCWD, name(other), keepOther) }
    } catch {
      guard [EINVAL, ENOSYS].contains(error.code) else { throw error }
      // An empty file takes the name, which only one process can do. Then it is replaced.
      var file = try newFile(other)
      try file.close()
      do throws(SystemError) { try rename(path, to: other) } catch {
        try? remove(other)
        throw error
      }
    }
  }

  /// The length of an open file, in bytes. The file offset moves to the end.
  static func end(of descriptor: CInt) throws(SystemError) -> Int {
    try uninterrupted { lseek(descriptor, 0, SEEK_END) }
  }

  static func remove(_ path: String) throws(SystemError) { _ = try uninterrupted { unsafe unlink(name(path)) } }
}

extension SystemError {
  var isOfExistingFile: Bool { code == EEXIST }
  /// The errors with which file systems and old kernels report that they do not support files without a name.
  var lacksUnnamedFiles: Bool { [EOPNOTSUPP, EISDIR, EINVAL].contains(code) }
  static var tooManyLinks: SystemError { SystemError(code: ELOOP) }
}
