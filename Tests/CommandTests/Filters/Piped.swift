import Foundation

/// Runs a tool between an adversarial writer and reader: with few bytes at a time, nonblocking ends and small buffers.
struct Piped: Sendable {
  /// How the tool is connected with its writer or reader. `impatient` means that the tool's end is nonblocking. A
  /// socket gets a buffer of 4 KiB. A pipe does not, because the tools enlarge pipes.
  enum Joint: String, CaseIterable {
    case pipe, impatientPipe, socket, impatientSocket

    var isImpatient: Bool { self == .impatientPipe || self == .impatientSocket }
    var isPipe: Bool { self == .pipe || self == .impatientPipe }
  }

  struct Result {
    let status: Int32
    let output: [UInt8]
    let errors: String
  }

  var input = Joint.pipe
  var output = Joint.pipe
  /// The sizes of the blocks written to the tool, used in turn. Each block waits until the tool has read the previous
  /// one. If empty, a single write passes all input.
  var pieces: [Int] = []
  /// The number of bytes in each read of the output, before a sleep of 0.1 ms. If nil, reads are large, without sleep.
  var sips: Int?

  /// Seconds after which a hanging tool is killed.
  private static let patience = "120"

  func run(_ tool: String, _ words: [String], _ bytes: [UInt8]) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments = ["-s", "KILL", Self.patience, Shell.file(".build/release/\(tool)").path] + words
    let (source, sink, messages) = (try Ends(input), try Ends(output), try Ends(.pipe))
    if input.isImpatient { makeNonblocking(source.reading) }
    if output.isImpatient { makeNonblocking(sink.writing) }
    process.standardInput = FileHandle(fileDescriptor: source.reading, closeOnDealloc: false)
    process.standardOutput = FileHandle(fileDescriptor: sink.writing, closeOnDealloc: false)
    process.standardError = FileHandle(fileDescriptor: messages.writing, closeOnDealloc: false)
    try process.run()
    for end in [source.reading, sink.writing, messages.writing] { close(end) }
    feed(bytes, into: source.writing)
    let written = drain(sink.reading)
    let errors = String(
      decoding: FileHandle(fileDescriptor: messages.reading, closeOnDealloc: true).readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Result(status: process.terminationStatus, output: written, errors: errors)
  }

  private func makeNonblocking(_ descriptor: CInt) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Writes the bytes in a new thread, then closes the descriptor.
  private func feed(_ bytes: [UInt8], into descriptor: CInt) {
    let pieces = pieces
    Thread.detachNewThread {
      // If the tool ends early, writing causes SIGPIPE, which must not end the tests. The thread blocks SIGPIPE,
      // because tools would inherit a signal that the whole process ignores.
      var broken = sigset_t()
      sigemptyset(&broken)
      sigaddset(&broken, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &broken, nil)
      var (rest, number) = (bytes[...], 0)
      while !rest.isEmpty {
        let piece = pieces.isEmpty ? rest : rest.prefix(pieces[number % pieces.count])
        let count = piece.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count <= 0 { break }
        rest = rest.dropFirst(count)
        number += 1
        while !pieces.isEmpty, Self.isWaiting(descriptor) { usleep(10) }
      }
      close(descriptor)
    }
  }

  /// Whether the pipe or socket has bytes that the tool has not read.
  private static func isWaiting(_ descriptor: CInt) -> Bool {
    // FIONREAD counts the unread bytes of a pipe. TIOCOUTQ counts the bytes that a socket's other end has not read.
    let (unread, unsent) = (UInt(0x541B), UInt(0x5411))
    var count: CInt = 0
    var status = stat()
    fstat(descriptor, &status)
    return ioctl(descriptor, status.st_mode & S_IFMT == S_IFIFO ? unread : unsent, &count) == 0 && count > 0
  }

  private func drain(_ descriptor: CInt) -> [UInt8] {
    var (all, block): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: sips ?? 1 << 16))
    while case let count = read(descriptor, &block, block.count), count > 0 {
      all += block[..<count]
      if sips != nil { usleep(100) }
    }
    close(descriptor)
    return all
  }

  /// The two ends of a pipe or socket. Processes that other tests start at the same time do not inherit them.
  private struct Ends {
    let reading, writing: CInt

    init(_ joint: Joint) throws {
      if joint.isPipe {
        // A FIFO can be opened with O_CLOEXEC. Between pipe(2) and fcntl(2), another test could start a process that
        // would keep both ends open.
        let path = NSTemporaryDirectory() + "/warp-" + UUID().uuidString
        guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
        reading = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        writing = open(path, O_WRONLY | O_CLOEXEC)
        unlink(path)
        guard fcntl(reading, F_SETFL, 0) == 0 else { throw POSIXError(.EIO) }
      } else {
        var ends: [CInt] = [0, 0]
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw POSIXError(.EIO) }
        (reading, writing) = (ends[0], ends[1])
        var room: CInt = 4096
        setsockopt(writing, SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<CInt>.size))
      }
    }
  }
}
