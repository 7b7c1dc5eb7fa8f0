import Foundation

/// Runs a tool between a writer and a reader who make it hard for it.
struct Piped: Sendable {
  /// What joins the tool with either. It is a socket where whoever writes is to find little room, since the tools make
  /// pipes wide.
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
  /// How many bytes are written at once, in turn; the next only when the tool has taken them.
  var pieces: [Int] = []
  /// How many are read at once, each time after a rest.
  var sips: Int?

  /// Whatever the tool does, it is over after so many seconds.
  private static let patience = "30"

  func run(_ tool: String, _ words: [String], _ bytes: [UInt8]) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments = ["-s", "KILL", Self.patience, Shell.file(".build/release/\(tool)").path] + words
    let (source, sink, messages) = (try Ends(input), try Ends(output), try Ends(.pipe))
    if input.isImpatient { makeImpatient(source.reading) }
    if output.isImpatient { makeImpatient(sink.writing) }
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

  private func makeImpatient(_ descriptor: CInt) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Writes on a thread of its own, and closes.
  private func feed(_ bytes: [UInt8], into descriptor: CInt) {
    let pieces = pieces
    Thread.detachNewThread {
      // A tool that has seen enough must not end the tests; only this thread is to take no notice.
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
    // The name for a pipe; a socket calls what has not been taken TIOCOUTQ.
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

  /// Two ends that no other process inherits, whenever it is started.
  private struct Ends {
    let reading, writing: CInt

    init(_ joint: Joint) throws {
      if joint.isPipe {
        // Made by name: pipe itself leaves a moment in which another test may start a process that keeps both ends.
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
