import CSystem
import Glibc

/// Pipes, and moving bytes between descriptors inside the kernel.
extension Linux {
  /// The largest pipe buffer that an unprivileged user may request under the default settings of Linux.
  static let widePipe = 1 << 20

  /// Both ends of a pipe.
  struct Pipe: ~Copyable {
    let reading: Descriptor
    let writing: Descriptor
  }

  /// - Parameter label: the name of both ends in messages.
  static func pipe(called label: String) throws(SystemError) -> Pipe {
    var ends: [CInt] = [-1, -1]
    _ = try uninterrupted { unsafe pipe2(&ends, O_CLOEXEC) }
    // Both ends have an owner before one of them may fail to get another number.
    let reading = Descriptor(ends[0], called: label)
    let writing = Descriptor(ends[1], called: label)
    return Pipe(reading: try reading.beyondStandardStreams(), writing: try writing.beyondStandardStreams())
  }

  /// Enlarges the buffer of a pipe to at least `widePipe` bytes. Throws if the descriptor is not a pipe, or if the
  /// user's pipe memory is used up.
  static func widen(pipe descriptor: CInt) throws(SystemError) {
    let size = try uninterrupted { fcntl(descriptor, getPipeSize) }
    guard size < widePipe else { return }
    _ = try uninterrupted { fcntl(descriptor, setPipeSize, CInt(widePipe)) }
  }

  /// Makes calls fail with EAGAIN where they would block.
  static func makeNonblocking(_ descriptor: CInt) throws(SystemError) {
    let flags = try uninterrupted { fcntl(descriptor, F_GETFL) }
    _ = try uninterrupted { fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
  }

  /// Moves up to `count` bytes between two descriptors, one of which must be a pipe. Returns 0 at the end of the
  /// source. EAGAIN means that a nonblocking descriptor would block.
  static func splice(_ count: Int, from source: CInt, to sink: CInt) throws(SystemError) -> Int {
    try uninterrupted { CSystem.splice(source, nil, sink, nil, count, 0) }
  }

  /// Like `splice`, but waits even if the descriptors are nonblocking.
  static func spliceWhenReady(_ count: Int, from source: CInt, to sink: CInt) throws(SystemError) -> Int {
    try whenReady(sink, POLLOUT) {
      let moved = CSystem.splice(source, nil, sink, nil, count, 0)
      // EAGAIN does not say which descriptor is not ready. This code waits for the source, and `whenReady` waits for
      // the sink.
      if moved < 0, errno == EAGAIN {
        try? waitToRead(source)
        errno = EAGAIN
      }
      return moved
    }
  }

  /// Copies up to `count` bytes from the front of a pipe into another pipe. The first pipe keeps them.
  static func tee(_ count: Int, from source: CInt, to sink: CInt) throws(SystemError) -> Int {
    try uninterrupted { CSystem.tee(source, sink, count, 0) }
  }

  static func waitToRead(_ descriptor: CInt) throws(SystemError) {
    _ = try isReady(descriptor, POLLIN, within: -1)
  }

  /// The number of bytes that can be read without blocking; nil if unknown.
  static func waitingBytes(_ descriptor: CInt) -> Int? {
    var count: CInt = 0
    return unsafe ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : nil
  }

  static func hasRoom(_ descriptor: CInt) throws(SystemError) -> Bool {
    try isReady(descriptor, POLLOUT, within: 0)
  }
}
