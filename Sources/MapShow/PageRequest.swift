import Commands
import CurvePage
import Tool
import Warp

/// From options to the page of `--plot html`.
package enum PageRequest {
  /// Curves, keyframes and a length to fit to can be changed on the page; any other map is shown there as it is.
  ///
  /// - Parameter peaks: returns those of the film's sound. Called if `--wave` is not given, and last, since decoding
  ///   takes long.
  static func page(
    _ arguments: Arguments, of request: MapRequest, on clip: Clip, found: FoundCurve?,
    peaks: () throws -> [UInt8]
  ) throws -> CurvePage {
    _ = try request.map.requiredLength(for: "--plot html")
    let isChanged = unseenChanges.contains(where: arguments.contains)
    // What came by a pipe cannot be named again: the page saves the table under that name.
    let isRepeatable =
      found == nil && MapWords(arguments, on: clip, input: "").areRepeatable
    let isPlain = found == nil && !families.contains(where: arguments.contains)
    let start: CurvePage.Start =
      if !isChanged, let components = request.components {
        .curves(components.components)
      } else if !isChanged, let keys = request.keys {
        .keys(keys)
      } else if !isChanged, isPlain {
        .curves([])
      } else {
        .table(
          MapTable.rows(of: try request.map.tabulated(tolerance: 1e-6)),
          words: isRepeatable ? arguments.words(of: WarpCommand.mapOptions) : ["--map", "map.tsv"])
      }
    let name = try MapOutput.clipName(arguments)
    let fit = try arguments.value(of: MapCommand.fit).map { try TimeSyntax.seconds($0, on: clip) }
    let clipStart = try MapOutput.start(MapCommand.clipStart, arguments)
    let wave = try arguments.value(of: MapCommand.wave).map { try SoundPeaks.read(try FileSource(path: $0)) }
    return CurvePage(
      of: name, duration: clip.duration ?? request.map.sourceRange.end ?? 0, frameRate: clip.frameRate, start: start,
      fit: fit, peaks: try wave ?? peaks(), clipStart: clipStart)
  }

  /// Changes that cannot be made on the page.
  private static let unseenChanges = [
    MapCommand.trim, MapCommand.freeze, MapCommand.reverse, MapCommand.then, MapCommand.invert,
  ]
  private static let families = WarpCommand.mapOptions.filter {
    !(unseenChanges + [MapCommand.fit]).contains($0)
  }
}
