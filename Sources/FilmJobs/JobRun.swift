import Commands
import CurvePage
import Film
import FilmRun
import MapShow
import Streams
import Tool
import Values
import Warp

/// Runs one command: surveys the film, plans the pipeline, then runs or prints the pipeline.
package struct JobRun {
  private let arguments: Arguments
  private let messages: Diagnostics

  /// - Parameter name: the beginning of each message.
  package init(_ arguments: Arguments, name: String = WarpCommand.command.name) {
    (self.arguments, messages) = (arguments, Diagnostics(tool: name))
  }

  /// How a run has ended without an error.
  enum Ending {
    case done
    /// OUTPUT exists, and `--skip-existing` keeps it.
    case skipped

    var text: String { self == .done ? "is complete" : "exists and stays as it is" }
  }

  package func run(writingTo output: inout FileSink) throws {
    if arguments.occurrences.isEmpty, arguments.operands.isEmpty { throw Failure(.usage, Self.usage) }
    let tools = try Self.tools()
    if let batch = try BatchRun(arguments, tools: tools) { return try batch.run(writingTo: &output) }
    let job = try JobSyntax.job(arguments, tools: tools)
    let ending = try run(job, writingTo: &output)
    if ending == .skipped { messages.note("'\(job.output ?? "")' \(ending.text)") }
  }

  func run(_ job: FilmJob, writingTo output: inout FileSink) throws -> Ending {
    if job.mode == .list {
      try output.write(MapOutput.listOfCurves)
      return .done
    }
    let files = JobFiles(job, arguments)
    try files.checkRead()
    if files.areDone {
      try endProgress(job)
      return .skipped
    }
    // A search or a cut without encoding reads the whole film, so an existing OUTPUT is reported before.
    if !job.finders.isEmpty || job.picture.copies { try files.checkWritten() }
    let shot = try ShotRequest(arguments, job)
    let film = try film(for: job)
    let answer = try shot.answer(on: film)
    answer.note.map(messages.note)
    return try JobRun(answer.arguments, name: messages.tool).make(job, of: film, files, writingTo: &output)
  }

  /// Shows the map of the film, or makes the result.
  private func make(
    _ job: FilmJob, of film: FilmSurvey.Film, _ files: JobFiles, writingTo output: inout FileSink
  ) throws -> Ending {
    switch job.mode {
    case .list: break
    case .edit: try EditRun(arguments, messages).run(film, job)
    case .show(let isPage): try showCurve(of: film, for: job, asPage: isPage, on: &output)
    case .preview, .file, .stream, .piece, .join:
      var job = job
      job.sound.muted = try JobSyntax.muted(arguments, on: film.clip)
      let music = try job.sound.music.map { try self.film(for: job.reading($0.file)) }
      let (map, splice) = try map(of: film, for: job)
      let plan = try FilmPlan(film, map, job, music: music, splice: splice)
      try plan.requireEnoughFilm()
      try files.checkWritten()
      try make(plan, job, files, printingTo: &output)
    }
    return .done
  }

  /// Prints an error after which other runs follow.
  func report(_ failure: Failure) { if !failure.isReported { messages.error(failure) } }

  private static var usage: String {
    let command = WarpCommand.command
    return "nothing to do. Usage: \(command.name) \(command.synopsis.first ?? ""); see \(command.name) --help"
  }

  /// The paths of the filters, which scripts/install puts beside this program.
  private static func tools() throws(Failure) -> RunSettings.Tools {
    let directory = ProgramFile.own.map { FileName($0).directory } ?? "."
    let tools = RunSettings.Tools(in: directory)
    guard Program.filters.allSatisfy({ ProgramFile.path(of: tools.word(for: $0)) != nil }) else {
      throw Failure(
        .inputOutput,
        "warp-map, warp-video or warp-audio is missing in '\(directory)'; run scripts/install")
    }
    return tools
  }

  /// Surveys the film with ffprobe and ffmpeg. Prints a note before one of them reads for long.
  private func film(for job: FilmJob) throws -> FilmSurvey.Film {
    try FilmSurvey.film(for: job, asking: oracle(for: job))
  }

  private func oracle(for job: FilmJob) -> QuestionRun {
    QuestionRun(job.run.tools) { question in
      if question.isLong { messages.note("reading all of '\(job.input)' to find \(question.aim)") }
      if job.run.showsProgress, question.finds {
        messages.note("reading '\(job.input)' to find \(question.name)")
      }
    }
  }

  // MARK: The map

  private func tellTruncation(of film: FilmSurvey.Film, _ job: FilmJob) {
    film.truncation.map { messages.note($0.text(naming: job.input)) }
  }

  /// The map, and how a copied picture is cut; nil if it is not.
  private func map(of film: FilmSurvey.Film, for job: FilmJob) throws -> (FilmMap, FilmSplice?) {
    do {
      var (request, found, settling) = try request(for: film, job)
      let splice = try splice(of: film, along: request.map, for: job)
      if let splice { request = request.playing(splice.map) }
      let words = MapWords(arguments, on: film.clip, input: job.input, settling: settling)
      for note in request.notes { messages.note(note) }
      var sink = MemorySink()
      try request.write(.tsv, tolerance: words.tolerance, to: &sink)
      let maker = words.areRepeatable && found == nil && splice == nil ? words.ofTable : nil
      let crossfades = try Crossfades(request.map, lasting: job.crossfade)
      return (FilmMap(crossfades, table: Document(name: "map", text: sink.text, maker: maker)), splice)
    } catch {
      // The map may fail because it was made for the whole film, so the truncation is reported first.
      tellTruncation(of: film, job)
      throw error
    }
  }

  /// How a copied picture is cut. Nil if all packets from one to another are copied, or if nothing is.
  private func splice(
    of film: FilmSurvey.Film, along map: TimeMap, for job: FilmJob
  ) throws -> FilmSplice? {
    guard job.picture.copies else { return nil }
    let isTrimmed = arguments.contains(MapCommand.trim)
    guard FilmSplice.isNeeded(along: map, job.picture, isTrimmed: isTrimmed) else {
      _ = try PacketCourse(map)
      return nil
    }
    return try FilmSplice(film, along: map, job, isTrimmed: isTrimmed, asking: oracle(for: job))
  }

  /// The map of the film, the curve that a search has found, and the rate on which the map is settled.
  private func request(
    for film: FilmSurvey.Film, _ job: FilmJob
  ) throws -> (request: MapRequest, found: FoundCurve?, settling: FrameRate?) {
    let found = try FoundCurve(arguments, from: film.evidence, on: film.clip)
    let request = try MapRequest(arguments, on: film.clip, found: found, isForFilm: true)
    guard let rate = try SettleRequest(arguments, film, along: request.map, job).rate else {
      return (request, found, nil)
    }
    return (try request.settled(for: rate, arguments, on: film.clip), found, rate)
  }

  private func showCurve(
    of film: FilmSurvey.Film, for job: FilmJob, asPage isPage: Bool, on output: inout FileSink
  ) throws {
    tellTruncation(of: film, job)
    let found = try FoundCurve(arguments, from: film.evidence, on: film.clip)
    let words = MapWords(arguments, on: film.clip, input: job.input)
    if film.isUneven, arguments.value(of: MapCommand.to.option) == "timestamps" {
      throw Failure(
        .usage,
        "--to timestamps needs a constant frame rate, and '\(job.input)' has a variable one; "
          + "use warp-video --vfr --timestamps"
      )
    }
    if isPage { tellUnshown() }
    for note in ModeRules.notes(on: arguments, leavingOut: isPage ? JobSyntax.resultOptions : []) {
      messages.note(note)
    }
    let shown = words.shown(start: film.input.clipStart)
    let table = Document(name: "map", text: "", maker: nil)
    try MapRun(
      shown, telling: messages, found: found, isForFilm: true,
      result: { (try? FilmPlan(film, FilmMap($0, table: table), job))?.format ?? ResultFormat(rate: nil) },
      film: .init(codec: film.tracks.picture?.codec ?? "") { try sound(of: film, for: job) },
      frames: film.shownFrames(job.picture), details: film.probe.soundTracks,
      // A page edits the curve as typed.
      settling: { isPage ? nil : try SettleRequest(arguments, film, along: $0, job).rate }
    ).write(to: &output)
  }

  /// Decodes the sound of the clip for the page. An hour takes some seconds, so a terminal shows the progress.
  private func sound(of film: FilmSurvey.Film, for job: FilmJob) throws -> PageSound {
    guard let wave = film.wave(for: job) else { return PageSound() }
    var (sound, share) = (PageSound(), ReadShare(of: film.clip.duration, isShown: job.run.showsProgress))
    try QuestionRun(job.run.tools).ask([wave]) { _, part in
      switch part {
      case .bytes(let samples):
        sound.take(samples)
        if let text = share.take(samples.count) { Diagnostics.passOn(ByteText.bytes(text)) }
      case .ended(let status):
        Diagnostics.passOn(ByteText.bytes(share.end))
        guard status == 0 else {
          throw Failure(
            .inputOutput, "ffmpeg cannot decode the sound of '\(job.input)'; to see why, play the file with ffplay")
        }
      }
    }
    return sound
  }

  /// Reports options that the command on the page lacks, because it makes only the map.
  private func tellUnshown() {
    let names = JobSyntax.resultOptions.filter(arguments.contains).map { "--\($0.name)" }
    guard !names.isEmpty else { return }
    let them = names.count == 1 ? "it" : "them"
    messages.note(
      "the command on the page lacks \(names.joined(separator: ", ")); add \(them) when you run the command")
  }

  // MARK: The result

  private func make(_ plan: FilmPlan, _ job: FilmJob, _ files: JobFiles, printingTo output: inout FileSink) throws {
    let pieces = plan.pieces.map { PieceFiles(plan: $0, overwrites: job.run.overwrites) }
    if try pieces?.isDone() == true { return try endProgress(job) }
    let joined = if case .join = job.mode { try pieces?.joined() } else { [ResultPiece]?.none }
    let pipeline = joined.map { plan.pipeline(joining: $0) } ?? plan.pipeline
    for note in ModeRules.notes(on: arguments) + plan.notes + [plan.repeats].compactMap(\.self) { messages.note(note) }
    if job.run.isDry {
      if job.mode.piece != nil {
        messages.note("--join does not accept a piece made by running this command by hand")
      }
      if let ending = plan.ending { messages.note(ending) }
      return try output.write(
        PipelineText(
          pipeline, result: files.output.map { FileName($0).asFile } ?? RunMode.standardOutput, tools: job.run.tools
        ).text)
    }
    var outputs = PipelineRun.Outputs(command: messages.tool, tools: job.run.tools)
    let terminal = Terminal.current
    outputs.variables["COLUMNS"] = terminal.isTerminal(.error) ? "\(terminal.columns)" : nil
    outputs.variables[Timebase.remedyVariable] = plan.finerKinds.map { "use \($0)" }
    outputs.stages = try job.run.stagesFile.map { try PipeEnd(creating: $0) }
    outputs.progress = try job.run.progressFile.map { try ProgressFile(creating: $0, total: plan.microseconds) }
    (outputs.name, outputs.input) = (files.output, job.input)
    outputs.decodedCodec = plan.decodedCodec
    outputs.isStreamed = job.mode.isStreamed
    outputs.result = try files.output.map { try ResultFile($0, called: $0, replacing: files.overwrites) }
    outputs.rest = try pieces?.rest.map { try ResultFile($0, called: $0, replacing: true) }
    if try PipelineRun.run(pipeline, outputs) {
      messages.note("ffmpeg found errors in '\(job.input)'; damaged frames may come out differently each time")
    }
    try keep(outputs, pieces, joined ?? [])
    try? outputs.progress?.end()
    if let ending = plan.ending { throw Failure(.input, ending) }
  }

  /// Gives the finished files their names. The second file of a piece comes first, because the label of the piece
  /// declares both complete.
  private func keep(
    _ outputs: PipelineRun.Outputs, _ pieces: PieceFiles?, _ joined: [ResultPiece]
  ) throws(Failure) {
    if let pieces, let piece = pieces.plan.piece {
      try outputs.result?.append(pieces.label(of: piece, restSize: outputs.rest?.size))
    }
    try outputs.rest?.keep()
    try outputs.result?.keep()
    guard let pieces else { return }
    for path in pieces.paths(of: joined) { InputFile.remove(path) }
    if outputs.rest == nil, let stale = pieces.plan.piece?.restPath(beside: pieces.plan.run.output) {
      InputFile.remove(stale)
    }
  }

  /// Reports the end of progress for a piece that already exists.
  private func endProgress(_ job: FilmJob) throws(StreamFailure) {
    try job.run.progressFile.map { name throws(StreamFailure) in try ProgressFile(creating: name, total: 0) }?.end()
  }
}
