import Testing
import Tool

@testable import Film
@testable import FilmRun

@Suite struct QuestionRunTests {
  private let oracle = QuestionRun(.init(in: "/none"), longestWait: 0.01)

  private func sh(_ script: String...) -> [Question.Command] { script.map { .init(.sh, ["-c", $0]) } }

  /// Each answer belongs to its question, in any order of arrival.
  @Test func answersBelongToTheirQuestions() throws {
    let slow = "printf 'packet|stream_index=0|pts=1'; sleep 0.1; echo '|dts=1|duration=2'"
    let (packets, bytes) = try oracle.ask(
      TypedQuestion("packets", sh(slow), knowing: PacketSpans()),
      TypedQuestion("header", sh("echo ' 82 73'", "sed s/73/70/; exit 3"), knowing: FirstBytes()))
    #expect(packets.value[0].end == 3 && packets.status == 0)
    #expect(bytes.value.bytes == [82, 70] && bytes.status == 3)
  }

  /// The failure of a command does not count if the next command has read enough.
  @Test func statusIsThatOfTheFirstFailure() throws {
    let scripts: [(commands: [Question.Command], status: Int)] = [
      (sh("exit 4", "cat; true"), 4), (sh("exit 4", "cat; exit 5"), 4), (sh("true", "cat; exit 5"), 5),
      (sh("exit 4", "cat", "cat"), 4), (sh("exit 4", "sleep 0.1"), 4),
      (sh("yes", "head -n 1"), 0), (sh("yes; exit 1", "head -n 1"), 0), (sh("yes", "yes; exit 1", "head -n 1"), 0),
    ]
    for (commands, status) in scripts {
      let reply = try oracle.ask(TypedQuestion("x", commands, knowing: PacketSpans()))
      #expect(reply.status == status, "\(commands)")
    }
  }

  @Test func answerExtendsTheKnownFacts() throws {
    var probe = Probe()
    probe.take(ArraySlice("stream|index=0|codec_type=video".utf8))
    let reply = try oracle.ask(TypedQuestion("start", sh("echo 'stream|index=1|codec_type=audio'"), knowing: probe))
    #expect(reply.value.streams.map(\.kind) == [.picture, .sound])
  }

  @Test func missingProgramIsNamed() {
    #expect(throws: Failure(.inputOutput, "/none/warp-map is not on the PATH")) {
      try oracle.ask(TypedQuestion("x", [.init(.map, [])], knowing: PacketSpans()))
    }
  }
}
