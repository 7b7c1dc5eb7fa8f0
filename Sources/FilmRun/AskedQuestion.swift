import Film
import Streams
import Tool

/// A question that is being asked: its commands run as a chain, each reading the output of the previous command.
package struct AskedQuestion {
  private struct Command {
    let child: ChildSet.Member
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

  package init(_ question: Question, _ tools: RunSettings.Tools, _ children: ChildSet) throws(StreamFailure) {
    var input = try PipeEnd.null()
    for (index, command) in question.commands.enumerated() {
      let (reading, writing) = try PipeEnd.pair()
      let texts = try [command.text].compactMap(\.self).map { text throws(StreamFailure) in
        try PipeEnd(bringing: text)
      }
      var child = Child(
        [tools.word(for: command.program)] + command.words + texts.map { "/dev/fd/\($0.number)" },
        input: input.number, output: writing.number)
      child.owners = [input, writing] + texts
      child.kept = texts.map(\.number)
      // A filter repeats its messages when the result is made, so they are dropped here.
      let null = try PipeEnd.null()
      if command.program.isFilter { (child.error, child.owners) = (null.number, child.owners + [null]) }
      child.leadsGroup = true
      commands.append(Command(child: try children.start(child), input: index == 0 ? nil : input))
      input = reading
    }
    input.makeNonblocking()
    output = input
  }

  /// The status of the first command that failed, or 0; nil while a command runs or output remains.
  package var status: Int32? {
    guard output == nil, commands.allSatisfy({ $0.status != nil }) else { return nil }
    return commands.lazy.filter { !$0.isCutOff }.compactMap(\.status).first { $0 != 0 } ?? 0
  }

  package var children: [ChildSet.Member] { commands.map(\.child) }

  package mutating func end(_ child: ChildSet.Member, _ status: Int32) {
    for index in commands.indices where commands[index].child == child { commands[index].status = status }
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
