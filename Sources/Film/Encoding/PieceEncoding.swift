import Pixels

/// The words for a result in pieces: its picture in NUT, the rest in a file of the result's kind, then both copied into one.
/// What --encode says goes to all of them, as far as each can take it.
extension Encoding {
  /// For the picture of a piece. NUT has names of its own for codecs.
  func pieceWords(_ picture: PictureFacts, light: LightData, fields: FieldOrder?) -> [String] {
    let words = words(picture: picture, sounds: [], light: light, fields: fields)
    return Self.without(["-tag", "-vtag", "-movflags"], words) + ["-f", "nut"]
  }

  /// For sound and subtitles. Kinds of file that only --encode knows may have times of their own, as MPEG-TS does, which
  /// begins at 1.4 s: the tracks for those wait in Matroska.
  func restWords(_ sounds: [SoundFacts]) -> [String] {
    let words = words(picture: nil, sounds: sounds)
    return kind == nil ? Self.without(["-movflags"], words) + ["-f", "matroska"] : words
  }

  /// For the result. Nothing that is encoded already goes through filters again.
  func joinWords(_ picture: PictureFacts) -> [String] {
    let codec = pictureCodec(picture)
    return (codec.map(nameWords) ?? []) + Self.without(["-vf", "-af", "-filter", "-bsf", "-vbsf", "-absf"], givenWords)
      + ["-c", "copy"] + fileWords
  }

  /// Whether --encode has filters for the picture.
  var filtersPicture: Bool {
    givenWords.contains { word in
      ["-filter", "-filter_complex", "-lavfi"].contains(word)
        || ["-vf", "-filter:v"].contains { Self.isOption($0, word) }
    }
  }

  /// A word of --encode that changes times or leaves tracks out, which pieces would not do alike; nil if there is none.
  var wordAgainstPieces: String? {
    let options = [
      "-r", "-ss", "-t", "-to", "-frames", "-vframes", "-aframes", "-fs", "-itsoffset", "-output_ts_offset", "-vsync",
      "-fps_mode", "-pass", "-an", "-sn", "-vn", "-map", "-filter_complex", "-lavfi",
    ]
    return givenWords.first { word in options.contains { Self.isOption($0, word) } }
  }

  private static func isOption(_ option: String, _ word: String) -> Bool {
    word == option || word.hasPrefix(option + ":")
  }

  /// Leaves out options that begin like this, with their values.
  private static func without(_ options: [String], _ words: [String]) -> [String] {
    var kept: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if options.contains(where: { isOption($0, word) }) {
        _ = rest.popFirst()
      } else {
        kept.append(word)
      }
    }
    return kept
  }
}
