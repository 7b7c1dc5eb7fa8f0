import Glibc
import Streams

/// Why a system call failed.
struct SystemError: Error, Equatable {
  let code: CInt

  static var last: SystemError { SystemError(code: errno) }

  /// The error for a write that returns 0 bytes without an error: a retry might never end.
  static var noRoom: SystemError { SystemError(code: ENOSPC) }

  /// Whether a call on a nonblocking descriptor would have blocked.
  var wouldBlock: Bool { code == EAGAIN }

  /// Whether the pipe or socket has no reader any more.
  var isBrokenPipe: Bool { code == EPIPE }

  /// The C library's description, such as `No such file or directory`.
  var reason: String { unsafe String(cString: strerror(code)) }
}

/// All system calls except those for threads (`WorkerThreads`). Interrupted calls and short writes are handled here. So
/// are nonblocking descriptors, except in `splice` and `tee`, because `PipeHolder` must know which end would block.
/// Extensions group the calls by subject.
enum Linux {
  /// Opens a file for reading. Opening a FIFO waits until another process opens it for writing.
  static func open(path: String) throws(SystemError) -> Descriptor {
    try .opened(called: "'\(path)'") { unsafe Glibc.open(name(path), O_RDONLY | O_CLOEXEC) }
  }

  /// A text as a C string. Bytes that `ByteText` escaped become the original bytes again.
  static func name(_ path: String) -> [CChar] { (ByteText.bytes(path) + [0]).map(CChar.init(bitPattern:)) }

  /// Opens `/dev/null` for reading and writing.
  static func null() throws(SystemError) -> Descriptor {
    try .opened(called: "'/dev/null'") { unsafe Glibc.open("/dev/null", O_RDWR | O_CLOEXEC) }
  }

  /// Duplicates a descriptor to a number above the standard streams, closed in children. Both share one file offset.
  static func duplicate(_ descriptor: CInt) throws(SystemError) -> CInt {
    try uninterrupted { fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
  }

  static func read(_ descriptor: CInt, into buffer: inout MutableSpan<UInt8>) throws(SystemError) -> Int {
    unsafe try buffer.withUnsafeMutableBufferPointer { bytes throws(SystemError) in
      try whenReady(descriptor, POLLIN) { unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count) }
    }
  }

  /// Writes all bytes.
  static func write(_ bytes: Span<UInt8>, to descriptor: CInt) throws(SystemError) {
    unsafe try bytes.withUnsafeBufferPointer { bytes throws(SystemError) in
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty {
        let part = unsafe UnsafeBufferPointer(rebasing: rest)
        let count = try whenReady(descriptor, POLLOUT) {
          unsafe Glibc.write(descriptor, part.baseAddress, part.count)
        }
        guard count > 0 else { throw .noRoom }
        unsafe rest = rest.dropFirst(count)
      }
    }
  }

  static func close(_ descriptor: CInt) throws(SystemError) {
    // Linux frees the number even if `close` is interrupted. A second call could close a file that another thread has
    // just opened.
    guard Glibc.close(descriptor) == 0 || errno == EINTR else { throw .last }
  }

  /// Repeats the call while a signal interrupts it (EINTR).
  static func uninterrupted<Count: BinaryInteger>(_ call: () -> Count) throws(SystemError) -> Count {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw .last }
    }
  }

  /// If the call fails with EAGAIN, waits until the nonblocking descriptor is ready and repeats the call.
  static func whenReady(_ descriptor: CInt, _ events: CInt, _ call: () -> Int) throws(SystemError) -> Int {
    while true {
      do {
        return try uninterrupted(call)
      } catch {
        guard error.wouldBlock else { throw error }
        _ = try isReady(descriptor, events, within: -1)
      }
    }
  }

  /// Whether the descriptor becomes ready within `milliseconds`; -1 waits without limit. A descriptor with an error or
  /// a hang-up counts as ready, because waiting for it would never end.
  static func isReady(_ descriptor: CInt, _ events: CInt, within milliseconds: CInt) throws(SystemError) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return try uninterrupted { unsafe poll(&request, 1, milliseconds) } > 0
  }

  /// Seconds on the monotonic clock, which nobody can set.
  static func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Waits a millisecond before another try.
  static func pause() { usleep(1_000) }

  static func isTerminal(_ descriptor: CInt) -> Bool { isatty(descriptor) == 1 }

  /// The width of the terminal's window; nil if there is no terminal or it reports no width.
  static func columns(_ descriptor: CInt) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// The value of a variable, as `ByteText`, because it may be a path.
  static func environment(_ name: String) -> String? { unsafe getenv(name).map { unsafe text($0) } }

  /// Restores the default handling of SIGPIPE and SIGCHLD, which a parent may have set to ignore, and unblocks SIGPIPE.
  /// If the output pipe is closed, SIGPIPE must end the tool. If SIGCHLD were ignored, `waitpid` could not get the
  /// status of children.
  static func restoreSignals() {
    signal(SIGPIPE, SIG_DFL)
    signal(SIGCHLD, SIG_DFL)
    var unblocked = sigset_t()
    unsafe sigemptyset(&unblocked)
    unsafe sigaddset(&unblocked, SIGPIPE)
    unsafe sigprocmask(SIG_UNBLOCK, &unblocked, nil)
  }

  static func exit(_ status: ExitStatus) -> Never { Glibc.exit(status.rawValue) }
}
