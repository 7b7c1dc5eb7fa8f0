import Pixels
import Values
import Warp

/// A result made in pieces. The picture of each piece is NUT, which keeps timestamps exactly. The first piece also
/// makes a file with sound and subtitles in the format of the result. Joining the pieces encodes nothing again.
extension FilmPlan {
  /// The text in the labels of all pieces. Its computation takes time in proportion to the length of the map.
  package var label: PieceText {
    func size(_ film: FilmSurvey.Film) -> String { "\(film.probe.container.size ?? 0) bytes" }
    return PieceText(
      by: "\(job.mode.pieceRun?.version ?? ""), ffmpeg \(film.probe.version)", words: job.mode.pieceRun?.words ?? "",
      film: size(film), music: music.map { size($0.source.film) }, table: map.table.text)
  }

  /// The output frames of a piece.
  func rangeOfPiece() -> OutputRange? {
    guard let piece = job.mode.piece else { return nil }
    let length = map.map.warpedLength ?? 0
    guard let rate = outputRate else { return .times(span(of: piece, in: length)) }
    return .frames(piece.share(of: rate.frameCount(filling: length) ?? 0))
  }

  /// The warped time of a piece whose frames have timestamps. Each piece gets the same number of frames.
  private func span(of piece: ResultPiece, in length: Double) -> Range<Double> {
    let starts = showings
    let share = piece.share(of: starts.count)
    // If the frames are unknown, each piece gets the same length of time.
    func border(_ number: Int, _ index: Int) -> Double {
      if number == 0 { return 0 }
      if number == piece.count { return .infinity }
      return starts.count < piece.count ? length / Double(piece.count) * Double(number) : starts[index]
    }
    let start = border(piece.number - 1, share.lowerBound)
    return start..<max(start.nextUp, border(piece.number, share.upperBound))
  }

  /// The starts of the frames of a result with timestamps, as far as the timestamps of the film determine them.
  private var showings: [Double] {
    guard case .variable(let timebase) = showing, !film.stamps.isEmpty else { return [] }
    var schedule = VariableSchedule(map.map, FrameClock(nominal: nil), timebase: timebase, holdsEnd: true)
    var count = 0
    for stamp in film.stamps where schedule.append(start: stamp) { count += 1 }
    schedule.end(count: count)
    var starts: [Double] = []
    while case .show(_, _, let tick?)? = try? schedule.next() { starts.append(timebase.seconds(tick)) }
    return starts
  }

  /// The range option of warp-video.
  var rangeWords: [String] {
    switch pieceRange {
    case nil: []
    case .frames(let frames): ["--output-range", "\(frames.lowerBound)..\(frames.upperBound)"]
    case .times(let times):
      [
        "--output-range",
        "\(NumberSyntax.print(times.lowerBound)).."
          + (times.upperBound.isFinite ? NumberSyntax.print(times.upperBound) : ""),
      ]
    }
  }

  /// The tracks that are made with the first piece, in the order of its file.
  private var restInputs: [EncoderInput] { soundInputs + subtitleInputs }

  /// Whether the first piece also makes a file with sound and subtitles.
  package var hasRest: Bool { !restInputs.isEmpty }

  // MARK: Making a piece

  /// The encoder's inputs for a piece.
  func pieceInputs(_ piece: ResultPiece) -> [EncoderInput] {
    [pictureInput].compactMap(\.self) + (piece.number == 1 ? restInputs : [])
  }

  func pieceOutputs(_ piece: ResultPiece) -> [[Stage.Word]] {
    guard let encoding = film.encoding, let facts = encodedPicture else { return [] }
    let inputs = pieceInputs(piece)
    let exact = ["-fflags", "+bitexact"]
    // NUT has no timestamps below 0, not even the decoding timestamps of reordered frames, which are therefore not
    // written.
    let stamps = piece.number == 1 ? [] : ["-copyts"]
    let picture: [Stage.Word] =
      .init(
        inputs[0].taking(0) + stamps + ["-avoid_negative_ts", "disabled"] + exact
          + encoding.pieceWords(facts, scaling: lateScaling, light: light, fields: keptFields)) + [.result]
    guard piece.number == 1, hasRest else { return [picture] }
    let taken = inputs.enumerated().dropFirst().flatMap { $0.element.taking($0.offset) }
    let rest: [Stage.Word] =
      .init(
        taken + ["-map_metadata:g", "-1", "-map_chapters", "-1"] + exact
          + (restOffset == 0 ? [] : ["-output_ts_offset", NumberSyntax.print(restOffset)])
          + inputs.dropFirst().flatMap(\.outputOptions)
          + encoding.restWords(soundTracks.map(\.facts))) + [.rest]
    return [rest, picture]
  }

