import Streams

/// Whoever has questions answered: `warp-film` runs their commands, tests have a table.
package protocol Oracle {
  /// Has all of them answered at the same time, and hands on what comes, by the number of its question.
  func ask(_ questions: [Question], _ take: (Int, AnswerPart) throws -> Void) throws
}

/// What has come of an answer.
package enum AnswerPart: Sendable {
  case bytes([UInt8])
  /// The command has ended with this status, and nothing more comes.
  case ended(Int)
}

/// What a question makes known. It is read as it comes, from the lines that the question's command prints.
package protocol Answer {
  mutating func take(_ line: ArraySlice<UInt8>)
}

/// A question with the type of its answer.
struct Asking<Told: Answer> {
  let question: Question
  /// What is known before it is asked.
  let known: Told

  init(_ name: String, _ commands: [[String]], isLong: Bool = false, knowing known: Told) {
    question = Question(name: name, commands: commands, isLong: isLong)
    self.known = known
  }
}

/// A whole answer.
struct Said<Told> {
  let told: Told
  let status: Int
}

extension Oracle {
  func ask<Told: Answer>(_ asking: Asking<Told>) throws -> Said<Told> {
    var answer = AnswerReading(asking.known)
    try ask([asking.question]) { _, part in try answer.take(part) }
    return answer.said
  }

  /// Asks two questions at the same time.
  func ask<One: Answer, Other: Answer>(_ one: Asking<One>, _ other: Asking<Other>) throws -> (Said<One>, Said<Other>) {
    var (first, second) = (AnswerReading(one.known), AnswerReading(other.known))
    try ask([one.question, other.question]) { number, part in
      try number == 0 ? first.take(part) : second.take(part)
    }
    return (first.said, second.said)
  }
}

/// An answer that is being read.
struct AnswerReading<Told: Answer> {
  private var told: Told
  private var status = 0
  private var lines = LineSplitter()

  init(_ known: Told) { told = known }

  var said: Said<Told> { Said(told: told, status: status) }

  /// All tags of a film are one line, and lyrics among them may be long.
  private static var longestLine: Int { 16 << 20 }

  mutating func take(_ part: AnswerPart) throws(StreamFailure) {
    switch part {
    case .bytes(let block):
      for line in lines.take(block) { told.take(line) }
      guard lines.rest.count <= Self.longestLine else {
        throw .tooLong("ffprobe printed a line of more than \(Self.longestLine) bytes")
      }
    case .ended(let status):
      if let line = lines.takeRest() { told.take(line[...]) }
      self.status = status
    }
  }
}
