import CSystem
import Glibc
import Streams

/// Files: creating them, their kinds, reading and writing at an offset.
extension Linux {
  /// Opens a file for writing. Creates the file, or empties an existing one.
  static func create(path: String) throws(SystemError) -> Descriptor {
    try .opened(called: "'\(path)'") {
      unsafe Glibc.open(name(path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    }
  }

  /// Opens a new file without a name (`O_TMPFILE`), which vanishes when it is closed, however the process ends.
  static func unnamedFile(in directory: String) throws(SystemError) -> Descriptor {
    do throws(SystemError) {
      return try .opened(called: "a temporary file in '\(directory)'") {
        unsafe Glibc.open(directory, openUnnamed | O_RDWR | O_CLOEXEC, 0o600)
      }
    } catch {
      guard error.lacksUnnamedFiles else { throw error }
      return try removedFile(in: directory)
    }
  }

  /// Creates a file and removes its name at once, where `O_TMPFILE` is not supported.
  static func removedFile(in directory: String) throws(SystemError) -> Descriptor {
    var path = Array("\(directory)/warp-XXXXXX".utf8CString)
    return try .opened(called: "a temporary file in '\(directory)'") {
      let made = unsafe mkstemp(&path)
      if made >= 0 {
        unsafe unlink(path)
        _ = fcntl(made, F_SETFD, FD_CLOEXEC)
      }
      return made
    }
  }

  static func exists(_ path: String) -> Bool { unsafe access(name(path), F_OK) == 0 }

  static func areSame(_ one: String, _ other: String) -> Bool {
    var (status, otherStatus) = (stat(), stat())
    return unsafe stat(name(one), &status) == 0 && stat(name(other), &otherStatus) == 0
      && status.st_dev == otherStatus.st_dev && status.st_ino == otherStatus.st_ino
  }

  /// The regular file at a path, which must not be a link; nil if there is none.
  static func identity(_ path: String) -> FileIdentity? {
    var status = stat()
    guard unsafe lstat(name(path), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }

  /// The size in bytes.
  static func size(_ path: String) throws(SystemError) -> Int {
    var status = stat()
    _ = try uninterrupted { unsafe stat(name(path), &status) }
    return Int(status.st_size)
  }

  /// When the content of a file last changed, in seconds.
  static func modificationTime(_ path: String) -> Double? {
    var status = stat()
    guard unsafe lstat(name(path), &status) == 0 else { return nil }
    return Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) * 1e-9
  }

  /// Creates a directory that only the user can read.
  static func makeDirectory(_ path: String) throws(SystemError) {
    _ = try uninterrupted { unsafe mkdir(name(path), 0o700) }
  }

  /// The path of an existing file from the root, without links.
  static func absolutePath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(name(path), nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe text(resolved)
  }

  /// The names in a directory, in no particular order.
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

  /// The paths that match a pattern of the shell, in the order of their bytes.
  static func paths(like pattern: String) -> [String] {
    var found = unsafe glob_t()
    defer { unsafe globfree(&found) }
    guard unsafe glob(name(pattern), 0, nil, &found) == 0 else { return [] }
    return unsafe (0..<Int(found.gl_pathc)).compactMap { index in
      guard let path = unsafe found.gl_pathv[index] else { return nil }
      return unsafe ByteText.text(Array(UnsafeRawBufferPointer(start: path, count: strlen(path))))
    }
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

  /// The offset of the next read or write.
  static func offset(_ descriptor: CInt) throws(SystemError) -> Int {
    try uninterrupted { lseek(descriptor, 0, SEEK_CUR) }
  }

  /// Moves the offset forward by up to `count` bytes, but not past the end of the file. Returns the distance.
  static func skip(_ count: Int, in descriptor: CInt) throws(SystemError) -> Int {
    var status = stat()
    _ = try uninterrupted { unsafe fstat(descriptor, &status) }
    let skipped = max(0, min(count, Int(status.st_size) - (try offset(descriptor))))
    _ = try uninterrupted { lseek(descriptor, skipped, SEEK_CUR) }
    return skipped
  }

  /// Fills `buffer` with the bytes at `offset`, as far as the file goes. Returns the number of bytes read.
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

  /// Writes all bytes at `offset`.
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
