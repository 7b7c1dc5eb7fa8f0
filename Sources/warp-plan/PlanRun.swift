import Commands
import Film
import Streams
import Tool
import Warp

/// One run: from words and answers to a question, a pipeline, or a command that shows what was asked for.
struct PlanRun {
  private let arguments: Arguments
  private let asker: Asker
  private let tools: FilmJob.Tools

  init(_ arguments: Arguments, for asker: Asker) {
    self.arguments = arguments
    self.asker = asker
    tools = if case .script(_, let directory) = asker { FilmJob.Tools(in: directory) } else { FilmJob.Tools() }
  }

  func write(to output: inout FileSink) throws {
    if arguments.occurrences.isEmpty, arguments.operands.isEmpty { throw Failure(.usage, Self.usage) }
    // The list of curves is the same for every film, so that no file has to be given.
    if arguments.contains(MapCommand.listCurves) {
      return try show([tools.map, "--\(MapCommand.listCurves.name)"], of: nil, to: &output)
    }
    let job = try JobSyntax.job(arguments, tools: tools)
    let answers = try answers()
    switch try FilmSurvey.next(answers, for: job) {
    case .questions(let questions):
      for question in questions {
        if question.isLong(for: answers.probe) {
          Diagnostics(tool: WarpCommand.command.name).note("all of '\(job.input)' is read to see how long it is")
        }
        if job.search.showsProgress, question.finds {
          Diagnostics(tool: WarpCommand.command.name).note("'\(job.input)' is read once to find \(question.name)")
        }
      }
      try ask(questions, of: job, to: &output)
    case .film(let film): try plan(film, for: job, to: &output)
    }
  }

  private static var usage: String {
    let command = WarpCommand.command
    return "nothing to do. Usage: \(command.name) \(command.synopsis.first ?? ""); see \(command.name) --help"
  }

  private func answers() throws -> Answers {
    guard case .script(let path, _) = asker else {
      let readers = MapCommand.files.filter { arguments.values(of: $0).contains(where: InputFile.isStandardInput) }
      if let reader = readers.first {
        throw Failure(.usage, "standard input brings what ffprobe says; give --\(reader.name) a file or <(…)")
      }
      try Terminal.current.refuseTypedInput(to: WarpCommand.command)
      return try Answers(reading: FileSource(.input))
    }
    return try Answers(reading: try FileSource(path: path))
  }

  private func ask(_ questions: [Question], of job: FilmJob, to output: inout FileSink) throws {
    guard case .script = asker else {
      throw Failure(
        .input,
        "standard input does not say all there is to know of '\(job.input)'; add what this prints: \(questions.map(\.text).joined(separator: "; "))"
      )
    }
    var records = Records()
    records.add(files(of: job))
    for question in questions { records.add(.question(question)) }
    try records.write(to: &output)
  }

