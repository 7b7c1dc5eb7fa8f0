/// The last program, which reads picture, sound and the other tracks, and makes the file.
extension FilmPlan {
  /// The inputs of the encoder, one row per track or text of the result, in the order of the input numbers. A row is
  /// nil if this film has no such track. For a new kind of track, add a row here and, for a result in pieces, in
  /// `restInputs` and `joinInputs`.
  var wholeInputs: [EncoderInput] {
    [pictureInput].compactMap(\.self) + soundInputs + subtitleInputs + [tagsInput, extrasInput].compactMap(\.self)
  }

  /// The words of the encoder, with one phrase per printed line.
  var encoderPhrases: [[Stage.Word]] {
    if let piece = job.mode.piece {
      return [encoderStart] + pieceInputs(piece).map(\.phrase) + pieceOutputs(piece)
    }
    return [encoderStart] + wholeInputs.map(\.phrase) + [outputWords(wholeInputs) { codecWords($0) }]
  }

  /// The words of the encoder for joining pieces. Inputs keep their timestamps, because they are already in sync.
  func joinPhrases(_ pieces: [ResultPiece]) -> [[Stage.Word]] {
    let inputs = joinInputs(pieces)
    return [encoderStart + ["-copyts"]] + inputs.map(\.phrase) + [outputWords(inputs) { _ in joinWords }]
  }

  private var encoderStart: [Stage.Word] {
    // Without -xerror, ffmpeg exits with status 0 even if the last bytes did not fit on the disk.
    let words: [Stage.Word] = .init(
      Self.ffmpeg + ["-xerror"] + (job.run.overwrites && film.encoding != nil ? ["-y"] : []))
    return words + (job.run.progressFile.map { ["-progress", .progress($0)] } ?? [])
  }

  /// - Parameter codecs: the arguments about codecs and file, for a result that is kept.
  private func outputWords(_ inputs: [EncoderInput], codecs: (Encoding) -> [String]) -> [Stage.Word] {
    let taken = inputs.enumerated().flatMap { $0.element.taking($0.offset) }
    guard let encoding = film.encoding else {
      let filters = lateScaling.isEmpty ? [] : ["-vf", lateScaling.joined(separator: ",")]
      return .init(taken + filters + ["-c:v", "rawvideo", "-c:a", "pcm_f32le", "-f", "nut", "-"])
    }
    // Without random numbers, such as the IDs in Matroska, so that the same film gives the same bytes.
    let exact = ["-fflags", "+bitexact"]
    return .init(
      taken + tagWords + exact + inputs.flatMap(\.outputOptions) + codecs(encoding) + coverOptions)
      + attachedCovers + [.result]
  }

  /// The arguments about codecs and file.
  private func codecWords(_ encoding: Encoding) -> [String] {
    (job.picture.copies ? copyWords : [])
      + encoding.words(
        picture: job.picture.copies ? nil : encodedPicture, scaling: lateScaling, sounds: soundTracks.map(\.facts),
        light: light, fields: keptFields)
  }

  /// The brightness metadata of an HDR picture.
  var light: LightData { picture.map(film.probe.firstFrame)?.light ?? LightData() }

  /// Title, other tags and chapters.
  var tagsInput: EncoderInput? {
    let tags = filmTags
    guard film.encoding != nil, tags.hasTags || tags.hasChapters else { return nil }
    let document = Document(name: "tags", text: tags.text, maker: nil)
    return EncoderInput(phrase: ["-f", "ffmetadata", "-i", .feed(.document(document))], outputOptions: tagOptions) {
      (tags.hasTags ? ["-map_metadata", "\($0)"] : []) + (tags.hasChapters ? ["-map_chapters", "\($0)"] : [])
    }
  }

  /// Without own tags or chapters, the result must not get those of the encoder's inputs.
  private var tagWords: [String] {
    let film = filmTags
    return (film.hasTags ? [] : ["-map_metadata:g", "-1"]) + (film.hasChapters ? [] : ["-map_chapters", "-1"])
  }

  /// Cover pictures and fonts, which the encoder reads from the film itself.
  var extrasInput: EncoderInput? {
    let extras = covers + attachments
    guard !extras.isEmpty else { return nil }
    return EncoderInput(
      phrase: ["-i", .text(film.input.file)], of: extras, outputOptions: attachments.isEmpty ? [] : ["-c:t", "copy"]
    ) { number in extras.flatMap { ["-map", "\(number):\($0.index)"] } }
  }

  /// The field order of the result; nil if it is not interlaced. Mixed frames have no fields. If the film plays
  /// backward throughout, the field order is reversed.
  var keptFields: FieldOrder? {
    guard job.picture.deinterlacing == .none, !job.picture.mixesFrames, let fields = film.fields else { return nil }
    return map.map.stretches.allSatisfy { $0.direction == .backward } ? fields.opposite : fields
  }
}

/// An input of the encoder.
struct EncoderInput {
  /// The arguments that open it.
  let phrase: [Stage.Word]
  /// The arguments that map its track, given the input's number.
  let taking: (Int) -> [String]
  /// Further arguments about its track in a file that is kept, such as language or codec. `Encoding` has those for the
  /// codecs of picture and sound.
  let outputOptions: [String]
  /// The film's streams that this input brings into the result. Streams in no input are reported as dropped.
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
