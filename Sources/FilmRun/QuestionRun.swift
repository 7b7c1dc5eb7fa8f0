import Film
import Streams
import Tool

/// Runs the commands that questions ask, all at once, and hands what they print to `Answers`: one question after the
/// other, as if each had waited for the one before.
package struct QuestionRun {
  private struct Asked {
    let question: Question
    /// Nil once all that the command prints has been read.
    var output: PipeEnd?
    var status: Int32?
    /// What has been printed before it was this question's turn.
    var held: [UInt8] = []
  }

  private let children: ChildSet
  private var asked: [Asked] = []
  /// Whose turn it is.
  private var turn = 0

  /// - Parameter longestWait: for tests; see `ChildSet`.
  package static func ask(
    _ questions: [Question], adding answers: inout Answers, longestWait: Double? = nil
  ) throws(Failure) {
    do throws(StreamFailure) {
      var run = QuestionRun(children: try ChildSet(longestWait: longestWait))
      for question in questions { try run.start(question) }
      while run.turn < questions.count { try run.step(&answers) }
    } catch { throw Failure(error) }
  }

  private init(children: ChildSet) { self.children = children }

  /// Starts the commands of a question, each of which reads what the one before it prints. The last one's status
  /// counts.
  private mutating func start(_ question: Question) throws(StreamFailure) {
    var input = try PipeEnd.null()
    for (index, words) in question.commands.enumerated() {
      let (reading, writing) = try PipeEnd.pair()
      var child = Child(words, input: input.number, output: writing.number)
      child.owners = [input, writing]
      child.leadsGroup = true
      _ = try children.start(child, called: Self.name(question, index))
      input = reading
    }
    input.makeNonblocking()
    asked.append(Asked(question: question, output: input))
  }

  private static func name(_ question: Question, _ index: Int) -> String { "\(question.name) \(index)" }

  private mutating func step(_ answers: inout Answers) throws(StreamFailure) {
    let events = try children.wait(reading: asked.compactMap { $0.output?.number })
    for index in asked.indices {
      if let output = asked[index].output, events.ready.contains(output.number) { try read(output, index, &answers) }
      let last = Self.name(asked[index].question, asked[index].question.commands.count - 1)
      if let end = events.ended.first(where: { $0.name == last }) { asked[index].status = end.end.status }
    }
    while turn < asked.count, asked[turn].output == nil, let status = asked[turn].status {
      try answers.take(asked[turn].held)
      answers.endAnswer(asked[turn].question.name, Int(status))
      asked[turn].held = []
      turn += 1
    }
  }

  private mutating func read(_ output: PipeEnd, _ index: Int, _ answers: inout Answers) throws(StreamFailure) {
    guard let block = try output.read() else {
      asked[index].output = nil
      return
    }
    if index == turn {
      // What was held is older.
      if !asked[index].held.isEmpty { try answers.take(asked[index].held) }
      asked[index].held = []
      try answers.take(block)
    } else {
      asked[index].held += block
    }
  }
}
