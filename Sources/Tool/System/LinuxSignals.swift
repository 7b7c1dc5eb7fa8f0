import CSystem
import Glibc

/// Reading signals from a descriptor, and waiting for several descriptors at once.
extension Linux {
  /// The signals by which others end this process.
  private static let ends = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

  /// Blocks these signals, SIGTSTP and SIGCHLD, and makes them readable from a descriptor. Ignored signals stay
  /// ignored.
  ///
  /// - Parameter before: receives the signals that this thread blocked before.
  static func catchSignals(_ before: inout sigset_t) throws(SystemError) -> Descriptor {
    var caught = sigset_t()
    unsafe sigemptyset(&caught)
    for number in ends + [SIGTSTP] where !isIgnored(number) { unsafe sigaddset(&caught, number) }
    unsafe sigaddset(&caught, SIGCHLD)
    let code = unsafe pthread_sigmask(SIG_BLOCK, &caught, &before)
    guard code == 0 else { throw SystemError(code: code) }
    do throws(SystemError) {
      return try .opened { unsafe signalfd(-1, &caught, CInt(SFD_CLOEXEC | SFD_NONBLOCK)) }
    } catch {
      releaseSignals(before)
      throw error
    }
  }

  static func releaseSignals(_ before: sigset_t) {
    var before = before
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  private static func isIgnored(_ number: CInt) -> Bool {
    var action = sigaction()
    // The value of SIG_IGN is 1.
    return unsafe sigaction(number, nil, &action) == 0
      && unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// The next pending signal; nil if there is none.
  static func nextSignal(from descriptor: CInt) -> CInt? {
    var signal = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    let count = unsafe withUnsafeMutableBytes(of: &signal) { unsafe Glibc.read(descriptor, $0.baseAddress, size) }
    return count == size ? CInt(bitPattern: signal.ssi_signo) : nil
  }

  static func isToStop(_ signal: CInt) -> Bool { signal == SIGTSTP }
  static func isEnd(_ signal: CInt) -> Bool { ends.contains(signal) }

  /// Stops this process until SIGCONT arrives.
  static func stop() { kill(getpid(), SIGSTOP) }

  /// Ends this process as the signal would have ended it without `catchSignals`.
  static func die(of number: CInt) -> Never {
    signal(number, SIG_DFL)
    var unblocked = sigset_t()
    unsafe sigemptyset(&unblocked)
    unsafe sigaddset(&unblocked, number)
    kill(getpid(), number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
    Glibc.exit(128 + number)
  }

  /// Ignores the signals that would end or stop this process.
  static func ignoreEnds() { for number in ends + [SIGTSTP, SIGPIPE] { signal(number, SIG_IGN) } }

  enum GroupSignal { case kill, stop, goOn }

  /// Sends a signal to a process, or to the process group that it leads.
  static func send(_ what: GroupSignal, to process: pid_t, withGroup: Bool) {
    let number =
      switch what {
      case .kill: SIGKILL
      case .stop: SIGSTOP
      case .goOn: SIGCONT
      }
    kill(withGroup ? -process : process, number)
  }

  /// Waits until a child that was sent SIGSTOP has stopped or ended.
  static func awaitStop(of process: pid_t) { CSystem.awaitStop(process) }

  /// Whether a child has ended. Does not reap the child, so that its process ID stays reserved.
  static func hasEnded(_ process: pid_t) throws(SystemError) -> Bool {
    try uninterrupted { CSystem.hasEnded(process) } > 0
  }

  /// Whether a pipe has no reader any more.
  static func isBroken(_ descriptor: CInt) -> Bool {
    var request = pollfd(fd: descriptor, events: 0, revents: 0)
    return unsafe poll(&request, 1, 0) > 0 && request.revents & Int16(POLLERR) != 0
  }

  /// Waits until a descriptor is ready, at most `milliseconds`; -1 waits without limit. A hang-up counts as ready.
  ///
  /// - Returns: the descriptors that are ready.
  static func ready(
    reading: [CInt], writing: [CInt], within milliseconds: CInt
  ) throws(SystemError) -> Set<CInt> {
    var requests =
      reading.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      + writing.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
    do throws(SystemError) {
      guard unsafe poll(&requests, nfds_t(requests.count), milliseconds) >= 0 else { throw .last }
    } catch {
      // A signal that `catchSignals` does not catch has interrupted `poll`.
      guard error.code == EINTR else { throw error }
      return []
    }
    return Set(requests.filter { $0.revents != 0 }.map(\.fd))
  }
}
