import Pixels

/// The arguments for a result in pieces. The picture is written as NUT, and the rest to a file of the result's format.
/// Later both are copied into one file. Each step gets the words of --encode that apply to it.
extension Encoding {
  /// The arguments for the picture of a piece. NUT has its own codec tags.
  func pieceWords(
    _ picture: PictureFacts, scaling: [String], light: LightData, fields: FieldOrder?
  ) -> [String] {
    let words = words(picture: picture, scaling: scaling, sounds: [], light: light, fields: fields)
    return Self.without(.muxerAndTags, words) + ["-f", "nut"]
  }

  /// The arguments for sound and subtitles. If the format may shift timestamps, the tracks are kept in Matroska.
  func restWords(_ sounds: [SoundFacts]) -> [String] {
    let words = words(picture: nil, sounds: sounds)
    return kind.shiftsTimes ? Self.without(.muxer, words) + ["-f", "matroska"] : words
  }

  /// The arguments for joining. Nothing that is already encoded passes filters again.
  func joinWords(_ picture: PictureFacts) -> [String] {
    let codec = pictureCodec(picture)
    return (codec.map(nameWords) ?? []) + Self.without(.filters, givenWords)
      + ["-c", "copy"] + fileWords
  }

  /// Whether --encode contains video filters.
  var filtersPicture: Bool { names(.pictureFilters) }

  /// Refuses results that cannot be made in pieces.
  func requirePieces(of picture: PictureFacts) throws(FilmError) {
    if let word = givenWords.first(where: FFmpegOptions.againstPieces.contains) {
      throw .usage(
        "'\(word)' in --encode does not work with pieces",
        advice: "leave it out, and use --fps, --trim or --no-audio instead")
    }
    guard kind.image == nil else {
      throw .usage("\(kind.name) cannot be made in pieces", advice: "leave --piece or --join out")
    }
    let isVP9 = pictureCodec(picture) == .vp9 && CarriedPixels.hasAlpha(picture.pixelFormat)
    if isVP9 || encoder?.hasAlphaBeside(picture) == true {
      throw .usage("pieces cannot keep the transparency of VP8 and VP9", advice: "use .mov")
    }
  }

  /// Removes options and their values.
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
