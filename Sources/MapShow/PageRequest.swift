import Commands
import CurvePage
import Tool
import Warp

/// From options to the page of `--plot html`.
package enum PageRequest {
  /// What the page shows of the film itself.
  package struct Film {
    /// Returns how the film sounds. Called if `--wave` is not given, and last, since decoding takes long.
    let sound: () throws -> PageSound
    /// ffmpeg's name of the picture's codec.
    let codec: String

    package init(codec: String = "", sound: @escaping () throws -> PageSound = { PageSound() }) {
      (self.codec, self.sound) = (codec, sound)
    }
  }

  /// Curves, keyframes and changes can be edited on the page; it reads them from the words. Any other map is shown as
  /// it is, from its rows.
  static func page(
    _ arguments: Arguments, of request: MapRequest, on clip: Clip, found: FoundCurve?, film: Film = Film()
  ) throws -> CurvePage {
    _ = try request.map.requiredLength(for: "--plot html")
    let typed = arguments.words(of: WarpCommand.mapOptions)
    // What came by a pipe cannot be named again: the page saves the table under that name.
    let isRepeatable = MapWords(arguments, on: clip, input: "").areRepeatable
    let table = ["--map", "map.tsv"]
    let words = (
      film: isRepeatable ? (found?.words ?? []) + typed : table, map: isRepeatable && found == nil ? typed : table
    )
    let isPlain = found == nil && typed.isEmpty
    let name = try MapOutput.clipName(arguments)
    let clipStart = try MapOutput.start(MapCommand.clipStart, arguments)
    let wave = try arguments.value(of: MapCommand.wave).map { try PageSound.read(try FileSource(path: $0)) }
    return CurvePage(
      of: name, duration: clip.duration ?? request.map.sourceRange.end ?? 0, frameRate: clip.frameRate,
      words: isPlain ? ([], []) : words,
      rows: isPlain ? [] : MapTable.rows(of: try request.map.tabulated(tolerance: 2e-7)),
      sound: try (wave ?? film.sound()).sound, clipStart: clipStart, codec: film.codec)
  }
}
