import Warp

/// The last program: it reads picture, sound and what else there is, and makes the file.
extension FilmPlan {
  /// What the encoder reads, one row for each track or text of the result, in the order of the inputs' numbers. A row
  /// is nil where this film has no such track. A new kind of track is a new row.
  var inputs: [EncoderInput] {
    [pictureInput].compactMap(\.self) + soundInputs + subtitleInputs + [tagsInput, chaptersInput].compactMap(\.self)
  }

  var encoderPhrases: [[Stage.Word]] {
    // Without -xerror ffmpeg ends with status 0 when there was no room for the last bytes.
    var command: [Stage.Word] = .init(Self.ffmpeg + ["-xerror"] + (job.overwrites && encoding != nil ? ["-y"] : []))
    if let file = job.progressFile { command += ["-progress", .progress(file)] }
    return [command] + inputs.map(\.phrase) + [outputWords]
  }

  private var outputWords: [Stage.Word] {
    let inputs = inputs
    let taken = inputs.enumerated().flatMap { $0.element.taking($0.offset) }
    guard let encoding else {
      return .init(taken + ["-c:v", "rawvideo", "-c:a", "pcm_f32le", "-f", "nut", "-"])
    }
    // Without random numbers, such as the IDs in Matroska: the same film is the same bytes.
    let exact = (chaptersInput == nil ? ["-map_chapters", "-1"] : []) + ["-fflags", "+bitexact"]
    return .init(
      taken + exact + inputs.flatMap(\.outputOptions)
        + encoding.words(picture: picture?.picture, sounds: tracks.sounds.compactMap(\.sound), light: probe.light)
        + coverOptions)
      + [.result]
  }

  /// Title and other tags, which the encoder reads from the film itself.
  private var tagsInput: EncoderInput? {
    guard encoding != nil else { return nil }
    // The tag `encoder` is left out: it names what made the source.
    return EncoderInput(
      phrase: ["-i", .text(sourceFile)], of: covers + attachments,
      outputOptions: attachments.isEmpty ? [] : ["-c:t", "copy"]
    ) { number in
      let files = (covers + attachments).flatMap { ["-map", "\(number):\($0.index)"] }
      return files + ["-map_metadata", "\(number)", "-metadata", "encoder="]
    }
  }

  private var chaptersInput: EncoderInput? {
    let chapters = Chapters(probe.chapters, origin: span.start, along: map.map)
    guard encoding != nil, !chapters.isEmpty else { return nil }
    let document = Document(name: "chapters", text: chapters.text, maker: nil)
    return EncoderInput(phrase: ["-f", "ffmetadata", "-i", .feed(.document(document))]) { ["-map_chapters", "\($0)"] }
  }
}

/// One of the encoder's inputs.
struct EncoderInput {
  /// The words that open it.
  let phrase: [Stage.Word]
  /// The words that say what is taken from it, given its number among the inputs.
  let taking: (Int) -> [String]
  /// What else is said of its track in a file that is kept, such as the language or the codec. The codecs of picture
  /// and sound are `Encoding`'s.
  let outputOptions: [String]
  /// The film's streams that come into the result by it; all others are named as left out.
  let streams: [ProbedStream]

  init(
    phrase: [Stage.Word], of streams: [ProbedStream] = [], outputOptions: [String] = [],
    taking: @escaping (Int) -> [String]
  ) {
    self.phrase = phrase
    self.taking = taking
    self.outputOptions = outputOptions
    self.streams = streams
  }
}
