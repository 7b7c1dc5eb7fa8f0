import AudioRun
import Commands
import Tool

ToolMain.run(AudioCommand.command) { arguments, output in try SoundTask(arguments).run(writingTo: &output) }
