import Streams
import Testing

@testable import Tool

@Suite struct ToolMainTests {
  private func perform(
    _ words: [String], writingTo sink: MemorySink = MemorySink(),
    _ body: (Arguments, inout MemorySink) throws -> Void = { _, _ in Issue.record("the body ran") }
  ) throws(Failure) -> MemorySink {
    let terminal = Terminal(windowColumns: 60)
    try ToolMain.perform(Sample.command, words, on: terminal, writingTo: sink, body)
    return sink
  }

  @Test func runsTheBodyWithTheTypedArguments() throws {
    let sink = try perform(["-r", "--duration", "4"]) { (arguments, output) throws(Failure) in
      #expect(arguments.contains(Sample.reverse))
      #expect(arguments.value(of: Sample.duration) == "4")
      do throws(StreamFailure) { try output.write("result") } catch { throw Failure(error) }
    }
    #expect(sink.text == "result")
    #expect(sink.isFinished)
  }

  @Test(arguments: ["-h", "--help"]) func printsHelp(word: String) throws {
    #expect(try perform([word]).text == HelpPage(Sample.command, columns: 60).text)
  }

  @Test func printsTheVersion() throws {
    #expect(try perform(["--version"]).text == "warp-sample 1.2.3\n")
  }

  @Test(arguments: Document.allCases) func generates(document: Document) throws {
    #expect(try perform(["--generate", document.rawValue]).text == document.text(for: Sample.command))
  }

  @Test func refusesToGenerateAnythingElse() {
    #expect(throws: Failure(.usage, "'pdf' cannot be generated; write --generate man, bash, zsh, fish or options")) {
      try perform(["--generate=pdf"])
    }
  }

  @Test func reportsParseErrorsFirst() {
    #expect(throws: Failure(.usage, "unknown option '--hepl'; did you mean --help?")) { try perform(["-h", "--hepl"]) }
  }

  @Test func writesOutputFromBeforeAFailure() {
    let sink = MemorySink()
    #expect(throws: Failure(.input, "the input ends early")) {
      try perform([], writingTo: sink) { (_, output) throws(Failure) in
        do throws(StreamFailure) { try output.write("the first half") } catch { throw Failure(error) }
        throw Failure(.input, "the input ends early")
      }
    }
    #expect(sink.text == "the first half")
    #expect(sink.isFinished)
  }

  @Test(arguments: [0, 5]) func reportsOutputThatCannotBeWritten(capacity: Int) {
    #expect(throws: Failure(.inputOutput, "cannot write memory: it fails after \(capacity) bytes")) {
      try perform(["--help"], writingTo: MemorySink(failingAfter: capacity))
    }
  }

  @Test func reportsOutputThatFailsOnlyAtTheEnd() {
    #expect(throws: Failure(.inputOutput, "cannot write standard output: Bad file descriptor")) {
      let output = FileSink(Descriptor(9999, called: "standard output"))
      try ToolMain.perform(Sample.command, ["--version"], on: Terminal(), writingTo: output) { _, _ in }
    }
  }

  private struct Surprise: Error, CustomStringConvertible { let description = "something happened" }

  @Test(
    arguments: [
      (Failure(.map, "it stands"), Failure(.map, "it stands")),
      (StreamFailure.inputOutput("no room"), Failure(.inputOutput, "no room")),
      (StreamFailure.tooLong("a long line"), Failure(.input, "a long line")),
      (Surprise(), Failure(.inputOutput, "something happened")),
    ] as [(any Error, Failure)])
  func convertsErrorsToFailures(error: any Error, failure: Failure) {
    #expect(throws: failure) { try perform([]) { _, _ in throw error } }
  }

  @Test func wordsAreTheTypedArguments() {
    #expect(Linux.words() == Array(CommandLine.arguments.dropFirst()))
  }
}
