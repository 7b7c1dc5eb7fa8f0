import Pixels
import Values
import Warp

/// A result made in pieces. The picture of each piece is NUT, which keeps timestamps exactly. The first piece also
/// makes a file with sound and subtitles in the format of the result. Joining the pieces encodes nothing again.
package struct PiecePlan: Sendable {
  private let film: FilmSurvey.Film
  private let picture: PicturePlan
  /// The picture as the encoder gets it.
  private let facts: PictureFacts
  private let encoding: Encoding
  private let sound: SoundPlan
  private let subtitles: SubtitlePlan
  package let run: PieceRun
  /// The piece to make; nil to join all.
  package let piece: ResultPiece?
  /// The output frames of the piece; nil for all.
  let range: OutputRange?

  /// Nil if the result is not made in pieces.
  init?(_ job: FilmJob, _ picture: PicturePlan, _ sound: SoundPlan, _ subtitles: SubtitlePlan) throws(FilmError) {
    guard let run = job.mode.pieceRun else { return nil }
    film = picture.film
    guard let source = picture.stream?.picture, let facts = picture.encoded, let encoding = film.encoding else {
      throw .usage("pieces need a picture, and '\(run.output)' has none", advice: "leave --piece or --join out")
    }
    try encoding.requirePieces(of: source)
    (self.picture, self.facts, self.encoding) = (picture, facts, encoding)
    (self.sound, self.subtitles, self.run, piece) = (sound, subtitles, run, job.mode.piece)
    range = try piece.map { piece throws(FilmError) in try Self.range(of: piece, picture) }
  }

  private static func range(of piece: ResultPiece, _ picture: PicturePlan) throws(FilmError) -> OutputRange {
    let length = picture.map.map.warpedLength ?? 0
    let starts = picture.starts
    let count = picture.timing.rate.map { $0.frameCount(filling: length) } ?? (starts.isEmpty ? nil : starts.count)
    // All pieces are refused, not only those without a frame, because the others would be of no use.
    if let count, count < piece.count {
      throw .usage("the result has fewer than \(piece.count) frames, too few for \(piece.count) pieces")
    }
    if picture.timing.rate != nil { return .frames(piece.share(of: count ?? 0)) }
    // Each piece gets the same number of frames or, if the frames are unknown, the same length of time.
    let share = piece.share(of: starts.count)
    func border(_ number: Int, _ index: Int) -> Double {
      if number == 0 { return 0 }
      if number == piece.count { return .infinity }
      return starts.isEmpty ? length / Double(piece.count) * Double(number) : starts[index]
    }
    let start = border(piece.number - 1, share.lowerBound)
    return .times(start..<max(start.nextUp, border(piece.number, share.upperBound)))
  }

  /// The text in the labels of all pieces. Its computation takes time in proportion to the length of the map.
  package var label: PieceText {
    func size(_ film: FilmSurvey.Film) -> String { "\(film.probe.container.size ?? 0) bytes" }
    return PieceText(
      by: "\(run.version), ffmpeg \(film.probe.version)", words: run.words, film: size(film),
      music: sound.music.map { size($0.source.film) }, table: picture.map.table.text)
  }

  /// The tracks that are made with the first piece, in the order of its file.
  private var restInputs: [EncoderInput] { sound.inputs + subtitles.inputs }

  /// Whether the first piece also makes a file with sound and subtitles.
  package var hasRest: Bool { !restInputs.isEmpty }

  // MARK: Making a piece

  /// The encoder's inputs for the piece.
  var inputs: [EncoderInput] {
    [picture.input(range)].compactMap(\.self) + (piece?.number == 1 ? restInputs : [])
  }

  var outputs: [[Stage.Word]] {
    let inputs = self.inputs
    let exact = ["-fflags", "+bitexact"]
    // NUT has no timestamps below 0, not even the decoding timestamps of reordered frames, which are therefore not
    // written.
    let stamps = piece?.number == 1 ? [] : ["-copyts"]
    let pictureWords: [Stage.Word] =
      .init(
        inputs[0].taking(0) + stamps + ["-avoid_negative_ts", "disabled"] + exact
          + encoding.pieceWords(
            facts, scaling: picture.lateScaling, light: picture.light, fields: picture.keptFields)) + [.result]
    guard inputs.count > 1 else { return [pictureWords] }
    let taken = inputs.enumerated().dropFirst().flatMap { $0.element.taking($0.offset) }
    let untagged = ["-map_metadata:g", "-1", "-map_chapters", "-1"] + exact
    let delay = restOffset == 0 ? [] : ["-output_ts_offset", NumberSyntax.print(restOffset)]
    let options = inputs.dropFirst().flatMap(\.outputOptions)
    let rest = taken + untagged + delay + options + encoding.restWords(sound.tracks.map(\.facts))
    return [.init(rest) + [.rest], pictureWords]
  }

  // MARK: Joining them

  /// The encoder's inputs for joining the pieces; it only copies packets.
  func joinInputs(_ pieces: [ResultPiece]) -> [EncoderInput] {
    guard let stream = picture.stream, let first = pieces.first else { return [] }
    let paths = pieces.flatMap { ["--join", FileName($0.path(beside: run.output)).asFile] }
    let joined = EncoderInput(
      phrase: ["-f", "nut", "-i", .feed(.stage(Stage("picture joiner", .video, [.init(paths)])))],
      of: [stream], outputOptions: stream.trackOptions("v:0", isAlone: true, in: encoding.kind)
    ) { ["-map", "\($0):v:0"] }
    let path = FileName(first.restPath(beside: run.output)).asFile
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
    let opusDelay = sound.isOffset ? 0.007 : 0
    return [
      joined, made(sound.inputs, "a", early: restOffset - opusDelay), made(subtitles.inputs, "s", early: restOffset),
    ].compactMap(\.self)
  }

  /// The seconds by which all timestamps in the file with sound and subtitles are delayed. Most codecs begin before 0
  /// with samples that are not heard. Only mp4 and mov can store this; in other formats ffmpeg would shift everything
  /// to begin at 0.
  private var restOffset: Double { encoding.kind.isQuickTime ? 0 : 10 }

  /// The output options without those for encoding. They include colours, because the NUT picture does not contain
  /// them.
  var joinWords: [String] {
    let converted = CarriedPixels.changesRange(facts.pixelFormat)
    let colours =
      facts.colours.flatMap { ["-\($0.option):v:0", $0.value] }
      + (converted ? ["-color_range:v:0", "tv", "-colorspace:v:0", "bt709"] : [])
    let order = picture.keptFields.map { $0 == .topFirst ? "tb" : "bt" } ?? "progressive"
    return encoding.joinWords(facts) + colours + ["-field_order:v:0", order]
  }
}

extension PicturePlan {
  /// The starts of the frames of a result with timestamps, as far as the timestamps of the film determine them.
  fileprivate var starts: [Double] {
    guard case .variable(let timebase) = timing.showing, !film.stamps.isEmpty else { return [] }
    var schedule = VariableSchedule(map.map, FrameClock(nominal: nil), timebase: timebase, holdsEnd: true)
    var count = 0
    for stamp in film.stamps where schedule.append(start: stamp) { count += 1 }
    schedule.end(count: count)
    var starts: [Double] = []
    while case .show(_, _, let tick?)? = try? schedule.next() { starts.append(timebase.seconds(tick)) }
    return starts
  }
}

extension OutputRange {
  /// The option of warp-video.
  var words: [String] {
    switch self {
    case .frames(let frames): ["--output-range", "\(frames.lowerBound)..\(frames.upperBound)"]
    case .times(let times):
      [
        "--output-range",
        "\(NumberSyntax.print(times.lowerBound)).."
          + (times.upperBound.isFinite ? NumberSyntax.print(times.upperBound) : ""),
      ]
    }
  }
}
