import Foundation
import Streams
import Testing

@testable import Tool

@Suite struct CommandSourceTests {
  private static func readAll(_ source: CommandSource) throws -> String {
    var (bytes, block) = ([UInt8](), [UInt8](repeating: 0, count: 100_000))
    while case let count = try source.read(into: &block), count > 0 { bytes += block[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func output(of command: String, adding variables: [String: String] = [:]) throws -> String {
    let source = try CommandSource(command, adding: variables)
    let text = try readAll(source)
    try source.close(hasEnded: true)
    return text
  }

  /// The process ID that the command prints on the first line.
  private static func process(_ source: CommandSource) throws -> pid_t {
    var (digits, byte) = ("", [UInt8(0)])
    while try source.read(into: &byte) == 1, byte[0] != UInt8(ascii: "\n") {
      digits.unicodeScalars.append(Unicode.Scalar(byte[0]))
    }
    return try #require(pid_t(digits))
  }

  private static func failure(of source: CommandSource) -> StreamFailure? {
    do { try source.close(hasEnded: true) } catch { return error }
    return nil
  }

  /// Whether the process exists. It exists until it is reaped.
  private static func exists(_ process: pid_t) -> Bool { kill(process, 0) == 0 }

  @Test func readsTheCommandsOutput() throws {
    #expect(try Self.output(of: "echo one; echo two | tr a-z A-Z") == "one\nTWO\n")
    #expect(try Self.output(of: "seq 100000") == (1...100_000).map { "\($0)\n" }.joined())
    #expect(try Self.output(of: "true") == "")
  }

  @Test func addsToTheEnvironment() throws {
    let variables = ["FROM": "1.5", "LENGTH": "a 'b' $HOME", "HOME": "/nowhere"]
    #expect(try Self.output(of: "echo \"$FROM|$LENGTH|$HOME\"", adding: variables) == "1.5|a 'b' $HOME|/nowhere\n")
    #expect(try Self.output(of: "echo \"$PATH\"") == (ProcessInfo.processInfo.environment["PATH"] ?? "") + "\n")
  }

  @Test func commandHasEmptyStandardInput() throws {
    #expect(try Self.output(of: "cat") == "")
  }

  @Test(arguments: [
    ("exit 3", "failed with status 3"),
    ("echo some; exit 1", "failed with status 1"),
    ("/no/such/command 2>&-", "failed with status 127"),
    ("kill -KILL $$", "was killed by signal 9"),
  ]) func reportsACommandThatFails(command: String, ending: String) throws {
    #expect(throws: StreamFailure.inputOutput("the command '\(command)' \(ending)")) {
      try Self.output(of: command)
    }
  }

  @Test func closingReapsTheCommand() throws {
    let source = try CommandSource("echo $$", adding: [:])
    let process = try Self.process(source)
    #expect(Self.exists(process))
    try source.close(hasEnded: true)
    #expect(!Self.exists(process))
    // Closing again must signal no process.
    try source.close(hasEnded: false)
  }

  @Test(arguments: [
    "echo $$; exec yes",
    "echo $$; exec sleep 1000",
    "echo $$; exec head -c 100000000 /dev/zero",
    "echo $$",
    "trap '' TERM; echo $$; while :; do sleep 0.1; done",
  ]) func releaseTerminatesTheCommand(command: String) throws {
    var source: CommandSource? = try CommandSource(command, adding: [:])
    let process = try Self.process(try #require(source))
    let start = Linux.now()
    source = nil
    #expect(!Self.exists(process))
    #expect(Linux.now() - start < 10)
  }

  /// The programs that the command has started end with it.
  @Test func releaseEndsTheWholePipeline() throws {
    var source: CommandSource? = try CommandSource("sleep 1000 & echo $!; sleep 1000 | cat", adding: [:])
    let sleeper = try Self.process(try #require(source))
    source = nil
    // The killed process exists until its new parent reaps it.
    while Self.exists(sleeper), Self.state(sleeper) != "Z" { usleep(1000) }
  }

  /// The letter of the process's state; nil if it does not exist.
  private static func state(_ process: pid_t) -> Substring? {
    let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return text?.split(separator: " ").dropFirst(2).first
  }

  /// If a command is killed while it prints, reading ends early without an error, and `close` reports the failure.
  @Test func readsOutputFromBeforeTheCommandWasKilled() throws {
    let source = try CommandSource("head -c 100000 /dev/zero; kill -9 $$", adding: [:])
    var sink = MemorySink()
    let mover = SplicingMover()
    #expect(try mover.move(200_000, from: source, to: &sink) == 100_000)
    #expect(sink.bytes == [UInt8](repeating: 0, count: 100_000))
    let failure = Self.failure(of: source)
    #expect(failure?.description.hasSuffix("was killed by signal 9") == true)
  }

  @Test func canBeSpliced() throws {
    let source = try CommandSource("true", adding: [:])
    #expect(source.channel?.kind == .pipe)
  }
}
