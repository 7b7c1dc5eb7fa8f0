import CSystem
import Glibc
import Streams

/// How a child process ended.
package enum ProcessEnd: Equatable, Sendable {
  case exited(status: Int32)
  case killed(signal: Int32)

  /// Decodes the status of `waitpid`: the signal is in the low seven bits, the exit status in the second byte.
  init(waitStatus: CInt) {
    let signal = waitStatus & 0x7F
    self = signal == 0 ? .exited(status: waitStatus >> 8 & 0xFF) : .killed(signal: signal)
  }

  /// The status as a shell reports it: the exit status, or 128 plus the number of the signal.
  package var status: Int32 {
    switch self {
    case .exited(let status): status
    case .killed(let signal): 128 + signal
    }
  }

  /// The failure of a command with this name; nil if it succeeded.
  func failure(of name: String) -> StreamFailure? {
    switch self {
    case .exited(status: 0): nil
    case .exited(let status): .inputOutput("\(name) failed with status \(status)")
    case .killed(let signal): .inputOutput("\(name) was killed by signal \(signal)")
    }
  }
}

extension Linux {
  /// Starts a shell command with these standard streams. The command inherits standard error and the environment, to
  /// which `variables` are added. It is killed when this process ends, and the programs that it has started with it.
  static func startShell(
    _ command: String, _ arguments: [String] = [], adding variables: [String: String] = [:],
    readingFrom input: borrowing Descriptor, writingTo output: borrowing Descriptor
  ) throws(SystemError) -> pid_t {
    var child = Child(["sh", "-c", command, "sh"] + arguments, input: input.number, output: output.number)
    child.variables = variables
    (child.leadsGroup, child.endsGroup) = (true, true)
    return try child.start("/bin/sh")
  }

  /// Pointers to the `NAME=value` strings of the environment. They are not converted to String, because they need not
  /// be UTF-8.
  static func inheritedVariables(except names: Set<String>) -> [UnsafeMutablePointer<CChar>?] {
    var texts: [UnsafeMutablePointer<CChar>?] = unsafe []
    var entry = unsafe environ
    while let text = unsafe entry.pointee {
      let name = unsafe String(cString: text).prefix { $0 != "=" }
      if !names.contains(String(name)) { unsafe texts.append(text) }
      unsafe entry += 1
    }
    return unsafe texts
  }

  /// C strings, followed by the nil that ends their list. The caller must release them.
  static func strings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    unsafe texts.map { unsafe strdup(name($0)) } + [nil]
  }

  static func release(_ strings: [UnsafeMutablePointer<CChar>?]) {
    for index in unsafe strings.indices { unsafe free(strings[index]) }
  }

  /// Waits for a child to end and reaps it. After that Linux may give its process ID to another process.
  static func wait(for process: pid_t) throws(SystemError) -> ProcessEnd {
    var status: CInt = 0
    _ = try uninterrupted { unsafe waitpid(process, &status, 0) }
    forgetGroup(process)
    return ProcessEnd(waitStatus: status)
  }

  /// Terminates a shell command with its group and reaps it: sends SIGTERM and, if the shell has not ended a second
  /// later, SIGKILL.
  static func terminate(_ process: pid_t) {
    kill(-process, SIGTERM)
    for _ in 0..<200 {
      if (try? hasEnded(process)) != false { break }
      usleep(5_000)
    }
    endAtOnce(process)
  }

  /// Kills a shell command with its group and reaps it.
  static func endAtOnce(_ process: pid_t) {
    // Until the shell is reaped, its group cannot be that of other processes.
    kill(-process, SIGKILL)
    _ = try? wait(for: process)
  }
}

extension Linux {
  /// The words of the command line after the tool's name, as `ByteText`, because they may be file names.
  ///
  /// `CommandLine.arguments` is not used, because Swift reads it from /proc. Without a free descriptor it is empty, and
  /// the tool would run another command.
  static func words() -> [String] {
    let list = unsafe UnsafeBufferPointer(start: argumentList(), count: Int(argumentCount()))
    return unsafe list.dropFirst().compactMap { unsafe $0.map { unsafe text($0) } }
  }

  /// A C string, which need not be UTF-8, as `ByteText`.
  static func text(_ start: UnsafePointer<CChar>) -> String {
    let length = unsafe strlen(start)
    return unsafe start.withMemoryRebound(to: UInt8.self, capacity: length) { bytes in
      unsafe ByteText.text(UnsafeBufferPointer(start: bytes, count: length))
    }
  }
}