  // MARK: Joining them

  /// The encoder's inputs for joining the pieces; it only copies packets.
  func joinInputs(_ pieces: [ResultPiece]) -> [EncoderInput] {
    guard let stream = picture, let output = job.output, let first = pieces.first else { return [] }
    let paths = pieces.flatMap { ["--join", FilmJob.path($0.path(beside: output))] }
    let joined = EncoderInput(
      phrase: ["-f", "nut", "-i", .feed(.stage(Stage("picture joiner", [.init([job.run.tools.video] + paths)])))],
      of: [stream], outputOptions: stream.trackOptions("v:0", isAlone: true, in: kind)
    ) { ["-map", "\($0):v:0"] }
    let path = FilmJob.path(first.restPath(beside: output))
    func made(_ inputs: [EncoderInput], _ kind: String, early: Double) -> EncoderInput? {
      let offset = early == 0 ? [] : ["-itsoffset", NumberSyntax.print(-early)]
      return inputs.isEmpty
        ? nil
        : EncoderInput(
          phrase: .init(offset + ["-i", path]), of: inputs.flatMap(\.streams),
          outputOptions: inputs.flatMap(\.outputOptions)
        ) { number in inputs.indices.flatMap { ["-map", "\(number):\(kind):\($0)"] } }
    }
    // ffmpeg subtracts the skipped start of Opus in Matroska when it reads timestamps, but did not add it when it wrote
    // them.
    let opusDelay = soundIsOffset ? 0.007 : 0
    return [
      joined, made(soundInputs, "a", early: restOffset - opusDelay), made(subtitleInputs, "s", early: restOffset),
      tagsInput, extrasInput,
    ].compactMap(\.self)
  }

  /// The seconds by which all timestamps in the file with sound and subtitles are delayed. Most codecs begin before 0
  /// with samples that are not heard. Only mp4 and mov can store this; in other formats ffmpeg would shift everything
  /// to begin at 0.
  private var restOffset: Double { kind.isQuickTime ? 0 : 10 }

  /// The output options without those for encoding. They include colours, because the NUT picture does not contain
  /// them.
  var joinWords: [String] {
    guard let encoding = film.encoding, let facts = encodedPicture else { return [] }
    let converted = CarriedPixels.changesRange(facts.pixelFormat)
    let colours =
      facts.colours.flatMap { ["-\($0.option):v:0", $0.value] }
      + (converted ? ["-color_range:v:0", "tv", "-colorspace:v:0", "bt709"] : [])
    let order = keptFields.map { $0 == .topFirst ? "tb" : "bt" } ?? "progressive"
    return encoding.joinWords(facts) + colours + ["-field_order:v:0", order]
  }

  func requirePieces() throws(FilmError) {
    guard let facts = picture?.picture, let encoding = film.encoding else {
      throw .usage("pieces need a picture, and '\(job.output ?? "")' has none", advice: "leave --piece or --join out")
    }
    if let word = encoding.wordAgainstPieces {
      throw .usage(
        "'\(word)' in --encode does not work with pieces",
        advice: "leave it out, and use --fps, --trim or --no-audio instead")
    }
    guard encoding.kind.image == nil else {
      throw .usage("\(encoding.kind.name) cannot be made in pieces", advice: "leave --piece or --join out")
    }
    let isVP9 = encoding.pictureCodec(facts) == .vp9 && CarriedPixels.hasAlpha(facts.pixelFormat)
    if isVP9 || encoding.encoder?.hasAlphaBeside(facts) == true {
      throw .usage(
        "pieces cannot keep the transparency of VP8 and VP9", advice: "use .mov")
    }
    // All pieces are refused, not only those without a frame, because the others would be of no use.
    guard let piece = job.mode.piece, let count = frameCount, count < piece.count else { return }
    throw .usage("the result has fewer than \(piece.count) frames, too few for \(piece.count) pieces")
  }

  /// The number of frames of the result; nil if frames have timestamps and those of the film are unknown.
  private var frameCount: Int? {
    if let outputRate { return outputRate.frameCount(filling: map.map.warpedLength ?? 0) }
    return film.stamps.isEmpty ? nil : showings.count
  }
}
