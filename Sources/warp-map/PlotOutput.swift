import Commands
import Streams
import Tool
import Warp

/// A picture of the map.
struct PlotOutput {
  let map: TimeMap
  let components: Components?
  let clip: Clip

  func write(_ arguments: Arguments, to output: inout FileSink) throws {
    let plot = Plot(
      map, components: components?.components ?? [], marking: try marks(arguments.values(of: MapCommand.at)))
    switch try MapCommand.plot.choice(arguments) {
    case .svg: try output.write(SVGPlot(plot).text)
    case .text, nil: try output.write(text(of: plot))
    }
  }

  /// Fitted to the terminal and to what it can show.
  private func text(of plot: Plot) -> String {
    let terminal = Terminal.current
    return TextPlot(
      plot, columns: terminal.columns, unicode: terminal.speaksUTF8, colour: terminal.wantsColour(on: .output)
    ).text
  }

  private func marks(_ times: [String]) throws -> [Double] {
    var marks = try times.filter { $0 != "-" }.map { try TimeSyntax.instant($0, on: clip) }
    if times.contains("-") {
      try TimeLines.read { time, _ in marks.append(try TimeSyntax.instant(time, on: clip)) }
    }
    return marks
  }
}
