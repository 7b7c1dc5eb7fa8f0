import Glibc

/// Remembers the input that is being run, and writes it to a file if the process is about to end because of it: by a
/// trap, a crash, or a hang.
enum InputKeeper {
  /// Seconds. No input takes as long, even on a busy machine, unless it hangs.
  private static let patience: CUnsignedInt = 120

  /// Everything that the signal handler needs. It is made beforehand, since a signal handler must not allocate memory:
  /// the process may have failed inside malloc.
  @unsafe private struct Record {
    var path: UnsafeMutablePointer<CChar>?
    var failure: [UInt8] = []
    var hang: [UInt8] = []
    var input: [UInt8] = []
  }

  nonisolated(unsafe) private static var record = unsafe Record()

  /// Installs the signal handlers. From here on an input that fails or hangs is written to `path`, and the process ends
  /// with status 1.
  static func watch(_ target: String, keepingAt path: String) {
    func message(_ end: String) -> [UInt8] {
      Array("\(target): an input \(end); it is kept, to run again with\n  scripts/fuzz \(target) \(path)\n".utf8)
    }
    unsafe record = Record(path: strdup(path), failure: message("fails"), hang: message("hangs"))
    giveHandlersTheirOwnStack()
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGALRM] { handle(number) }
  }

  /// To be called before each execution; starts the time limit anew.
  static func remember(_ input: [UInt8]) {
    unsafe record.input = input
    alarm(patience)
  }

  /// The handlers run on a stack of their own, since an input may use up that of the process.
  private static func giveHandlersTheirOwnStack() {
    let size = 64 * 1024
    var stack = unsafe stack_t(ss_sp: malloc(size), ss_flags: 0, ss_size: size)
    unsafe sigaltstack(&stack, nil)
  }

  private static func handle(_ number: CInt) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { InputKeeper.keep(after: $0) }
    action.sa_flags = SA_ONSTACK
    unsafe sigaction(number, &action, nil)
  }

  private static func keep(after number: CInt) {
    let file = unsafe open(record.path!, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    unsafe write(record.input, to: file)
    unsafe write(number == SIGALRM ? record.hang : record.failure, to: STDOUT_FILENO)
    _exit(1)
  }

  private static func write(_ bytes: [UInt8], to file: CInt) {
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
  }
}
