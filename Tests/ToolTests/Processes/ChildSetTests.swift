import Glibc
import Streams
import Testing

@testable import Tool

/// The tests run in threads, so the signal of an ended child may go to another thread. Therefore `wait` polls.
@Suite struct ChildSetTests {
  private let children: ChildSet

  init() throws { children = try ChildSet(longestWait: 0.01) }

  private func child(_ words: String..., input: PipeEnd? = nil, output: PipeEnd? = nil) throws -> Child {
    let null = try PipeEnd.null()
    var child = Child(words, input: (input ?? null).number, output: (output ?? null).number)
    child.owners = [null] + [input, output].compactMap(\.self)
    child.leadsGroup = true
    return child
  }

  /// How each child ended.
  private func ends(_ count: Int) throws -> [ChildSet.Member: ProcessEnd] {
    var ends: [ChildSet.Member: ProcessEnd] = [:]
    while ends.count < count { for end in try children.wait(reading: []).ended { ends[end.child] = end.end } }
    return ends
  }

  /// Reads to the end.
  private func text(_ end: PipeEnd) throws -> String {
    var bytes: [UInt8] = []
    while let block = try end.read() { bytes += block }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func reportsHowEachChildEnded() throws {
    let started = try ["exit 0", "exit 7", "kill -KILL $$"].map { try children.start(try child("sh", "-c", $0)) }
    let ends = try ends(3)
    #expect(started.map { ends[$0] } == [.exited(status: 0), .exited(status: 7), .killed(signal: SIGKILL)])
    #expect(children.isEmpty)
    #expect(ProcessEnd.killed(signal: 13).status == 141 && ProcessEnd.exited(status: 4).status == 4)
  }

  @Test func childGetsItsStreamsVariablesAndDescriptors() throws {
    let (reading, writing) = try PipeEnd.pair()
    let (input, kept) = (try PipeEnd(bringing: "given\n"), try PipeEnd(bringing: "kept\n"))
    var program = try child(
      "sh", "-c", "cat; cat /dev/fd/\(kept.number); echo \"$NAME\"", input: input, output: writing)
    program.kept = [kept.number]
    program.variables = ["NAME": "a 'b'"]
    _ = try children.start(program)
    program.owners = []
    _ = try ends(1)
    reading.makeNonblocking()
    #expect(try reading.read().map { String(decoding: $0, as: UTF8.self) } == "given\nkept\na 'b'\n")
    withExtendedLifetime((input, kept, writing)) {}
  }

  @Test func missingProgramIsNamed() throws {
    #expect(throws: StreamFailure.inputOutput("no-such-program is not on the PATH")) {
      _ = try children.start(try child("no-such-program"))
    }
    #expect(ProgramFile.path(of: "./none/sh") == nil && ProgramFile.path(of: "/bin/sh") == "/bin/sh")
  }

  /// The processes that a child has started are killed when the child ends, so that they do not keep its output open.
  @Test func groupIsKilledWhenTheChildEnds() throws {
    var ends: (reading: PipeEnd, writing: PipeEnd)? = try PipeEnd.pair()
    let reading = ends!.reading
    _ = try children.start(try child("sh", "-c", "sleep 1000 & echo started", output: ends!.writing))
    ends = nil
    _ = try self.ends(1)
    #expect(try text(reading) == "started\n")
  }

  @Test func killAllEndsEveryChild() throws {
    var ends: (reading: PipeEnd, writing: PipeEnd)? = try PipeEnd.pair()
    let reading = ends!.reading
    for _ in 0..<3 {
      let stubborn = try child(
        "sh", "-c", "trap '' TERM HUP; echo; while :; do sleep 1000; done", output: ends!.writing)
      _ = try children.start(stubborn)
    }
    ends = nil
    children.killAll()
    #expect(children.isEmpty)
    #expect(try text(reading).allSatisfy { $0 == "\n" })
  }

  @Test func waitReturnsAtTheDeadline() throws {
    let end = Clock.now + 0.02
    // The end of another test's child may wake it earlier.
    repeat { #expect(try children.wait(reading: [], until: end).ended.isEmpty) } while Clock.now < end
  }

  @Test func writingWithoutAReaderIsReported() throws {
    var ends: (reading: PipeEnd, writing: PipeEnd)? = try PipeEnd.pair()
    let writing = ends!.writing
    ends = nil
    #expect(try writing.write([1]) == .unwanted)
    try writing.writeAll([1, 2])
    #expect(throws: StreamFailure.inputOutput("cannot write '/dev/full': No space left on device")) {
      try PipeEnd(creating: "/dev/full").writeAll([1])
    }
  }
}
