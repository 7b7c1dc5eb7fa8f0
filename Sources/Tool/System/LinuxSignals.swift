import CSystem
import Glibc

/// Signals as something that is read, and waiting for several descriptors at once.
extension Linux {
  /// The signals that end a process from outside, and the one by which a terminal stops it.
  private static let ends = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

  /// Has those signals and the ends of children wait to be read from a descriptor. Signals that are ignored stay so.
  ///
  /// - Returns: the descriptor, and the signals that this thread has blocked until then.
  static func catchSignals() throws(SystemError) -> (descriptor: CInt, before: sigset_t) {
    var (caught, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&caught)
    for number in ends + [SIGTSTP] where !isIgnored(number) { unsafe sigaddset(&caught, number) }
    unsafe sigaddset(&caught, SIGCHLD)
    let code = unsafe pthread_sigmask(SIG_BLOCK, &caught, &before)
    guard code == 0 else { throw SystemError(code: code) }
    do throws(SystemError) {
      let made = try uninterrupted { unsafe signalfd(-1, &caught, CInt(SFD_CLOEXEC | SFD_NONBLOCK)) }
      return (try beyondStandardStreams(made), before)
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
    // SIG_IGN is the number 1.
    return unsafe sigaction(number, nil, &action) == 0
      && unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// The next signal that waits to be read; nil if none does.
  static func nextSignal(from descriptor: CInt) -> CInt? {
    var signal = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    let count = unsafe withUnsafeMutableBytes(of: &signal) { unsafe Glibc.read(descriptor, $0.baseAddress, size) }
    return count == size ? CInt(bitPattern: signal.ssi_signo) : nil
  }

  static func isToStop(_ signal: CInt) -> Bool { signal == SIGTSTP }
  static func isEnd(_ signal: CInt) -> Bool { ends.contains(signal) }

  /// Stops this process until SIGCONT comes.
  static func stop() { kill(getpid(), SIGSTOP) }

  /// Ends this process as the signal would have, had it not been caught.
  static func die(of number: CInt) -> Never {
    signal(number, SIG_DFL)
    var unblocked = sigset_t()
    unsafe sigemptyset(&unblocked)
    unsafe sigaddset(&unblocked, number)
    kill(getpid(), number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
    Glibc.exit(128 + number)
  }

  /// Ignores the signals by which this process would be told to end.
  static func ignoreEnds() { for number in ends + [SIGTSTP, SIGPIPE] { signal(number, SIG_IGN) } }

  enum GroupSignal { case kill, stop, goOn }

  /// Sends a signal to a process, or to the group that it leads.
  static func send(_ what: GroupSignal, to process: pid_t, withGroup: Bool) {
    let number =
      switch what {
      case .kill: SIGKILL
      case .stop: SIGSTOP
      case .goOn: SIGCONT
      }
    kill(withGroup ? -process : process, number)
  }

  /// Waits until a child that has been told to stop has stopped, or ended.
  static func awaitStop(of process: pid_t) { CSystem.awaitStop(process) }

  /// Whether a child has ended. It is not reaped, so that its number stays its own.
  static func hasEnded(_ process: pid_t) throws(SystemError) -> Bool {
    try uninterrupted { CSystem.hasEnded(process) } > 0
  }

  /// Whether a pipe has no reader any more.
  static func isBroken(_ descriptor: CInt) -> Bool {
    var request = pollfd(fd: descriptor, events: 0, revents: 0)
    return unsafe poll(&request, 1, 0) > 0 && request.revents & Int16(POLLERR) != 0
  }

  /// Waits until one of the descriptors is ready, or for so many milliseconds; -1 waits without limit. An end that
  /// hangs up counts as ready.
  ///
  /// - Returns: those that are ready.
  static func ready(
    reading: [CInt], writing: [CInt], within milliseconds: CInt
  ) throws(SystemError) -> Set<CInt> {
    var requests =
      reading.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      + writing.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
    do throws(SystemError) {
      guard unsafe poll(&requests, nfds_t(requests.count), milliseconds) >= 0 else { throw .last }
    } catch {
      // A signal that is not caught has woken it.
      guard error.code == EINTR else { throw error }
      return []
    }
    return Set(requests.filter { $0.revents != 0 }.map(\.fd))
  }
}