  private func plan(_ film: FilmSurvey.Film, for job: FilmJob, to output: inout FileSink) throws {
    let words = MapWords(arguments, on: film.clip, tool: tools.map, input: job.input)
    let found = try FoundRanges(arguments, in: film.found, on: film.clip)
    func tellTruncation() {
      film.truncation.map { Diagnostics(tool: WarpCommand.command.name).note($0.text(naming: job.input)) }
    }
    if JobSyntax.showsCurve(arguments) {
      tellTruncation()
      // What does not go together is told here: warp-map is given ranges in place of what was typed.
      if found != nil { _ = try request(on: film.clip, found) }
      if film.isUneven, arguments.value(of: MapCommand.to.option) == "timestamps" {
        throw Failure(
          .usage,
          "'\(job.input)' is uneven, and --to timestamps is for even rates; warp-video's --timestamps tells those of --vfr"
        )
      }
      tellUnshown()
      let shown = words.showWords(of: found, sound: film.waveCommand(for: job), start: film.clipStart)
      return try show(shown, of: job, to: &output)
    }
    let map: FilmMap
    do { map = try self.map(on: film.clip, words, found) } catch {
      // A map that does not fit may have been made for the whole film.
      tellTruncation()
      throw error
    }
    if job.copies { _ = try PacketCourse(map.map) }
    let plan = try FilmPlan(film, map, job)
    let pieces = PieceFiles(job)
    if try pieces?.isDone(for: plan) == true { return try endProgress(job) }
    let joined = job.part == .join ? try pieces?.joined(for: plan) : nil
    let pipeline = joined.map { plan.pipeline(joining: $0) } ?? plan.pipeline
    for note in plan.notes { Diagnostics(tool: WarpCommand.command.name).note(note) }
    guard case .script = asker, !arguments.contains(WarpCommand.dryRun) else {
      if pieces?.makesPiece == true {
        Diagnostics(tool: WarpCommand.command.name).note("a piece that is made by hand has no label, and is not joined")
      }
      if let ending = plan.ending { Diagnostics(tool: WarpCommand.command.name).note(ending) }
      return try output.write(
        PipelineText(pipeline, result: FilmJob.path(pieces?.result ?? job.output ?? "")).text)
    }
    var records = Records()
    records.add(files(of: job))
    if let pieces { records.add(pieces.record(of: plan, joining: joined ?? [])) }
    if let file = arguments.value(of: WarpCommand.stages) { records.add(PlanRecord(.stages, [file])) }
    if let file = job.progressFile { records.add(.progress(file, microseconds: plan.microseconds)) }
    if let ending = plan.ending { records.add(PlanRecord(.ending, [ending])) }
    for record in PipelineRecords(pipeline).records { records.add(record) }
    try records.write(to: &output)
  }

  /// The command on the page is about the map alone.
  private func tellUnshown() {
    let names = JobSyntax.resultOptions.filter(arguments.contains).map { "--\($0.name)" }
    guard arguments.value(of: WarpCommand.plot.option) == "html", !names.isEmpty else { return }
    Diagnostics(tool: WarpCommand.command.name).note(
      "the command on the page is without \(names.joined(separator: ", ")); add \(names.count == 1 ? "it" : "them") when you run it"
    )
  }

  /// Whoever watches a piece being made is told that it is there.
  private func endProgress(_ job: FilmJob) throws {
    guard case .script = asker, let file = job.progressFile else { return }
    var sink = try FileSink(creating: file)
    try sink.write("progress=end\n")
    try sink.finish()
  }

  /// What is wrong with the map is told as warp-map would tell it.
  private func request(on clip: Clip, _ found: FoundRanges?) throws -> MapRequest {
    do {
      return try MapRequest(arguments, on: clip, found: found)
    } catch {
      throw Failure(error, of: MapCommand.command.name)
    }
  }

  /// The map with its table, made in this process.
  private func map(on clip: Clip, _ words: MapWords, _ found: FoundRanges?) throws -> FilmMap {
    let request = try request(on: clip, found)
    for note in request.notes { Diagnostics(tool: WarpCommand.command.name).note(note) }
    do {
      var sink = MemorySink()
      try request.write(.tsv, tolerance: words.tolerance, to: &sink)
      let table = Document(
        name: "map", text: sink.text, maker: words.areRepeatable && found == nil ? words.tableWords : nil)
      return FilmMap(request.map, table: table)
    } catch {
      throw Failure(error, of: MapCommand.command.name)
    }
  }

  /// A command that is to be run in place of this one, for what it prints.
  private func show(_ words: [String], of job: FilmJob?, to output: inout FileSink) throws {
    guard case .script = asker else { return try output.write(ShellWords.quotedForBash(words) + "\n") }
    var records = Records()
    if let job { records.add(files(of: job)) }
    records.add(PlanRecord(.show, words))
    try records.write(to: &output)
  }

  private func files(of job: FilmJob) -> PlanRecord {
    let pieces = PieceFiles(job)
    return .files(
      input: job.input, output: pieces?.result ?? job.output,
      // A piece that is there already is made again.
      overwrites: job.overwrites || pieces?.makesPiece == true, isDry: arguments.contains(WarpCommand.dryRun))
  }
}
