import Commands
import Tool
import VideoRun

ToolMain.run(VideoCommand.command) { arguments, output in try VideoTask(arguments).run(writingTo: &output) }
