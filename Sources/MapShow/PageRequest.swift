import Commands
import Cues
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
    let idle = MapCommand.usesWords(arguments) ? [] : [MapCommand.words, MapCommand.margin]
    let typed = arguments.words(of: (WarpCommand.mapOptions + [MapCommand.margin]).filter { !idle.contains($0) })
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
    var page = CurvePage(
      of: name, duration: clip.duration ?? request.map.sourceRange.end ?? 0, frameRate: clip.frameRate,
      words: isPlain ? ([], []) : words,
      rows: isPlain ? [] : MapTable.rows(of: try request.map.tabulated(tolerance: 2e-7)),
      sound: try (wave ?? film.sound()).sound,
      spoken: try spoken(request.transcript, arguments, on: clip), clipStart: clipStart, codec: film.codec)
    page.timecode = clip.timecode?.text ?? ""
    return page
  }

  private static func spoken(_ transcript: Transcript?, _ arguments: Arguments, on clip: Clip) throws
    -> CurvePage.Spoken
  {
    let words = (transcript?.words ?? []).map { CurvePage.Word($0.text, from: $0.start, to: $0.end) }
    return CurvePage.Spoken(words: words, margin: try KeptParts.margin(arguments, on: clip))
  }
}

extension PageSound {
  static func read(_ source: any ByteSource) throws(StreamFailure) -> PageSound {
    var (sound, block) = (PageSound(), [UInt8](repeating: 0, count: 64 * 1024))
    while case let count = try source.read(into: &block), count > 0 { sound.take(block[..<count]) }
    return sound
  }
}
