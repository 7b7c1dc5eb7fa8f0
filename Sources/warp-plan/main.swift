import Commands
import Film
import Tool

var asker = Asker.user
ToolMain.run(
  WarpCommand.command,
  understanding: { typed in
    let (who, words) = Asker.read(typed)
    asker = who
    return words
  },
  { arguments, output in try PlanRun(arguments, for: asker).write(to: &output) })

extension FilmError: FinalError {
  package var failure: Failure { Failure(kind == .usage ? .usage : .input, description) }
}
