import CSystem
import Glibc
import Streams

/// Files: creating them, their kinds, reading and writing at an offset.
extension Linux {
  /// Opens a file for writing. It is created if it does not exist, and emptied if it does.
  static func create(path: String) throws(SystemError) -> CInt {
    try beyondStandardStreams(
      try uninterrupted { unsafe Glibc.open(name(path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) })
  }

  /// Opens a new file that has no name (`O_TMPFILE`), so that it vanishes when it is closed, however the process ends.
  static func unnamedFile(in directory: String) throws(SystemError) -> CInt {
    do throws(SystemError) {
      return try beyondStandardStreams(
        try uninterrupted { unsafe Glibc.open(directory, openUnnamed | O_RDWR | O_CLOEXEC, 0o600) })
    } catch {
      guard error.lacksUnnamedFiles else { throw error }
      return try removedFile(in: directory)
    }
  }

  /// The same where `O_TMPFILE` is not supported: the file is created with a name, which is removed at once.
  static func removedFile(in directory: String) throws(SystemError) -> CInt {
    var path = Array("\(directory)/warp-XXXXXX".utf8CString)
    let descriptor = try uninterrupted { unsafe mkstemp(&path) }
    unsafe unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return try beyondStandardStreams(descriptor)
  }

  /// Whether the path leads to a regular file.
  static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(name(path), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  static func exists(_ path: String) -> Bool { unsafe access(name(path), F_OK) == 0 }

  static func areSame(_ one: String, _ other: String) -> Bool {
    var (status, otherStatus) = (stat(), stat())
    return unsafe stat(name(one), &status) == 0 && stat(name(other), &otherStatus) == 0
      && status.st_dev == otherStatus.st_dev && status.st_ino == otherStatus.st_ino
  }

  /// In bytes.
  static func size(_ path: String) throws(SystemError) -> Int {
    var status = stat()
    _ = try uninterrupted { unsafe stat(name(path), &status) }
    return Int(status.st_size)
  }

  /// What a directory holds, in no order.
  static func names(in directory: String) throws(SystemError) -> [String] {
    guard let stream = unsafe opendir(name(directory)) else { throw .last }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      names.append(ByteText.text(bytes))
    }
    return names
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

  /// The offset at which the next read or write begins.
  static func offset(_ descriptor: CInt) throws(SystemError) -> Int {
    try uninterrupted { lseek(descriptor, 0, SEEK_CUR) }
  }

  /// Moves the offset forward by `count` bytes, but not past the end of the file, and returns by how many it was moved.
  static func skip(_ count: Int, in descriptor: CInt) throws(SystemError) -> Int {
    var status = stat()
    _ = try uninterrupted { unsafe fstat(descriptor, &status) }
    let skipped = max(0, min(count, Int(status.st_size) - (try offset(descriptor))))
    _ = try uninterrupted { lseek(descriptor, skipped, SEEK_CUR) }
    return skipped
  }

  /// Fills `buffer` from the bytes at `offset`, or as much of it as there are bytes to the end of the file, and returns
  /// how many were read.
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
