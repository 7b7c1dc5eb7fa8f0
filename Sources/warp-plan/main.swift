import Commands
import Film
import Tool
import Video

var asker = Asker.user
ToolMain.run(
  WarpCommand.command,
  understanding: { typed in
    let (who, words) = Asker.read(typed)
    asker = who
    return words
  },
  { arguments, output in
    if case .labeller(let text) = asker {
      guard text.utf8.count <= PieceLabel.longest else { throw Failure(.usage, "the label of the piece is too long") }
      let bytes = PieceLabel.bytes(text)
      return try output.write(bytes.span)
    }
    try PlanRun(arguments, for: asker).write(to: &output)
  })

extension FilmError: FinalError {
  package var failure: Failure { Failure(kind == .usage ? .usage : .input, description) }
}
