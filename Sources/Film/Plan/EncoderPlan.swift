/// The last program, which reads picture, sound and the other tracks, and makes the file.
extension FilmPlan {
  /// The inputs of the encoder, one row per track or text of the result, in the order of the input numbers. A row is
  /// nil if this film has no such track. For a new kind of track, add a row here and, for a result in pieces, in
  /// `PiecePlan`.
  var wholeInputs: [EncoderInput] {
    [[picture.input(nil)].compactMap(\.self), sound.inputs, subtitles.inputs, extras.inputs].flatMap(\.self)
  }

  /// The words of the encoder, with one phrase per printed line.
  var encoderPhrases: [[Stage.Word]] {
    if let pieces, pieces.piece != nil { return [encoderStart] + pieces.inputs.map(\.phrase) + pieces.outputs }
    if let part { return partPhrases(part, starting: encoderStart) }
    let inputs = wholeInputs
    return [encoderStart] + inputs.map(\.phrase) + [outputWords(inputs) { codecWords($0) }]
  }

  /// The words of the encoder for joining pieces. Inputs keep their timestamps, because they are already in sync.
  func joinPhrases(_ made: [ResultPiece]) -> [[Stage.Word]] {
    guard let pieces else { return [] }
    let inputs = pieces.joinInputs(made) + extras.inputs
    return [encoderStart + ["-copyts"]] + inputs.map(\.phrase) + [outputWords(inputs) { _ in pieces.joinWords }]
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
      let filters = picture.lateScaling.isEmpty ? [] : ["-vf", picture.lateScaling.joined(separator: ",")]
      return .init(taken + filters + ["-c:v", "rawvideo", "-c:a", "pcm_f32le", "-f", "nut", "-"])
    }
    // Without random numbers, such as the IDs in Matroska, so that the same film gives the same bytes.
    let exact = ["-fflags", "+bitexact"]
    let tags: [String] = extras.tagWords + (timecode?.options ?? []) + exact
    let options: [String] = inputs.flatMap(\.outputOptions) + codecs(encoding) + extras.coverOptions
    let words: [Stage.Word] = .init(taken + tags + options)
    return words + extras.attachedCovers + [.result]
  }

  /// The timecode of the result; nil if it has none.
  var timecode: ResultTimecode? {
    // A copied picture has the film's frame rate only at normal speed.
    let isChanged = map.map.scaleRange != 1...1 || map.map.stretches.contains { $0.direction == .still }
    let copied = isChanged ? nil : film.rate
    return ResultTimecode(
      of: film, along: map.map, at: picture.copy == nil ? picture.timing.rate : copied, job.picture)
  }

  /// The arguments about codecs and file.
  func codecWords(_ encoding: Encoding) -> [String] {
    (picture.copy?.outputWords ?? [])
      + encoding.words(
        picture: picture.copy == nil ? picture.encoded : nil, scaling: picture.lateScaling,
        sounds: sound.tracks.map(\.facts), light: picture.light, fields: picture.keptFields)
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
