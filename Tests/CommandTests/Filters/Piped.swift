import Foundation

/// Runs a tool between an adversarial writer and reader: few bytes at a time, nonblocking ends, narrow buffers.
struct Piped: Sendable {
  /// What joins the tool with the writer or the reader. An impatient joint is nonblocking on the side of the tool. A
  /// socket has a buffer of 4 KiB, so that its writer finds little room; with a pipe that is not possible, since the
  /// tools enlarge pipes.
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
  /// How many bytes are written at once, in turn, each time after the tool has taken those before. If there are none,
  /// everything is written at once.
  var pieces: [Int] = []
  /// How many bytes of the output are read at once, each time after a short sleep; nil to read without one.
  var sips: Int?

  /// Seconds after which the tool is killed, should it hang.
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

  /// Writes the bytes on a thread of its own, and then closes the descriptor.
  private func feed(_ bytes: [UInt8], into descriptor: CInt) {
    let pieces = pieces
    Thread.detachNewThread {
      // A tool may end before it has read everything. The SIGPIPE that follows must not end the tests, so this thread
      // blocks it; the process does not ignore it, since the tools would inherit that.
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

  /// Whether there are bytes in the pipe or socket that the tool has not taken.
  private static func isWaiting(_ descriptor: CInt) -> Bool {
    // FIONREAD for a pipe, TIOCOUTQ for a socket, which counts the bytes that the other end has not read.
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

  /// The two ends of a pipe or socket, which no process inherits that another test starts at the same time.
  private struct Ends {
    let reading, writing: CInt

    init(_ joint: Joint) throws {
      if joint.isPipe {
        // A FIFO and open with O_CLOEXEC: between pipe and a later fcntl another test may start a process, which would
        // keep both ends open.
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
