import CSystem
import Glibc

/// Writing to a child and reading from it in turn.
extension Linux {
  /// The bytes that a pipe can take if it can take any: `PIPE_BUF`.
  static let leastRoom = 4096

  /// Which of two descriptors, one for writing and one for reading, would not block.
  struct Readiness: Equatable {
    var canWrite = false
    var canRead = false
  }

  /// Waits until one of the two is ready, at most `milliseconds`; -1 waits without limit. A descriptor with an error or
  /// a hang-up counts as ready.
  ///
  /// - Parameter writing: nil if there is nothing to write.
  static func whichIsReady(
    writing: CInt?, reading: CInt, within milliseconds: CInt
  ) throws(SystemError) -> Readiness {
    // `poll` ignores a negative descriptor.
    var requests = [
      pollfd(fd: writing ?? -1, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
    ]
    _ = try uninterrupted { unsafe poll(&requests, 2, milliseconds) }
    return Readiness(canWrite: requests[0].revents != 0, canRead: requests[1].revents != 0)
  }

  /// Reads the bytes that have arrived, without blocking. Returns nil if there are none yet, and 0 at the end.
  static func readIfReady(_ descriptor: CInt, into buffer: inout MutableSpan<UInt8>) throws(SystemError) -> Int? {
    unsafe try buffer.withUnsafeMutableBufferPointer { bytes throws(SystemError) in
      try unlessItWaits { unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count) }
    }
  }

  /// Writes as many bytes to a pipe as it has room for, without blocking; returns nil if it has no room. If the pipe
  /// has no reader, throws EPIPE and suppresses SIGPIPE, which is meant only for this process's own output.
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
        // Removes the pending signal.
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

  /// Waits up to `seconds` for a child and reaps it. Returns how it ended, or nil if it still runs.
  static func wait(for process: pid_t, atMost seconds: Double) throws(SystemError) -> ProcessEnd? {
    let deadline = now() + seconds
    while true {
      var status: CInt = 0
      if try uninterrupted({ unsafe waitpid(process, &status, WNOHANG) }) != 0 {
        forgetGroup(process)
        return ProcessEnd(waitStatus: status)
      }
      if now() >= deadline { return nil }
      usleep(2_000)
    }
  }
}
