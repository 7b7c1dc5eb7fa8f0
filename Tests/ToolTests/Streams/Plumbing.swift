import Foundation
import Synchronization
import Testing

@testable import Tool

/// The numbers to show that nothing was lost, doubled or moved.
enum Pattern {
  static func bytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var state: UInt64 = 88_172_645_463_325_252
      for index in 0..<count {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        buffer[index] = UInt8(truncatingIfNeeded: state)
      }
      filled = count
    }
  }
}

extension Pattern {
  /// As `==`, which takes its time over megabytes when nothing is optimised.
  static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count && memcmp(one, other, one.count) == 0
  }
}

/// Where bytes can come from. Someone else writes them meanwhile.
enum Spring: String, CaseIterable {
  case pipe, smallPipe, impatientPipe, stutteringPipe, socket, impatientSocket, file

  /// A descriptor that gives `bytes` and then ends.
  func open(_ bytes: [UInt8], in scratch: ScratchDirectory) throws -> CInt {
    switch self {
    case .file:
      let path = "\(scratch.path)/\(UUID().uuidString)"
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      return Glibc.open(path, O_RDONLY | O_CLOEXEC)
    case .pipe, .smallPipe, .impatientPipe, .stutteringPipe:
      let ends = Plumbing.pipe(small: self == .smallPipe)
      Plumbing.feed(bytes, into: ends.writing, piece: self == .stutteringPipe ? 200_001 : bytes.count)
      if self == .impatientPipe { Plumbing.makeImpatient(ends.reading) }
      return ends.reading
    case .socket, .impatientSocket:
      let ends = Plumbing.socketPair()
      Plumbing.feed(bytes, into: ends.writing, piece: bytes.count)
      if self == .impatientSocket { Plumbing.makeImpatient(ends.reading) }
      return ends.reading
    }
  }
}

/// Where bytes can go. Someone else takes them away meanwhile.
enum Drain: String, CaseIterable {
  case pipe, smallPipe, impatientPipe, socket, impatientSocket, file, appendedFile

  struct Opened {
    let descriptor: CInt
    /// All that arrived, once the descriptor is closed.
    let result: () throws -> [UInt8]
  }

  func open(in scratch: ScratchDirectory) throws -> Opened {
    switch self {
    case .file, .appendedFile:
      let path = "\(scratch.path)/\(UUID().uuidString)"
      let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (self == .appendedFile ? O_APPEND : 0), 0o600)
      return Opened(descriptor: descriptor) { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }
    case .pipe, .smallPipe, .impatientPipe:
      let ends = Plumbing.pipe(small: self == .smallPipe)
      if self == .impatientPipe { Plumbing.makeImpatient(ends.writing) }
      return Opened(descriptor: ends.writing, result: Plumbing.collect(from: ends.reading))
    case .socket, .impatientSocket:
      let ends = Plumbing.socketPair()
      if self == .impatientSocket { Plumbing.makeImpatient(ends.writing) }
      return Opened(descriptor: ends.writing, result: Plumbing.collect(from: ends.reading))
    }
  }
}

enum Plumbing {
  static func pipe(small: Bool = false) -> (reading: CInt, writing: CInt) {
    var ends: [CInt] = [0, 0]
    #expect(Glibc.pipe(&ends) == 0)
    for end in ends { #expect(fcntl(end, F_SETFD, FD_CLOEXEC) == 0) }
    let setPipeSize: CInt = 1031
    if small { #expect(fcntl(ends[0], setPipeSize, CInt(4096)) == 4096) }
    return (ends[0], ends[1])
  }

  static func socketPair() -> (reading: CInt, writing: CInt) {
    var ends: [CInt] = [0, 0]
    #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
    for end in ends { #expect(fcntl(end, F_SETFD, FD_CLOEXEC) == 0) }
    return (ends[0], ends[1])
  }

  static func makeImpatient(_ descriptor: CInt) {
    #expect(fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0)
  }

  /// Writes on another thread, resting after each piece, and closes.
  static func feed(_ bytes: [UInt8], into descriptor: CInt, piece: Int) {
    Thread.detachNewThread {
      signal(SIGPIPE, SIG_IGN)
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.prefix(max(1, piece)).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count <= 0 { break }
        rest = rest.dropFirst(count)
        if piece < bytes.count { usleep(100) }
      }
      close(descriptor)
    }
  }

  /// Reads on another thread to the end; the result waits for that.
  static func collect(from descriptor: CInt) -> () -> [UInt8] {
    let (received, done) = (Received(), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      let data = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).readDataToEndOfFile()
      received.bytes.withLock { $0 = [UInt8](data) }
      done.signal()
    }
    return {
      done.wait()
      return received.bytes.withLock { $0 }
    }
  }

  private final class Received: Sendable {
    let bytes = Mutex<[UInt8]>([])
  }
}
