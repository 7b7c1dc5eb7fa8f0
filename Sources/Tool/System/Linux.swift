import Glibc
import Streams

/// Why a system call was refused.
struct SystemError: Error, Equatable {
  let code: CInt

  static var last: SystemError { SystemError(code: errno) }

  /// What to make of a device that takes nothing of what it is given, and does not say why: to ask again might be for
  /// ever.
  static var noRoom: SystemError { SystemError(code: ENOSPC) }

  /// Whether the call would have succeeded later.
  var isWait: Bool { code == EAGAIN }

  /// The system's own words, `No such file or directory`.
  var reason: String { unsafe String(cString: strerror(code)) }
}

/// The one door to the system: interrupted calls, short writes and descriptors that would
/// block are dealt with here, so that nobody else has to know of them.
enum Linux {
  /// Opens a file for reading; a FIFO is waited for until someone writes to it.
  static func open(path: String) throws(SystemError) -> CInt {
    try beyondStandardStreams(try uninterrupted { unsafe Glibc.open(name(path), O_RDONLY | O_CLOEXEC) })
  }

  /// A path as the system has it: any bytes, and the zero that ends them.
  static func name(_ path: String) -> [CChar] { (ByteText.bytes(path) + [0]).map(CChar.init(bitPattern:)) }

  /// Opens what takes everything and keeps nothing.
  static func openNull() throws(SystemError) -> CInt {
    try beyondStandardStreams(try uninterrupted { unsafe Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC) })
  }

  /// The same file by a number that is not a standard stream's: a file must not take the place of one that came closed,
  /// or it would be read or written as that.
  static func beyondStandardStreams(_ descriptor: CInt) throws(SystemError) -> CInt {
    guard descriptor <= STDERR_FILENO else { return descriptor }
    defer { _ = Glibc.close(descriptor) }
    return try duplicate(descriptor)
  }

  static func duplicate(_ descriptor: CInt) throws(SystemError) -> CInt {
    try uninterrupted { fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
  }

  static func read(_ descriptor: CInt, into buffer: inout MutableSpan<UInt8>) throws(SystemError) -> Int {
    unsafe try buffer.withUnsafeMutableBufferPointer { bytes throws(SystemError) in
      try whenReady(descriptor, POLLIN) { unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count) }
    }
  }

  /// Writes all of `bytes`.
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
    // Linux has let go of the descriptor by the time close can be interrupted: calling again could close another's.
    guard Glibc.close(descriptor) == 0 || errno == EINTR else { throw .last }
  }

  /// Calls again for as long as signals come in between.
  static func uninterrupted<Count: BinaryInteger>(_ call: () -> Count) throws(SystemError) -> Count {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw .last }
    }
  }

  /// Calls again once a descriptor that would rather fail than wait has become ready.
  static func whenReady(_ descriptor: CInt, _ events: CInt, _ call: () -> Int) throws(SystemError) -> Int {
    while true {
      do {
        return try uninterrupted(call)
      } catch {
        guard error.isWait else { throw error }
        _ = try isReady(descriptor, events, within: -1)
      }
    }
  }

  /// Whether the descriptor is ready, or will never be again, before so many milliseconds have passed; -1 waits for ever.
  static func isReady(_ descriptor: CInt, _ events: CInt, within milliseconds: CInt) throws(SystemError) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return try uninterrupted { unsafe poll(&request, 1, milliseconds) } > 0
  }

  /// Seconds on a clock that nobody sets.
  static func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  static func isTerminal(_ descriptor: CInt) -> Bool { isatty(descriptor) == 1 }

  /// The width of the terminal's window; nil where there is none or it does not say.
  static func columns(_ descriptor: CInt) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Undoes what whoever started the process may have chosen to ignore or to hold back: a broken pipe has to end it, and
  /// a child that ends has to wait until its status is asked for.
  static func restoreSignals() {
    signal(SIGPIPE, SIG_DFL)
    signal(SIGCHLD, SIG_DFL)
    var heldBack = sigset_t()
    unsafe sigemptyset(&heldBack)
    unsafe sigaddset(&heldBack, SIGPIPE)
    unsafe sigprocmask(SIG_UNBLOCK, &heldBack, nil)
  }

  static func exit(_ status: ExitStatus) -> Never { Glibc.exit(status.rawValue) }
}
