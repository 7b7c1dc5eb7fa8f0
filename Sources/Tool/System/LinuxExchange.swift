import Glibc

/// Writing to a child and reading from it in turn.
extension Linux {
  /// A pipe has room for so many bytes if it has room at all (`PIPE_BUF`).
  static let leastRoom = 4096

  /// Which of two descriptors, one to write to and one to read from, would not have to wait.
  struct Readiness: Equatable {
    var canWrite = false
    var canRead = false
  }

  /// Waits until one of the two is ready, or for so many milliseconds; -1 waits without limit. A descriptor that
  /// reports an error or a hang-up counts as ready.
  ///
  /// - Parameter writing: nil where nothing is to be written.
  static func whichIsReady(
    writing: CInt?, reading: CInt, within milliseconds: CInt
  ) throws(SystemError) -> Readiness {
    // A negative descriptor is passed over.
    var requests = [
      pollfd(fd: writing ?? -1, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
    ]
    _ = try uninterrupted { unsafe poll(&requests, 2, milliseconds) }
    return Readiness(canWrite: requests[0].revents != 0, canRead: requests[1].revents != 0)
  }

  /// Reads as much as there is without waiting; nil if there is nothing yet, 0 at the end.
  static func readIfReady(_ descriptor: CInt, into buffer: inout MutableSpan<UInt8>) throws(SystemError) -> Int? {
    unsafe try buffer.withUnsafeMutableBufferPointer { bytes throws(SystemError) in
      try unlessItWaits { unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count) }
    }
  }

  /// Writes as much as there is room for to a pipe, without waiting; nil if there is no room. If nobody reads from the
  /// pipe any more it throws EPIPE, and SIGPIPE does not end the process: that is for its own output.
  static func writeIfReady(_ bytes: Span<UInt8>, to descriptor: CInt) throws(SystemError) -> Int? {
    var broken = sigset_t()
    unsafe sigemptyset(&broken)
    unsafe sigaddset(&broken, SIGPIPE)
    var before = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, &broken, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    do throws(SystemError) {
      return unsafe try bytes.withUnsafeBufferPointer { bytes throws(SystemError) in
        try unlessItWaits { unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
      }
    } catch {
      if error.code == EPIPE {
        // Takes the signal, which waits to be delivered.
        var none = timespec()
        unsafe sigtimedwait(&broken, nil, &none)
      }
      throw error
    }
  }

  private static func unlessItWaits(_ call: () -> Int) throws(SystemError) -> Int? {
    do throws(SystemError) { return try uninterrupted(call) } catch {
      guard error.wouldBlock else { throw error }
      return nil
    }
  }

  /// How a child has ended, which is reaped; nil if it has not within so many seconds.
  static func wait(for process: pid_t, atMost seconds: Double) throws(SystemError) -> ProcessEnd? {
    let deadline = now() + seconds
    while true {
      var status: CInt = 0
      if try uninterrupted({ unsafe waitpid(process, &status, WNOHANG) }) != 0 { return ProcessEnd(waitStatus: status) }
      if now() >= deadline { return nil }
      usleep(2_000)
    }
  }
}
