import Commands
import FilmJobs
import Tool

StandBy.serve()
ToolMain.run(WarpCommand.command) { arguments, output in try JobRun(arguments).run(writingTo: &output) }
