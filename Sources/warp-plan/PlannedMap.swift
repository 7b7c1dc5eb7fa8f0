import Commands
import Film
import Streams
import Tool
import Warp

/// The map of a job: made here, written as the table the filters read.
struct PlannedMap {
  private let arguments: Arguments
  private let clip: Clip
  private let tools: FilmJob.Tools

  init(_ arguments: Arguments, _ clip: Clip, _ tools: FilmJob.Tools) {
    self.arguments = arguments
    self.clip = clip
    self.tools = tools
  }

  /// What warp-map is told to make the same map.
  var words: [String] {
    let length = clip.duration.map { ["--duration", NumberSyntax.print($0)] } ?? []
    let rate = clip.frameRate.map { ["--fps", "\($0)"] } ?? []
    return [tools.map] + length + rate + arguments.words(of: WarpCommand.mapOptions)
  }

  /// What warp-map is told to show what was asked for.
  var showWords: [String] {
    let plot = WarpCommand.plot.option
    let kind = arguments.contains(plot) ? ["--\(plot.name)", arguments.value(of: plot) ?? "text"] : []
    return words + kind + arguments.words(of: WarpCommand.showOptions.filter { $0 != plot })
  }

  func film() throws -> FilmMap {
    do {
      let request = try MapRequest(arguments, on: clip)
      var sink = MemorySink()
      try request.write(.tsv, tolerance: MapRequest.usualTolerance, to: &sink)
      let table = Document(name: "map", text: sink.text, maker: isRepeatable ? words : nil)
      return FilmMap(request.map, table: table)
    } catch {
      throw Failure(error, of: MapCommand.command.name)
    }
  }

  /// Whether its files can be read again by whoever pastes the pipeline.
  private var isRepeatable: Bool {
    [MapCommand.map, MapCommand.curves].flatMap { arguments.values(of: $0) }.allSatisfy(InputFile.isRegular)
  }
}
