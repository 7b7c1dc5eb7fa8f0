import Testing

@testable import Film
@testable import FilmRun

@Suite struct QuestionRunTests {
  /// Answers are taken in the order of the questions, whichever comes first.
  @Test func answersAreTakenInOrder() throws {
    var answers = Answers()
    let slow = """
      printf 'stream|index=0|codec_type=video\\npacket|stream_index=0|pts=1'; sleep 0.1; echo '|dts=1|duration=2'
      """
    let questions = [
      Question(Question.probe, [["sh", "-c", slow]]),
      Question(Question.header, [["echo", " 82 73"], ["sed", "s/73/70/"]]),
      Question(Question.samples, [["sh", "-c", "echo '# probe 5'; exit 3"]]),
    ]
    try QuestionRun.ask(questions, adding: &answers, longestWait: 0.01)
    #expect(answers.statuses == ["probe": 0, "header": 0, "samples": 3])
    #expect(answers.probe.streams.count == 1 && answers.header == [82, 70])
    #expect(answers.span(of: 0, by: Question.probe) != PacketSpan())
  }

  @Test func aProgramThatIsMissingIsNamed() {
    var answers = Answers()
    #expect(throws: (any Error).self) {
      try QuestionRun.ask([Question("x", [["no-such-program"]])], adding: &answers, longestWait: 0.01)
    }
  }
}
