import Commands
import MapShow
import Tool

ToolMain.run(MapCommand.command) { arguments, output in
  try MapRun(arguments, telling: Diagnostics(tool: MapCommand.command.name)).write(to: &output)
}
