import Warp

/// The last program: it reads picture, sound and what else there is, and makes the file.
extension FilmPlan {
  /// What the encoder reads, one row for each track or text of the result, in the order of the inputs' numbers. A row
  /// is nil where this film has no such track. A new kind of track is a new row here, and of `restInputs` and
  /// `joinInputs` for a result in pieces.
  var wholeInputs: [EncoderInput] {
    [pictureInput].compactMap(\.self) + soundInputs + subtitleInputs + [tagsInput, extrasInput].compactMap(\.self)
  }

  /// The words of the encoder, a phrase for each line on which they are printed.
  var encoderPhrases: [[Stage.Word]] {
    if case .piece(let piece) = job.part {
      return [encoderStart] + pieceInputs(piece).map(\.phrase) + pieceOutputs(piece)
    }
    return [encoderStart] + wholeInputs.map(\.phrase) + [outputWords(wholeInputs) { codecWords($0) }]
  }

  /// The same to join pieces. No input is moved to begin at 0: they are in step as they are.
  func joinPhrases(_ pieces: [ResultPiece]) -> [[Stage.Word]] {
    let inputs = joinInputs(pieces)
    return [encoderStart + ["-copyts"]] + inputs.map(\.phrase) + [outputWords(inputs) { _ in joinWords }]
  }

  private var encoderStart: [Stage.Word] {
    // Without -xerror ffmpeg ends with status 0 when there was no room for the last bytes.
    let words: [Stage.Word] = .init(Self.ffmpeg + ["-xerror"] + (job.overwrites && film.encoding != nil ? ["-y"] : []))
    return words + (job.progressFile.map { ["-progress", .progress($0)] } ?? [])
  }

  /// - Parameter codecs: what is said of codecs and the file in a result that is kept.
  private func outputWords(_ inputs: [EncoderInput], codecs: (Encoding) -> [String]) -> [Stage.Word] {
    let taken = inputs.enumerated().flatMap { $0.element.taking($0.offset) }
    guard let encoding = film.encoding else {
      let filters = lateScaling.isEmpty ? [] : ["-vf", lateScaling.joined(separator: ",")]
      return .init(taken + filters + ["-c:v", "rawvideo", "-c:a", "pcm_f32le", "-f", "nut", "-"])
    }
    // Without random numbers, such as the IDs in Matroska: the same film is the same bytes.
    let exact = ["-fflags", "+bitexact"]
    return .init(
      taken + tagWords + exact + inputs.flatMap(\.outputOptions) + codecs(encoding) + coverOptions)
      + attachedCovers + [.result]
  }

  /// What is said about codecs and the file.
  private func codecWords(_ encoding: Encoding) -> [String] {
    (job.copies ? copyWords : [])
      + encoding.words(
        picture: job.copies ? nil : encodedPicture, scaling: lateScaling, sounds: soundTracks.map(\.facts),
        light: light, fields: keptFields)
  }

  /// What is known of the brightness of an HDR picture.
  var light: LightData { picture.map(film.probe.firstFrame)?.light ?? LightData() }

  /// Title and other tags, and chapters.
  var tagsInput: EncoderInput? {
    let tags = filmTags
    guard film.encoding != nil, tags.hasTags || tags.hasChapters else { return nil }
    let document = Document(name: "tags", text: tags.text, maker: nil)
    return EncoderInput(phrase: ["-f", "ffmetadata", "-i", .feed(.document(document))], outputOptions: tagOptions) {
      (tags.hasTags ? ["-map_metadata", "\($0)"] : []) + (tags.hasChapters ? ["-map_chapters", "\($0)"] : [])
    }
  }

  /// Where there are none, none are to come from what the encoder reads.
  private var tagWords: [String] {
    let film = filmTags
    return (film.hasTags ? [] : ["-map_metadata:g", "-1"]) + (film.hasChapters ? [] : ["-map_chapters", "-1"])
  }

  /// Cover pictures and fonts, which the encoder reads from the film itself.
  var extrasInput: EncoderInput? {
    let extras = covers + attachments
    guard !extras.isEmpty else { return nil }
    return EncoderInput(
      phrase: ["-i", .text(sourceFile)], of: extras, outputOptions: attachments.isEmpty ? [] : ["-c:t", "copy"]
    ) { number in extras.flatMap { ["-map", "\(number):\($0.index)"] } }
  }

  /// In which order the fields of the result are shown; nil where it has none. Frames that are mixed have none of their
  /// own. In a film that plays backward throughout, the field that came second comes first.
  var keptFields: FieldOrder? {
    guard job.deinterlacing == .none, !job.mixesFrames, let fields = film.fields else { return nil }
    return map.map.stretches.allSatisfy { $0.direction == .backward } ? fields.opposite : fields
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
