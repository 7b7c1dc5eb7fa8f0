import Streams

/// Answers questions: `warp-film` runs their commands, and tests look the answers up in a text.
package protocol Oracle {
  /// Asks all questions at the same time. Calls `take` with the number of a question and a part of its answer.
  func ask(_ questions: [Question], _ take: (Int, AnswerPart) throws -> Void) throws
}

package enum AnswerPart: Sendable {
  case bytes([UInt8])
  /// All commands of the question have ended. The status is that of the first command that failed, or 0.
  case ended(Int)
}

/// The facts from a question, read from the lines that its command prints.
package protocol Answer {
  mutating func take(_ line: ArraySlice<UInt8>)
}

/// A question with the type of its answer.
struct TypedQuestion<Value: Answer> {
  let question: Question
  /// The facts that are known before the question.
  let start: Value

  init(_ name: String, _ commands: [Question.Command], isLong: Bool = false, knowing start: Value) {
    self.init(Question(name: name, commands: commands, isLong: isLong), knowing: start)
  }

  init(_ question: Question, knowing start: Value) { (self.question, self.start) = (question, start) }
}

struct Reply<Value> {
  let value: Value
  let status: Int
}

extension Oracle {
  func ask<Value: Answer>(_ question: TypedQuestion<Value>) throws -> Reply<Value> {
    var reading = AnswerReading(question.start)
    try ask([question.question]) { _, part in try reading.take(part) }
    return reading.reply
  }

  /// Asks two questions at the same time.
  func ask<One: Answer, Other: Answer>(
    _ one: TypedQuestion<One>, _ other: TypedQuestion<Other>
  ) throws -> (Reply<One>, Reply<Other>) {
    var (first, second) = (AnswerReading(one.start), AnswerReading(other.start))
    try ask([one.question, other.question]) { number, part in
      try number == 0 ? first.take(part) : second.take(part)
    }
    return (first.reply, second.reply)
  }
}

struct AnswerReading<Value: Answer> {
  private var value: Value
  private var status = 0
  private var lines = LineSplitter()

  init(_ start: Value) { value = start }

  var reply: Reply<Value> { Reply(value: value, status: status) }

  /// All tags of a film are on one line, and lyrics may be long.
  private static var longestLine: Int { 16 << 20 }

  mutating func take(_ part: AnswerPart) throws(StreamFailure) {
    switch part {
    case .bytes(let block):
      for line in lines.take(block) { value.take(line) }
      guard lines.rest.count <= Self.longestLine else {
        throw .tooLong("ffprobe printed a line of more than \(Self.longestLine) bytes")
      }
    case .ended(let status):
      if let line = lines.takeRest() { value.take(line[...]) }
      self.status = status
    }
  }
}
