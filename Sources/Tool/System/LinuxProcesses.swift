import Glibc
import Streams

/// How a child process ended.
enum ProcessEnd: Equatable {
  case exited(status: CInt)
  case killed(signal: CInt)

  /// From what `wait` reports: the signal in the low seven bits, the status in the byte above them.
  init(waitStatus: CInt) {
    let signal = waitStatus & 0x7F
    self = signal == 0 ? .exited(status: waitStatus >> 8 & 0xFF) : .killed(signal: signal)
  }
}

/// Child processes.
extension Linux {
  /// Starts a shell command that reads nothing and writes to `output`. Its standard error is ours, its environment ours
  /// with `variables` added.
  static func startShell(
    _ command: String, adding variables: [String: String], writingTo output: CInt
  ) throws(SystemError) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    // It would otherwise compete with us for what is typed or piped in.
    let isSilent = unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) == 0
    let isHeard = unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) == 0
    guard isSilent, isHeard else { throw SystemError(code: ENOMEM) }
    let words = unsafe strings(["sh", "-c", command])
    let added = unsafe strings(variables.map { "\($0)=\($1)" })
    defer { unsafe release(words + added) }
    let environment = unsafe inheritedVariables(except: Set(variables.keys)) + added
    var process: pid_t = 0
    let code = unsafe posix_spawn(&process, "/bin/sh", &actions, nil, words, environment)
    guard code == 0 else { throw SystemError(code: code) }
    return process
  }

  /// Our own `NAME=value` texts, where they stand: they need not be UTF-8.
  private static func inheritedVariables(except names: Set<String>) -> [UnsafeMutablePointer<CChar>?] {
    var texts: [UnsafeMutablePointer<CChar>?] = unsafe []
    var entry = unsafe environ
    while let text = unsafe entry.pointee {
      let name = unsafe String(cString: text).prefix { $0 != "=" }
      if !names.contains(String(name)) { unsafe texts.append(text) }
      unsafe entry += 1
    }
    return unsafe texts
  }

  /// Texts as C has them, with the nil that ends their list; to be released.
  private static func strings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    unsafe texts.map { unsafe strdup(name($0)) } + [nil]
  }

  private static func release(_ strings: [UnsafeMutablePointer<CChar>?]) {
    for index in unsafe strings.indices { unsafe free(strings[index]) }
  }

  /// Waits for a child to end, and takes leave of it.
  static func wait(for process: pid_t) throws(SystemError) -> ProcessEnd {
    var status: CInt = 0
    _ = try uninterrupted { unsafe waitpid(process, &status, 0) }
    return ProcessEnd(waitStatus: status)
  }

  /// Ends a child: politely, and if a second later it is still there, for certain.
  static func end(_ process: pid_t) {
    kill(process, SIGTERM)
    for _ in 0..<200 {
      if waitpid(process, nil, WNOHANG) != 0 { return }
      usleep(5_000)
    }
    kill(process, SIGKILL)
    _ = try? wait(for: process)
  }
}

extension Linux {
  /// The words of the command line after the tool's name, by `ByteText`: they may be names of files.
  ///
  /// Swift's own list of them is found with the help of /proc, and where no more files can be opened it is empty, which
  /// would be another command. They stand where every process is given them: right below its environment.
  static func words() -> [String] {
    let end = unsafe environ - 1
    // Unless the environment has been moved, the list ends with a nil.
    guard unsafe end.pointee == nil else { return Array(CommandLine.arguments.dropFirst()) }
    var count = 0
    // Below the list stands its length, smaller than any address in it.
    while unsafe Int(bitPattern: end[-1 - count]) != count { count += 1 }
    return (0..<count).dropFirst().map { unsafe word(end[$0 - count]!) }
  }

  private static func word(_ start: UnsafePointer<CChar>) -> String {
    let length = unsafe strlen(start)
    return unsafe start.withMemoryRebound(to: UInt8.self, capacity: length) { bytes in
      unsafe ByteText.text(UnsafeBufferPointer(start: bytes, count: length))
    }
  }
}
