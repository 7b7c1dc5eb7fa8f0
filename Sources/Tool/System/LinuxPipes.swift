import CSystem
import Glibc

/// Pipes, and moving bytes between descriptors inside the kernel.
extension Linux {
  /// The largest buffer an unprivileged user may give a pipe under the default settings of Linux.
  static let widePipe = 1 << 20

  static func pipe() throws(SystemError) -> (reading: CInt, writing: CInt) {
    var ends: [CInt] = [-1, -1]
    _ = try uninterrupted { unsafe pipe2(&ends, O_CLOEXEC) }
    do throws(SystemError) {
      ends[0] = try beyondStandardStreams(ends[0])
      ends[1] = try beyondStandardStreams(ends[1])
    } catch {
      for end in ends { _ = Glibc.close(end) }
      throw error
    }
    return (ends[0], ends[1])
  }

  /// Enlarges the buffer of a pipe to `widePipe` bytes; a larger one stays. Throws if the descriptor is no pipe, or if
  /// the user has too much memory in pipes already.
  static func widen(pipe descriptor: CInt) throws(SystemError) {
    let size = try uninterrupted { fcntl(descriptor, getPipeSize) }
    guard size < widePipe else { return }
    _ = try uninterrupted { fcntl(descriptor, setPipeSize, CInt(widePipe)) }
  }

  /// Makes calls fail with EAGAIN where they would have to wait.
  static func makeNonblocking(_ descriptor: CInt) throws(SystemError) {
    let flags = try uninterrupted { fcntl(descriptor, F_GETFL) }
    _ = try uninterrupted { fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
  }

  /// Moves up to `count` bytes from one descriptor to another, one of which must be a pipe. 0 is the end of the source;
  /// EAGAIN means that a nonblocking descriptor would have to wait.
  static func splice(_ count: Int, from source: CInt, to sink: CInt) throws(SystemError) -> Int {
    try uninterrupted { CSystem.splice(source, nil, sink, nil, count, 0) }
  }

  /// The same, but waits even if the descriptors are nonblocking.
  static func spliceWhenReady(_ count: Int, from source: CInt, to sink: CInt) throws(SystemError) -> Int {
    try whenReady(sink, POLLOUT) {
      let moved = CSystem.splice(source, nil, sink, nil, count, 0)
      // EAGAIN does not tell which of the two descriptors is not ready, so wait for the source here and for the sink in
      // `whenReady`.
      if moved < 0, errno == EAGAIN {
        try? waitToRead(source)
        errno = EAGAIN
      }
      return moved
    }
  }

  /// Copies up to `count` bytes from the front of a pipe into another pipe, without taking them from the first.
  static func tee(_ count: Int, from source: CInt, to sink: CInt) throws(SystemError) -> Int {
    try uninterrupted { CSystem.tee(source, sink, count, 0) }
  }

  static func waitToRead(_ descriptor: CInt) throws(SystemError) {
    _ = try isReady(descriptor, POLLIN, within: -1)
  }

  /// How many bytes can be read without waiting; nil where that is not known.
  static func waitingBytes(_ descriptor: CInt) -> Int? {
    var count: CInt = 0
    return unsafe ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : nil
  }

  static func hasRoom(_ descriptor: CInt) throws(SystemError) -> Bool {
    try isReady(descriptor, POLLOUT, within: 0)
  }
}
