import Glibc

/// Sees each input before it is run, so that the one that ends the process can be kept.
enum Witness {
  /// No input takes this many seconds, even on a busy machine, unless it hangs.
  private static let patience: CUnsignedInt = 120

  /// Everything the last moments need is made beforehand: a process that fails may not be able to make anything.
  @unsafe private struct Statement {
    var path: UnsafeMutablePointer<CChar>?
    var failure: [UInt8] = []
    var hang: [UInt8] = []
    var input: [UInt8] = []
  }

  nonisolated(unsafe) private static var statement = unsafe Statement()

  /// From here on an input that fails or hangs is written to `path`, and the process ends with status 1.
  static func watch(_ target: String, keepingAt path: String) {
    func message(_ end: String) -> [UInt8] {
      Array("\(target): an input \(end); it is kept, to run again with\n  scripts/fuzz \(target) \(path)\n".utf8)
    }
    unsafe statement = Statement(path: strdup(path), failure: message("fails"), hang: message("hangs"))
    giveHandlersTheirOwnStack()
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGALRM] { handle(number) }
  }

  static func see(_ input: [UInt8]) {
    unsafe statement.input = input
    alarm(patience)
  }

  /// An input may be one that uses up the stack.
  private static func giveHandlersTheirOwnStack() {
    let size = 64 * 1024
    var stack = unsafe stack_t(ss_sp: malloc(size), ss_flags: 0, ss_size: size)
    unsafe sigaltstack(&stack, nil)
  }

  private static func handle(_ number: CInt) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { Witness.testify($0) }
    action.sa_flags = SA_ONSTACK
    unsafe sigaction(number, &action, nil)
  }

  private static func testify(_ number: CInt) {
    let file = unsafe open(statement.path!, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    unsafe write(statement.input, to: file)
    unsafe write(number == SIGALRM ? statement.hang : statement.failure, to: STDOUT_FILENO)
    _exit(1)
  }

  private static func write(_ bytes: [UInt8], to file: CInt) {
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
  }
}
