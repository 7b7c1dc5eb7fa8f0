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

  /// A question whose commands have been started.
  private struct Asked {
    var commands: [Command]
    /// Nil once all that the last command prints has been read.
    var output: PipeEnd?
    var hasEnded = false

    /// The status of the first command that failed, or 0. Nil while a command runs or its output is read.
    var status: Int32? {
      guard output == nil, commands.allSatisfy({ $0.status != nil }) else { return nil }
      return commands.lazy.filter { !$0.isCutOff }.compactMap(\.status).first { $0 != 0 } ?? 0
    }

    mutating func end(_ name: String, _ status: Int32) {
      for index in commands.indices where commands[index].name == name { commands[index].status = status }
    }

    /// Closes the inputs of commands that have ended. A command that still writes there is cut off. Its status says
    /// nothing then: ffmpeg fails if nobody reads its output.
    mutating func closeInputs() {
      for index in commands.indices.dropFirst() where commands[index].status != nil {
        guard let input = commands[index].input else { continue }
        input.makeNonblocking()
        commands[index - 1].isCutOff = commands[index - 1].status == nil && (try? input.read()) != nil
        commands[index].input = nil
      }
    }
  }

  private struct Command {
    let name: String
    /// What the command before it prints; nil for the first. This process has it open until this command is known to
    /// have ended: the one before it cannot fail sooner because nobody reads.
    var input: PipeEnd?
    var status: Int32?
    var isCutOff = false
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
    var commands: [Command] = []
    for (index, command) in question.commands.enumerated() {
      let (reading, writing) = try PipeEnd.pair()
      var texts: [PipeEnd] = []
      let words = try command.map { word throws(StreamFailure) in try Self.word(word, &texts) }
      var child = Child(words, input: input.number, output: writing.number)
      child.owners = [input, writing] + texts
      child.kept = texts.map(\.number)
      // What a filter says is said again where the result is made.
      let null = try PipeEnd.null()
      if Stage.isFilter(words[0]) { (child.error, child.owners) = (null.number, child.owners + [null]) }
      child.leadsGroup = true
      let name = "\(question.name) \(index)"
      _ = try children.start(child, called: name)
      commands.append(Command(name: name, input: index == 0 ? nil : input))
      input = reading
    }
    input.makeNonblocking()
    return Asked(commands: commands, output: input)
  }

  /// - Parameter texts: gets the descriptor of a text that a word stands for.
  private static func word(_ word: Stage.Word, _ texts: inout [PipeEnd]) throws(StreamFailure) -> String {
    switch word {
    case .text(let text): return text
    case .feed(.document(let document)):
      let end = try PipeEnd(bringing: document.text)
      texts.append(end)
      return "/dev/fd/\(end.number)"
    case .feed(.stage), .feed(.saved), .result, .rest, .progress: preconditionFailure("a question has no result")
    }
  }

  private func step(
    _ asked: inout [Asked], _ children: ChildSet, _ take: (Int, AnswerPart) throws -> Void
  ) throws {
    let events = try children.wait(reading: asked.compactMap { $0.output?.number })
    for number in asked.indices where !asked[number].hasEnded {
      if let output = asked[number].output, events.ready.contains(output.number) {
        if let block = try output.read() { try take(number, .bytes(block)) } else { asked[number].output = nil }
      }
      for (name, end) in events.ended { asked[number].end(name, end.status) }
      asked[number].closeInputs()
      if let status = asked[number].status {
        asked[number].hasEnded = true
        try take(number, .ended(Int(status)))
      }
    }
  }
}
