import Foundation
import Synchronization
import Testing

@testable import Tool

/// Pseudo-random bytes (xorshift) without repetition, so that a comparison detects lost, doubled and moved bytes.
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
  /// Compares like `==`, which is slow for megabytes in a build without optimisation.
  static func areEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    first.count == second.count && memcmp(first, second, first.count) == 0
  }
}

/// The kinds of source descriptors. Another thread writes to pipes and sockets.
enum SourceKind: String, CaseIterable {
  case pipe, smallPipe, nonblockingPipe, pausingPipe, socket, nonblockingSocket, file

  /// A descriptor from which `bytes` can be read, followed by the end.
  func open(_ bytes: [UInt8], in scratch: ScratchDirectory) throws -> CInt {
    switch self {
    case .file:
      let path = "\(scratch.path)/\(UUID().uuidString)"
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      return Glibc.open(path, O_RDONLY | O_CLOEXEC)
    case .pipe, .smallPipe, .nonblockingPipe, .pausingPipe:
      let ends = Plumbing.pipe(small: self == .smallPipe)
      Plumbing.feed(bytes, into: ends.writing, block: self == .pausingPipe ? 200_001 : bytes.count)
      if self == .nonblockingPipe { Plumbing.makeNonblocking(ends.reading) }
      return ends.reading
    case .socket, .nonblockingSocket:
      let ends = Plumbing.socketPair()
      Plumbing.feed(bytes, into: ends.writing, block: bytes.count)
      if self == .nonblockingSocket { Plumbing.makeNonblocking(ends.reading) }
      return ends.reading
    }
  }
}

/// The kinds of sink descriptors. Another thread reads from pipes and sockets.
enum SinkKind: String, CaseIterable {
  case pipe, smallPipe, nonblockingPipe, socket, nonblockingSocket, file, appendedFile

  struct Opened {
    let descriptor: CInt
    /// All bytes that were written. Waits until the descriptor is closed.
    let result: () throws -> [UInt8]
  }

  func open(in scratch: ScratchDirectory) throws -> Opened {
    switch self {
    case .file, .appendedFile:
      let path = "\(scratch.path)/\(UUID().uuidString)"
      let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (self == .appendedFile ? O_APPEND : 0), 0o600)
      return Opened(descriptor: descriptor) { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }
    case .pipe, .smallPipe, .nonblockingPipe:
      let ends = Plumbing.pipe(small: self == .smallPipe)
      if self == .nonblockingPipe { Plumbing.makeNonblocking(ends.writing) }
      return Opened(descriptor: ends.writing, result: Plumbing.collect(from: ends.reading))
    case .socket, .nonblockingSocket:
      let ends = Plumbing.socketPair()
      if self == .nonblockingSocket { Plumbing.makeNonblocking(ends.writing) }
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

  static func makeNonblocking(_ descriptor: CInt) {
    #expect(fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0)
  }

  /// Writes on another thread, with a pause after each block, and closes the descriptor.
  static func feed(_ bytes: [UInt8], into descriptor: CInt, block: Int) {
    Thread.detachNewThread {
      signal(SIGPIPE, SIG_IGN)
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.prefix(max(1, block)).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count <= 0 { break }
        rest = rest.dropFirst(count)
        if block < bytes.count { usleep(100) }
      }
      close(descriptor)
    }
  }

  /// Reads to the end on another thread. The returned function waits for it and returns the bytes.
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
