import Tool
import Warp

ToolMain.run(MapCommand.command) { arguments, output in try MapOutput(arguments).write(to: &output) }

extension Refusal: FinalError {
  package var failure: Failure { Failure(kind == .usage ? .usage : .map, description) }
}
