import Pixels

/// The words for a result in pieces: its picture in NUT, the rest in a file of the result's kind, then both copied into one.
/// What --encode says goes to all of them, as far as each can take it.
extension Encoding {
  /// For the picture of a piece. NUT has names of its own for codecs.
  func pieceWords(
    _ picture: PictureFacts, scaling: [String], light: LightData, fields: FieldOrder?
  ) -> [String] {
    let words = words(picture: picture, scaling: scaling, sounds: [], light: light, fields: fields)
    return Self.without(.muxerAndTags, words) + ["-f", "nut"]
  }

  /// For sound and subtitles. Kinds of file that only --encode knows may have times of their own, as MPEG-TS does, which
  /// begins at 1.4 s: the tracks for those wait in Matroska.
  func restWords(_ sounds: [SoundFacts]) -> [String] {
    let words = words(picture: nil, sounds: sounds)
    return kind.isNamedByWords ? Self.without(.muxer, words) + ["-f", "matroska"] : words
  }

  /// For the result. Nothing that is encoded already goes through filters again.
  func joinWords(_ picture: PictureFacts) -> [String] {
    let codec = pictureCodec(picture)
    return (codec.map(nameWords) ?? []) + Self.without(.filters, givenWords)
      + ["-c", "copy"] + fileWords
  }

  /// Whether --encode has filters for the picture.
  var filtersPicture: Bool { names(.pictureFilters) }

  /// A word of --encode that does not go with pieces; nil if there is none.
  var wordAgainstPieces: String? { givenWords.first(where: FFmpegOptions.againstPieces.contains) }

  /// Leaves out options, with their values.
  private static func without(_ options: FFmpegOptions, _ words: [String]) -> [String] {
    var kept: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if options.contains(word) {
        _ = rest.popFirst()
      } else {
        kept.append(word)
      }
    }
    return kept
  }
}
