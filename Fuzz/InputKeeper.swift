import Glibc

/// Remembers the current input. Writes it to a file if the process is about to end by a trap, a crash or a hang.
enum InputKeeper {
  /// In seconds. An input that takes longer hangs, even on a busy machine.
  private static let patience: CUnsignedInt = 120

  /// The data of the signal handler. It is allocated in advance, since the process may have failed inside `malloc`.
  @unsafe private struct Record {
    var path: UnsafeMutablePointer<CChar>?
    var failure: [UInt8] = []
    var hang: [UInt8] = []
    var input: [UInt8] = []
  }

  nonisolated(unsafe) private static var record = unsafe Record()

  /// Installs the signal handlers. They write a failing input to `path` and end the process with status 1.
  static func watch(_ target: String, keepingAt path: String) {
    func message(_ end: String) -> [UInt8] {
      Array("\(target): an input \(end); it is kept, to run again with\n  scripts/fuzz \(target) \(path)\n".utf8)
    }
    unsafe record = Record(path: strdup(path), failure: message("fails"), hang: message("hangs"))
    giveHandlersTheirOwnStack()
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGALRM] { handle(number) }
  }

  /// Records the input of the next execution and restarts the time limit.
  static func remember(_ input: [UInt8]) {
    unsafe record.input = input
    alarm(patience)
  }

  /// Sets up a separate stack for the handlers, since an input may exhaust that of the process.
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
