import Glibc
import Values

/// One run of a tool in a directory of its own. Its text has one word of the command on each line, then files. A file
/// begins with the line `<NAME`, or with `<` for standard input. Options that would write to other files or run a
/// command are refused.
struct ToolRun {
  private static let tools = ["warp-map", "warp-video", "warp-audio"]
  private static let files = ["a", "b"]
  private static let dangerous = ["--source=", "--stats", "--timestamps"]
  /// The limit of what is read from a tool. Then the pipe is closed, and the tool gets SIGPIPE.
  private static let mostBytes = 1 << 16

  private let words: [String]
  private var input: [UInt8] = []

  /// Makes the directory and changes to it.
  @Sendable static func prepare(_ path: String) throws {
    unsafe setenv("SWIFT_BACKTRACE", "enable=no", 1)
    let directory = path + ".files"
    guard unsafe mkdir(directory, 0o700) == 0 || errno == EEXIST, unsafe chdir(directory) == 0 else {
      throw Refusal.usage("'\(directory)' cannot be used")
    }
    signal(SIGPIPE, SIG_IGN)
  }

  /// The directory of this executable, which also has the tools.
  private static let binaries: String = {
    let path = unsafe realpath("/proc/self/exe", nil).map { unsafe String(cString: $0) } ?? ""
    return path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
  }()

  init(_ bytes: [UInt8]) throws {
    let end = bytes.last == UInt8(ascii: "\n") ? bytes.count - 1 : bytes.count
    let lines = bytes[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let isFile = lines.map { $0.first == UInt8(ascii: "<") }
    var start = isFile.firstIndex(of: true) ?? lines.count
    words = lines[..<start].map { String(decoding: $0, as: UTF8.self) }
    guard let tool = words.first, Self.tools.contains(tool) else { throw Refusal.usage("there is no such tool") }
    guard !words.contains(where: Self.isDangerous) else { throw Refusal.usage("this option is not tried") }
    while start < lines.count {
      let next = isFile[(start + 1)...].firstIndex(of: true) ?? lines.count
      add(
        String(decoding: lines[start].dropFirst(), as: UTF8.self),
        lines[(start + 1)..<next].flatMap { $0 + [UInt8(ascii: "\n")] })
      start = next
    }
  }

  private static func isDangerous(_ word: String) -> Bool {
    word == "--source" || dangerous.contains(where: word.hasPrefix)
  }

  private mutating func add(_ name: String, _ content: [UInt8]) {
    if name.isEmpty { input = content }
    guard Self.files.contains(name) else { return }
    let file = unsafe open(name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    Self.write(content, to: file)
    close(file)
  }

  struct End: CustomStringConvertible {
    let tool: String
    let waitStatus: CInt
    let complaint: String

    private var status: CInt { waitStatus >> 8 & 0xFF }
    private var signal: CInt { waitStatus & 0x7F }
    var isFailure: Bool { status != 0 }
    /// A tool must end with a documented status, or by SIGPIPE without a message if its output is closed.
    var isOrderly: Bool { signal == 0 ? (0...4).contains(status) : signal == SIGPIPE && complaint.isEmpty }
    var description: String { "\(tool), status \(status), signal \(signal), '\(complaint)'" }
  }

  func end() -> End {
    let (stdin, stdout, stderr) = (Self.pipe(), Self.pipe(), Self.pipe())
    let process = start(reading: stdin.output, writing: stdout.input, stderr.input)
    for end in [stdin.output, stdout.input, stderr.input] { close(end) }
    // An input has at most 4096 bytes, which fit in a pipe. This does not block even if the tool reads nothing.
    Self.write(input, to: stdin.input)
    close(stdin.input)
    _ = Self.read(stdout.output)
    let said = Self.read(stderr.output)
    var status: CInt = 0
    unsafe waitpid(process, &status, 0)
    return End(tool: words[0], waitStatus: status, complaint: complaints(in: said))
  }

  /// The lines of `said` that are neither warnings nor progress. Progress follows a carriage return.
  private func complaints(in said: [UInt8]) -> String {
    text(said).split(whereSeparator: { $0 == "\n" || $0 == "\r" })
      .filter { $0.hasPrefix("\(words[0]): error: ") || !$0.hasPrefix(words[0]) }.joined(separator: "\n")
  }

  private func start(reading stdin: CInt, writing stdout: CInt, _ stderr: CInt) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (number, end) in [stdin, stdout, stderr].enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, end, CInt(number))
    }
    let path = "\(Self.binaries)/\(words[0])"
    let words = unsafe self.words.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    var process: pid_t = 0
    let code = unsafe posix_spawn(&process, path, &actions, nil, words, environ)
    expect(code == 0, "\(path) can be run")
    return process
  }

  private static func pipe() -> (output: CInt, input: CInt) {
    var ends: [CInt] = [0, 0]
    let code = unsafe Glibc.pipe(&ends)
    expect(code == 0, "a pipe can be made")
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Reads up to the end or `mostBytes`, and closes the file.
  private static func read(_ file: CInt) -> [UInt8] {
    defer { close(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while bytes.count < mostBytes,
      case let count = unsafe block.withUnsafeMutableBytes({ unsafe Glibc.read(file, $0.baseAddress, $0.count) }),
      count > 0
    { bytes += block[..<count] }
    return bytes
  }

  private static func write(_ bytes: [UInt8], to file: CInt) {
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
  }
}
