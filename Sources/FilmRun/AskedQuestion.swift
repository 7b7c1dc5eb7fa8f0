import Film
import Streams
import Tool

/// A question that is being asked: its commands run as a chain, each reading the output of the previous command.
package struct AskedQuestion {
  private struct Command {
    let name: String
    /// The output of the previous command; nil for the first command. This process keeps the reading end open until
    /// this command has ended. Otherwise a broken pipe could end the previous command before the end of this one is
    /// known.
    var input: PipeEnd?
    var status: Int32?
    var isCutOff = false
  }

  private var commands: [Command] = []
  /// The output of the last command; nil at its end.
  package var output: PipeEnd?
  var hasEnded = false

  /// - Parameter name: must be unique among the children of the set.
  package init(_ question: Question, called name: String, _ children: ChildSet) throws(StreamFailure) {
    var input = try PipeEnd.null()
    for (index, command) in question.commands.enumerated() {
      let (reading, writing) = try PipeEnd.pair()
      var texts: [PipeEnd] = []
      let words = try command.map { word throws(StreamFailure) in try Self.word(word, &texts) }
      var child = Child(words, input: input.number, output: writing.number)
      child.owners = [input, writing] + texts
      child.kept = texts.map(\.number)
      // A filter repeats its messages when the result is made, so they are dropped here.
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

  /// - Parameter texts: receives the descriptor if the word stands for a document.
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

  /// The status of the first command that failed, or 0; nil while a command runs or output remains.
  package var status: Int32? {
    guard output == nil, commands.allSatisfy({ $0.status != nil }) else { return nil }
    return commands.lazy.filter { !$0.isCutOff }.compactMap(\.status).first { $0 != 0 } ?? 0
  }

  /// The names of the commands in their `ChildSet`.
  package var names: [String] { commands.map(\.name) }

  package mutating func end(_ name: String, _ status: Int32) {
    for index in commands.indices where commands[index].name == name { commands[index].status = status }
  }

  /// Closes the inputs of commands that have ended. If the previous command is still writing, its exit status is
  /// ignored, because ffmpeg fails when nobody reads its output.
  package mutating func closeInputs() {
    for index in commands.indices.dropFirst() where commands[index].status != nil {
      guard let input = commands[index].input else { continue }
      input.makeNonblocking()
      commands[index - 1].isCutOff = commands[index - 1].status == nil && (try? input.read()) != nil
      commands[index].input = nil
    }
  }
}
