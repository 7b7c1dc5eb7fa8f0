import Commands
import CurvePage
import Streams
import Tool
import Values
import Warp

/// Makes the page of `--plot html` from options.
package enum PageRequest {
  /// Facts about the film that its map does not contain.
  package struct Film {
    /// Decodes the film's sound, which takes long. Called last, and only without `--wave`.
    let sound: () throws -> PageSound
    /// ffmpeg's name of the picture's codec.
    let codec: String

    package init(codec: String = "", sound: @escaping () throws -> PageSound = { PageSound() }) {
      (self.codec, self.sound) = (codec, sound)
    }
  }

  /// Gives the page the typed options, from which it edits curves, keyframes and changes. It shows other maps from
  /// their rows.
  static func page(
    _ arguments: Arguments, of request: MapRequest, on clip: Clip, found: FoundCurve?, film: Film = Film()
  ) throws -> CurvePage {
    _ = try request.map.requiredLength(for: "--plot html")
    let typed = arguments.words(of: WarpCommand.mapOptions)
    // The data of a pipe cannot be read again, so the page saves the table as map.tsv.
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

extension PageSound {
  static func read(_ source: any ByteSource) throws(StreamFailure) -> PageSound {
    var (sound, block) = (PageSound(), [UInt8](repeating: 0, count: 64 * 1024))
    while case let count = try source.read(into: &block), count > 0 { sound.take(block[..<count]) }
    return sound
  }
}
