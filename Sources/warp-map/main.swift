import Commands
import Tool
import Warp

ToolMain.run(MapCommand.command) { arguments, output in try MapRun(arguments).write(to: &output) }
