import Commands
import Tool
import Warp

ToolMain.run(MapCommand.command) { arguments, output in try MapOutput(arguments).write(to: &output) }
