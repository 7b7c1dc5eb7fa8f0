import CSystem
import Glibc

/// Passing bytes from descriptor to descriptor without looking at them.
extension Linux {
  /// What an unprivileged user may give a pipe, if the system is left as it comes.
  static let widePipe = 1 << 20

  static func pipe() throws(SystemError) -> (reading: CInt, writing: CInt) {
    var ends: [CInt] = [-1, -1]
    _ = try uninterrupted { unsafe pipe2(&ends, O_CLOEXEC) }
    return (try beyondStandardStreams(ends[0]), try beyondStandardStreams(ends[1]))
  }

  /// Gives a pipe its room, unless it has as much or more. Throws for what is not a pipe, and when the user has too much
  /// memory in pipes already.
  static func widen(pipe descriptor: CInt) throws(SystemError) {
    let room = try uninterrupted { fcntl(descriptor, getPipeSize) }
    guard room < widePipe else { return }
    _ = try uninterrupted { fcntl(descriptor, setPipeSize, CInt(widePipe)) }
  }

  /// Makes writing fail with EAGAIN where it would have to wait.
  static func neverWait(_ descriptor: CInt) throws(SystemError) {
    let flags = try uninterrupted { fcntl(descriptor, F_GETFL) }
    _ = try uninterrupted { fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
  }

  /// Takes up to `count` bytes out of one descriptor and puts them into another, one of which is a pipe. Zero is the end;
  /// EAGAIN says that a descriptor which never waits would have to.
  static func splice(_ count: Int, from source: CInt, to sink: CInt) throws(SystemError) -> Int {
    try uninterrupted { CSystem.splice(source, nil, sink, nil, count, 0) }
  }

  /// The same, waiting in any case.
  static func spliceWhenReady(_ count: Int, from source: CInt, to sink: CInt) throws(SystemError) -> Int {
    try whenReady(sink, POLLOUT) {
      let moved = CSystem.splice(source, nil, sink, nil, count, 0)
      // The system does not say which of the two it would have had to wait for.
      if moved < 0, errno == EAGAIN {
        try? waitToRead(source)
        errno = EAGAIN
      }
      return moved
    }
  }

  /// Puts the first `count` bytes of a pipe, which keeps them, into another pipe.
  static func tee(_ count: Int, from source: CInt, to sink: CInt) throws(SystemError) -> Int {
    try uninterrupted { CSystem.tee(source, sink, count, 0) }
  }

  static func waitToRead(_ descriptor: CInt) throws(SystemError) {
    _ = try isReady(descriptor, POLLIN, within: -1)
  }

  static func hasRoom(_ descriptor: CInt) throws(SystemError) -> Bool {
    try isReady(descriptor, POLLOUT, within: 0)
  }
}
