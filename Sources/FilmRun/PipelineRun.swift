import Film
import Streams
import Tool

/// Runs a pipeline: starts its stages, connects them by pipes, passes on their messages, and waits until all have
/// succeeded or one has failed.
///
///     start ─▶ running ─┬─ all stages have succeeded ─▶ returns
///                       ├─ a signal ended a stage ─▶ kills all, throws
///                       ├─ a stage failed ─▶ its neighbours end, or 0.5 s pass ─▶ kills all, throws
///                       └─ a signal arrives ─▶ kills all, this process ends by the signal (`ChildSet`)
package final class PipelineRun {
  private let children: ChildSet
  private let pipeline: Pipeline
  private let blame: Blame
  private let outputs: Outputs
  /// In the order of IDs.
  private var started: [(id: Stage.ID, child: ChildSet.Member, speaker: Speaker)] = []
  private var reporter: Reporter?
  private var messages = MessageQueue()
  private var repeated = RepeatedLines()
  private var endings = Blame.Endings()
  private var deadline: Double?

  package struct Outputs {
    /// The command that the user typed, for messages.
    package var command: String
    /// The name of OUTPUT in messages; nil if no file is kept.
    package var name: String?
    /// The name of INPUT in messages.
    package var input: String?
    /// ffmpeg's name of the picture's codec; nil if no picture is decoded.
    package var decodedCodec: String?
    package var result: ResultFile?
    /// Whether the result goes to standard output.
    package var isStreamed = false
    /// The second file of `--piece 1/N`, with sound and subtitles.
    package var rest: ResultFile?
    /// The file of --stages.
    package var stages: PipeEnd?
    package var progress: ProgressFile?
    /// Environment variables for the stages.
    package var variables: [String: String] = [:]
    /// The longest wait for an ended child, in seconds. Set only by tests, which run several threads; see `ChildSet`.
    package var longestWait: Double?

    package let tools: RunSettings.Tools

    package init(command: String, tools: RunSettings.Tools) { (self.command, self.tools) = (command, tools) }
  }

  /// Returns when all stages have succeeded.
  ///
  /// - Returns: whether the picture's decoder has reported an error.
  @discardableResult
  package static func run(_ pipeline: Pipeline, _ outputs: Outputs) throws(Failure) -> Bool {
    let run: PipelineRun
    do throws(StreamFailure) { run = try PipelineRun(pipeline, outputs) } catch { throw Failure(error) }
    try run.wait()
    return run.started.contains(where: \.speaker.reportsDamage)
  }

  private init(_ pipeline: Pipeline, _ outputs: Outputs) throws(StreamFailure) {
    (self.pipeline, self.outputs) = (pipeline, outputs)
    blame = Blame(pipeline)
    children = try ChildSet(longestWait: outputs.longestWait)
    for process in [outputs.result, outputs.rest].compactMap({ $0?.standByProcess }) { try list("stand-by", process) }
    try start(pipeline.last, writingTo: nil)
  }

  // MARK: Starting

  /// Starts a stage after the stages whose output it reads, that is, in the order of IDs.
  ///
  /// - Parameter output: nil for the last stage.
  private func start(_ stage: Stage, writingTo output: PipeEnd?) throws(StreamFailure) {
    var owners: [PipeEnd] = []
    var words = try self.words(of: stage, owners: &owners)
    let named = owners.map(\.number)
    // ffmpeg must overwrite OUTPUT's file, which already exists.
    if outputs.result != nil, stage.words.contains(.result), stage.program == .ffmpeg, !words.contains("-y") {
      words.insert("-y", at: 1)
    }
    let input = try stage.input.map { feed throws(StreamFailure) in try open(feed) }
    let (reading, writing) = try PipeEnd.pair()
    let null = try PipeEnd.null()
    let last = outputs.isStreamed ? StandardStream.output.rawValue : null.number
    var child = Child(words, input: input?.number ?? null.number, output: output?.number ?? last)
    child.error = writing.number
    child.kept = named + (output == nil ? [outputs.result, outputs.rest].compactMap { $0?.descriptor } : [])
    child.owners = owners + [writing, null] + [input, output].compactMap(\.self)
    child.leadsGroup = true
    child.variables = outputs.variables
    let member = try children.start(child)
    let isAlone = pipeline.ids.filter { pipeline[$0].program == stage.program }.count == 1
    let messages = ChildMessages(
      of: stage.program, for: outputs.command, naming: output == nil ? resultNames : [], decoding: outputs.decodedCodec,
      on: isAlone ? nil : stage.track)
    started.append((pipeline.ids[started.count], member, Speaker(reading, messages)))
    try list(stage.name, member.process)
  }

  /// Adds a line to the file of --stages.
  private func list(_ name: String, _ process: Int32) throws(StreamFailure) {
    try outputs.stages?.writeAll(ByteText.bytes("\(name)\t\(process)\n"))
  }

  private var resultNames: [(path: String, name: String)] {
    if outputs.isStreamed { return [("pipe:", Self.standardOutput)] }
    return [outputs.result, outputs.rest].compactMap { file in file.map { ($0.path, outputs.name ?? "") } }
  }

  /// - Parameter owners: receives the descriptors that the words name.
  private func words(of stage: Stage, owners: inout [PipeEnd]) throws(StreamFailure) -> [String] {
    var words = [outputs.tools.word(for: stage.program)]
    for word in stage.words {
      switch word {
      case .text(let text): words.append(text)
      case .feed(let feed):
        let end = try open(feed)
        owners.append(end)
        // ffmpeg gets the number of a pipe from another program, but the path of a text prepared before the run.
        let isPipe = if case .stage = feed { stage.program == .ffmpeg } else { false }
        words.append(isPipe ? "pipe:\(end.number)" : "/dev/fd/\(end.number)")
      case .result: words.append(outputs.isStreamed ? RunMode.standardOutput : outputs.result?.path ?? "")
      case .rest: words.append(outputs.rest?.path ?? "")
      case .progress:
        let (reading, writing) = try PipeEnd.pair()
        reporter = outputs.progress.map { Reporter(reading, $0) }
        owners.append(writing)
        words.append("pipe:\(writing.number)")
      }
    }
    return words
  }

  /// Opens the pipe or text that a stage reads. Starts the stage that writes into the pipe.
  private func open(_ feed: Feed) throws(StreamFailure) -> PipeEnd {
    switch feed {
    case .document(let document): return try PipeEnd(bringing: document.text)
    case .saved(let file): return try PipeEnd(bringing: file.bytes)
    case .stage(let stage):
      let (reading, writing) = try PipeEnd.pair()
      try start(stage, writingTo: writing)
      return reading
    }
  }

  // MARK: Running

  private func wait() throws(Failure) {
    while true {
      switch blame.verdict(endings) {
      case .done: return try finish()
      case .failed(let stage) where isDecided(stage): throw failure(of: stage)
      case .failed: break
      // Another stage has ended since, and its status explains the failure.
      case .open: deadline = nil
      }
      do throws(StreamFailure) { try step() } catch {
        children.killAll()
        throw Failure(.inputOutput, error.description + Self.asItWas(outputs))
      }
    }
  }

  /// Whether the cause is final: no running stage can change it, or the wait is over.
  private func isDecided(_ stage: Stage.ID) -> Bool {
    let neighboursHaveEnded = blame.neighbours(of: stage).allSatisfy { endings[$0] != nil }
    if neighboursHaveEnded || Blame.isCertain(endings[stage] ?? 0) { return true }
    if blame.waitsForThePlayer(stage, endings) { return false }
    let end = deadline ?? Clock.now + Self.patience
    deadline = end
    return Clock.now >= end
  }

  /// In seconds, how long the neighbours of a failed stage may take to end.
  private static let patience = 0.5

  private func step() throws(StreamFailure) {
    let events = try children.wait(
      reading: (messages.isFull ? [] : started.compactMap(\.speaker.descriptor)) + (reporter?.reading ?? []),
      writing: saying + (reporter?.writing ?? []), until: deadline)
    for stage in started where stage.speaker.descriptor.map(events.ready.contains) == true {
      messages.add(stage.speaker.take(counting: &repeated), from: stage.id)
    }
    say(events.ready)
    try reporter?.step(events.ready)
    for (child, end) in events.ended {
      for stage in started where stage.child == child { endings.add(stage.id, end.status) }
    }
  }

  /// Standard error, if messages are waiting.
  private var saying: [Int32] { messages.isEmpty ? [] : [StandardStream.error.rawValue] }

  private func say(_ ready: Set<Int32>) { if !ready.isDisjoint(with: saying) { messages.say() } }

  // MARK: Ending

  /// Writes the remaining messages and progress. Kills processes that a player may have left behind.
  private func finish() throws(Failure) {
    children.killAll()
    do throws(StreamFailure) {
      try sayAll()
      // A program that stops reading the progress does not hold the result back.
      let end = Clock.now + Self.patience
      while let reporter, !reporter.isDone, Clock.now < end {
        try reporter.step(try children.wait(reading: reporter.reading, writing: reporter.writing, until: end).ready)
      }
    } catch { throw Failure(.inputOutput, error.description + Self.asItWas(outputs)) }
  }

  /// Writes all remaining messages of the stages, which have all ended.
  private func sayAll() throws(StreamFailure) {
    for stage in started { messages.add(stage.speaker.takeAll(counting: &repeated), from: stage.id) }
    if let note = repeated.note { messages.add("\(outputs.command): \(note)\n") }
    messages.endLine()
    while !messages.isEmpty { say(try children.wait(reading: [], writing: saying).ready) }
  }

  /// Kills the remaining stages, and returns the failure with its cause.
  private func failure(of id: Stage.ID) -> Failure {
    children.killAll()
    // If the reader of a streamed result has gone, this process ends quietly.
    if outputs.isStreamed { children.endIfNobodyReads() }
    do throws(StreamFailure) { try sayAll() } catch { return Failure(error) }
    let (stage, status) = (pipeline[id], endings[id] ?? 0)
    // A full disk also makes other stages fail, so a write error counts as the cause.
    if let reason = started.lazy.compactMap(\.speaker.writeError).first {
      let name = outputs.name.map { "'\($0)'" } ?? Self.standardOutput
      return Failure(.inputOutput, "cannot write \(name): \(reason)\(Self.asItWas(outputs))")
    }
    if let starved = started.first(where: \.speaker.isStarved), !Blame.isSignal(status) {
      let filter = pipeline[starved.id]
      // A sound may be that of the music.
      let input = outputs.input.map { "'\($0)'" } ?? "INPUT"
      let lack = filter.program == .video ? "no frame of \(input)" : "nothing for the \(filter.name)"
      return Failure(.input, "ffmpeg decodes \(lack); to see why, play the file with ffplay")
    }
    if let refusal = refusalByReader(of: id) { return refusal }
    guard stage.program.isFilter else {
      return Failure(.inputOutput, "the \(stage.name) \(Self.ending(status))\(Self.asItWas(outputs))")
    }
    let exit = ExitStatus(afterTool: status)
    if started[id.index].speaker.hasReportedError { return Failure(reported: exit) }
    return Failure(exit, "the \(stage.name) \(Self.ending(status))\(Self.asItWas(outputs))")
  }

  /// The failure of the filter that reads from a failed decoder or muxer, if the filter failed first and has said why.
  /// The other program's pipe breaks then. Or it gives up over the same packets that the filter has refused.
  private func refusalByReader(of stage: Stage.ID) -> Failure? {
    guard !pipeline[stage].program.isFilter, let reader = pipeline.reader(of: stage),
      pipeline[reader].program.isFilter, started[reader.index].speaker.hasReportedError,
      let status = endings[reader], status != 0,
      started[stage.index].speaker.hasBrokenPipe || endings.ended(reader, before: stage)
    else { return nil }
    return Failure(reported: ExitStatus(afterTool: status))
  }

  private static let standardOutput = "standard output"

  private static func ending(_ status: Int32) -> String {
    Blame.isSignal(status) ? "was killed by signal \(status - 128)" : "failed with status \(status)"
  }

  private static func asItWas(_ outputs: Outputs) -> String {
    guard let name = outputs.name else { return "" }
    return outputs.result?.hasOldFile == true ? "; '\(name)' is unchanged" : "; no file is written"
  }
}
