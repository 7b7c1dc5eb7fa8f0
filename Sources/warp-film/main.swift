import Commands
import Film
import Tool

StandBy.serve()
ToolMain.run(WarpCommand.command) { arguments, output in try JobRun(arguments).run(writingTo: &output) }

extension FilmError: FinalError {
  package var failure: Failure { Failure(kind == .usage ? .usage : .input, description) }
}
