import Film
import Streams
import Tool

/// A question whose commands have been started, each of which reads what the one before it prints.
package struct AskedQuestion {
  private struct Command {
    let name: String
    /// What the command before it prints; nil for the first. This process has it open until this command is known to
    /// have ended: the one before it cannot fail sooner because nobody reads.
    var input: PipeEnd?
    var status: Int32?
    var isCutOff = false
  }

  private var commands: [Command] = []
  /// What the last command prints; nil once all of that has been read.
  package var output: PipeEnd?
  var hasEnded = false

  /// - Parameter name: no other child of the set may have it.
  package init(_ question: Question, called name: String, _ children: ChildSet) throws(StreamFailure) {
    var input = try PipeEnd.null()
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
      _ = try children.start(child, called: "\(name) \(index)")
      commands.append(Command(name: "\(name) \(index)", input: index == 0 ? nil : input))
      input = reading
    }
    input.makeNonblocking()
    output = input
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

  /// The status of the first command that failed, or 0. Nil while a command runs or its output is read.
  package var status: Int32? {
    guard output == nil, commands.allSatisfy({ $0.status != nil }) else { return nil }
    return commands.lazy.filter { !$0.isCutOff }.compactMap(\.status).first { $0 != 0 } ?? 0
  }

  /// The names of the commands in their `ChildSet`.
  package var names: [String] { commands.map(\.name) }

  package mutating func end(_ name: String, _ status: Int32) {
    for index in commands.indices where commands[index].name == name { commands[index].status = status }
  }

  /// Closes the inputs of commands that have ended. A command that still writes there is cut off. Its status says
  /// nothing then: ffmpeg fails if nobody reads its output.
  package mutating func closeInputs() {
    for index in commands.indices.dropFirst() where commands[index].status != nil {
      guard let input = commands[index].input else { continue }
      input.makeNonblocking()
      commands[index - 1].isCutOff = commands[index - 1].status == nil && (try? input.read()) != nil
      commands[index].input = nil
    }
  }
}
