import Foundation
import Streams
import Testing

@testable import Tool

@Suite struct CommandExchangeTests {
  private static func read(_ count: Int, from exchange: CommandExchange) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 70_000)
    while bytes.count < count {
      var room = block.mutableSpan
      var part = room._mutatingExtracting(..<min(count - bytes.count, room.count))
      let arrived = try exchange.read(into: &part)
      if arrived == 0 { break }
      bytes += block[..<arrived]
    }
    return bytes
  }

  private static func send(_ bytes: [UInt8], to exchange: CommandExchange) { exchange.send(bytes.span) }

  private static func failure(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return "\(error)" }
    return nil
  }

  /// Sends more bytes than both pipes hold, at once and in parts.
  @Test func neitherSideDeadlocks() throws {
    let exchange = try CommandExchange("cat")
    let bytes = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
    Self.send(bytes, to: exchange)
    #expect(try Self.read(bytes.count, from: exchange) == bytes)
    for length in [1, 4096, 100_000] {
      Self.send(Array(bytes[..<length]), to: exchange)
      #expect(try Self.read(length, from: exchange) == Array(bytes[..<length]))
    }
    try exchange.finish()
  }

  /// Bytes that are unsent when the last answer arrives are still written.
  @Test func everythingSentArrives() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "warp-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let exchange = try CommandExchange("echo; cat >\(file.path)")
    Self.send([UInt8](repeating: 65, count: 3_000_000), to: exchange)
    #expect(try Self.read(1, from: exchange) == [10])
    try exchange.finish()
    #expect(try Data(contentsOf: file).count == 3_000_000)
  }

  /// Writing stops when the command stops reading, and SIGPIPE does not end the process.
  @Test func aCommandMayStopReading() throws {
    let exchange = try CommandExchange("head -c 10; exec <&-; sleep 0.1; echo last")
    Self.send([UInt8](repeating: 65, count: 3_000_000), to: exchange)
    #expect(try Self.read(100, from: exchange) == Array("AAAAAAAAAAlast\n".utf8))
    try exchange.finish()
  }

  @Test(arguments: [
    ("true", nil), ("exit 3", "failed with status 3"), ("kill -9 $$", "was killed by signal 9"),
    ("cat; echo x", "printed more"), ("yes", "printed more"),
  ])
  func exitStatusIsReported(_ command: String, _ message: String?) throws {
    let exchange = try CommandExchange(command)
    let said = Self.failure { try exchange.finish() }
    #expect(message.map { said?.contains($0) == true } ?? (said == nil), "\(said ?? "nothing")")
  }

  @Test(arguments: [
    ("exit 3", "ended with status 3"), ("kill -9 $$", "was killed by signal 9"),
    ("exec >&-; exec sleep 99", "closed its output"),
  ])
  func earlyEndIsDescribed(_ command: String, _ ending: String) throws {
    let exchange = try CommandExchange(command)
    #expect(try Self.read(1, from: exchange) == [])
    #expect(exchange.ending() == ending)
  }

  @Test func commandIsTerminatedOnRelease() throws {
    var exchange: CommandExchange? = try CommandExchange("echo $$; trap '' TERM PIPE; while true; do sleep 0.1; done")
    let line = try String(decoding: Self.read(2, from: exchange!) + Self.read(1, from: exchange!), as: UTF8.self)
    #expect(!line.isEmpty)
    let began = Date.now
    exchange = nil
    #expect(Date.now.timeIntervalSince(began) < 5)
  }
}
