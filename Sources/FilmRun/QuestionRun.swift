import Film
import Streams
import Tool

/// Runs the commands of several questions at the same time, and passes on their output as it arrives.
package struct QuestionRun: Oracle {
  private let tools: RunSettings.Tools
  private let longestWait: Double?
  private let note: (Question) -> Void

  /// - Parameters:
  ///   - longestWait: for tests; see `ChildSet`.
  ///   - note: is called with each question before its commands start.
  package init(
    _ tools: RunSettings.Tools, longestWait: Double? = nil, noting note: @escaping (Question) -> Void = { _ in }
  ) {
    (self.tools, self.longestWait, self.note) = (tools, longestWait, note)
  }

  package func ask(_ questions: [Question], _ take: (Int, AnswerPart) throws -> Void) throws {
    questions.forEach(note)
    do {
      let children = try ChildSet(longestWait: longestWait)
      var asked = try questions.map { question throws(StreamFailure) in
        try AskedQuestion(question, tools, children)
      }
      while asked.contains(where: { !$0.hasEnded }) { try step(&asked, children, take) }
    } catch let failure as StreamFailure { throw Failure(failure) }
  }

  private func step(
    _ asked: inout [AskedQuestion], _ children: ChildSet, _ take: (Int, AnswerPart) throws -> Void
  ) throws {
    let events = try children.wait(reading: asked.compactMap { $0.output?.number })
    for number in asked.indices where !asked[number].hasEnded {
      if let output = asked[number].output, events.ready.contains(output.number) {
        if let block = try output.read() { try take(number, .bytes(block)) } else { asked[number].output = nil }
      }
      for (child, end) in events.ended { asked[number].end(child, end.status) }
      asked[number].closeInputs()
      if let status = asked[number].status {
        asked[number].hasEnded = true
        try take(number, .ended(Int(status)))
      }
    }
  }
}
