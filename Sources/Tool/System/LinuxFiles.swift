import CSystem
import Glibc
import Streams

/// Files as places: their kinds, their lengths, reading and writing in the middle.
extension Linux {
  /// Opens a file for writing; it is made if need be, and emptied.
  static func create(path: String) throws(SystemError) -> CInt {
    try beyondStandardStreams(
      try uninterrupted { unsafe Glibc.open(name(path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) })
  }

  /// Opens a file that has no name and is gone when it is closed.
  static func unnamedFile(in directory: String) throws(SystemError) -> CInt {
    do throws(SystemError) {
      return try beyondStandardStreams(
        try uninterrupted { unsafe Glibc.open(directory, openUnnamed | O_RDWR | O_CLOEXEC, 0o600) })
    } catch {
      // File systems and old kernels that know nothing of it say so in these three ways.
      guard [EOPNOTSUPP, EISDIR, EINVAL].contains(error.code) else { throw error }
      return try removedFile(in: directory)
    }
  }

  /// The same by older means: for a moment the file has a name.
  static func removedFile(in directory: String) throws(SystemError) -> CInt {
    var path = Array("\(directory)/warp-XXXXXX".utf8CString)
    let descriptor = try uninterrupted { unsafe mkstemp(&path) }
    unsafe unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return try beyondStandardStreams(descriptor)
  }

  /// Whether the path leads to a file that can be read more than once.
  static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(name(path), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  static func channel(_ descriptor: CInt) -> Channel? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFIFO: return Channel(descriptor: descriptor, kind: .pipe)
    case S_IFREG: return Channel(descriptor: descriptor, kind: .regularFile)
    default: return Channel(descriptor: descriptor, kind: .other)
    }
  }

  static func position(_ descriptor: CInt) throws(SystemError) -> Int {
    try uninterrupted { lseek(descriptor, 0, SEEK_CUR) }
  }

  /// Moves the position ahead by `count` bytes or to the end of the file, and returns how far that was.
  static func skip(_ count: Int, in descriptor: CInt) throws(SystemError) -> Int {
    var status = stat()
    _ = try uninterrupted { unsafe fstat(descriptor, &status) }
    let skipped = max(0, min(count, Int(status.st_size) - (try position(descriptor))))
    _ = try uninterrupted { lseek(descriptor, skipped, SEEK_CUR) }
    return skipped
  }

  /// Fills `buffer` from the bytes at `offset`, as far as the file goes, and returns how many there were.
  static func read(
    _ descriptor: CInt, at offset: Int, into buffer: inout MutableSpan<UInt8>
  ) throws(SystemError) -> Int {
    unsafe try buffer.withUnsafeMutableBufferPointer { bytes throws(SystemError) in
      var filled = 0
      while filled < bytes.count {
        let rest = unsafe UnsafeMutableBufferPointer(rebasing: bytes[filled...])
        let count = try uninterrupted { unsafe pread(descriptor, rest.baseAddress, rest.count, offset + filled) }
        if count == 0 { break }
        filled += count
      }
      return filled
    }
  }

  /// Writes all of `bytes` at `offset`.
  static func write(_ bytes: Span<UInt8>, to descriptor: CInt, at offset: Int) throws(SystemError) {
    unsafe try bytes.withUnsafeBufferPointer { bytes throws(SystemError) in
      var written = 0
      while written < bytes.count {
        let rest = unsafe UnsafeBufferPointer(rebasing: bytes[written...])
        let count = try uninterrupted { unsafe pwrite(descriptor, rest.baseAddress, rest.count, offset + written) }
        guard count > 0 else { throw .noRoom }
        written += count
      }
    }
  }
}
