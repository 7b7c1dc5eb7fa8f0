import Film
import Streams
import Tool

/// Runs the commands that questions ask, all at once, and hands on what they print as it comes.
package struct QuestionRun: Oracle {
  private let longestWait: Double?
  private let note: (Question) -> Void

  /// - Parameters:
  ///   - longestWait: for tests; see `ChildSet`.
  ///   - note: told of each question before it is asked.
  package init(longestWait: Double? = nil, noting note: @escaping (Question) -> Void = { _ in }) {
    (self.longestWait, self.note) = (longestWait, note)
  }

  private struct Asked {
    let last: String
    /// Nil once all that the last command prints has been read.
    var output: PipeEnd?
    /// That of the last command.
    var status: Int32?
    var hasEnded = false
  }

  package func ask(_ questions: [Question], _ take: (Int, AnswerPart) throws -> Void) throws {
    questions.forEach(note)
    do {
      let children = try ChildSet(longestWait: longestWait)
      var asked = try questions.map { question throws(StreamFailure) in try start(question, children) }
      while asked.contains(where: { !$0.hasEnded }) { try step(&asked, children, take) }
    } catch let failure as StreamFailure { throw Failure(failure) }
  }

  /// Starts the commands of a question, each of which reads what the one before it prints.
  private func start(_ question: Question, _ children: ChildSet) throws(StreamFailure) -> Asked {
    var input = try PipeEnd.null()
    var name = ""
    for (index, words) in question.commands.enumerated() {
      let (reading, writing) = try PipeEnd.pair()
      var child = Child(words, input: input.number, output: writing.number)
      child.owners = [input, writing]
      child.leadsGroup = true
      name = "\(question.name) \(index)"
      _ = try children.start(child, called: name)
      input = reading
    }
    input.makeNonblocking()
    return Asked(last: name, output: input)
  }

  private func step(
    _ asked: inout [Asked], _ children: ChildSet, _ take: (Int, AnswerPart) throws -> Void
  ) throws {
    let events = try children.wait(reading: asked.compactMap { $0.output?.number })
    for number in asked.indices where !asked[number].hasEnded {
      if let output = asked[number].output, events.ready.contains(output.number) {
        if let block = try output.read() { try take(number, .bytes(block)) } else { asked[number].output = nil }
      }
      if let end = events.ended.first(where: { $0.name == asked[number].last }) {
        asked[number].status = end.end.status
      }
      if asked[number].output == nil, let status = asked[number].status {
        asked[number].hasEnded = true
        try take(number, .ended(Int(status)))
      }
    }
  }
}
