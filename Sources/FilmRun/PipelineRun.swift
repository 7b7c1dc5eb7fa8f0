import Film
import Streams
import Tool

/// Runs a pipeline: starts its stages, joins them by pipes, passes on what they say, and waits until all have ended
/// well or one has failed.
///
///     start ─▶ running ─┬─ all have ended well ─▶ returns
///                       ├─ a signal has ended a stage ─▶ all are killed, throws
///                       ├─ a stage has failed ─▶ its neighbours end, or half a second passes ─▶ all are killed, throws
///                       └─ a signal comes ─▶ all are killed, this process ends by the signal (`ChildSet`)
package final class PipelineRun {
  private let children: ChildSet
  private let blame: Blame
  private let outputs: Outputs
  private var speakers: [String: Speaker] = [:]
  /// The stages that are filters of ours.
  private var filters: Set<String> = []
  private var reporter: Reporter?
  private var messages = MessageQueue()
  private var endings = Blame.Endings()
  private var deadline: Double?

  /// Where results and reports go.
  package struct Outputs {
    /// The command that was typed, for messages.
    package var command: String
    /// What messages call OUTPUT; nil where nothing is kept.
    package var name: String?
    /// Kinds of OUTPUT that hold finer timestamps than that of this one; nil if none does.
    package var finerKinds: String?
    /// ffmpeg's name of the picture's codec; nil if no picture is decoded.
    package var decodedCodec: String?
    package var result: ResultFile?
    /// Whether the result goes to standard output.
    package var isStreamed = false
    /// The second file, which is made with the first of several pieces.
    package var rest: ResultFile?
    /// The file of --stages, and its name.
    package var stages: (name: String, file: PipeEnd)?
    package var progress: ProgressFile?
    /// The width of the terminal that messages go to; nil if it is none.
    package var columns: Int?
    /// For tests, which have several threads; see `ChildSet`.
    package var longestWait: Double?

    package init(command: String) { self.command = command }
  }

  /// Returns when all stages have ended well.
  ///
  /// - Returns: whether the picture's decoder has reported an error.
  @discardableResult
  package static func run(_ pipeline: Pipeline, _ outputs: Outputs) throws(Failure) -> Bool {
    let run: PipelineRun
    do throws(StreamFailure) { run = try PipelineRun(pipeline, outputs) } catch { throw Failure(error) }
    try run.wait()
    return run.speakers.values.contains(where: \.reportsDamage)
  }

  private init(_ pipeline: Pipeline, _ outputs: Outputs) throws(StreamFailure) {
    self.outputs = outputs
    blame = Blame(pipeline)
    children = try ChildSet(longestWait: outputs.longestWait)
    for process in [outputs.result, outputs.rest].compactMap({ $0?.standByProcess }) { try list("stand-by", process) }
    try start(pipeline.last, writingTo: nil)
  }

  // MARK: Starting

  /// Starts a stage after those from which it reads.
  ///
  /// - Parameter output: nil for the last stage.
  private func start(_ stage: Stage, writingTo output: PipeEnd?) throws(StreamFailure) {
    var owners: [PipeEnd] = []
    var words = try self.words(of: stage, owners: &owners)
    let named = owners.map(\.number)
    // OUTPUT's file is there before ffmpeg writes to it.
    if outputs.result != nil, stage.words.contains(.result), words[0] == "ffmpeg", !words.contains("-y") {
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
    if let columns = outputs.columns { child.variables["COLUMNS"] = "\(columns)" }
    let process = try children.start(child, called: stage.name)
    if stage.isFilter { filters.insert(stage.name) }
    speakers[stage.name] = Speaker(
      reading,
      ChildMessages(
        of: words[0], for: outputs.command, naming: output == nil ? resultNames : [], advising: outputs.finerKinds,
        decoding: outputs.decodedCodec))
    try list(stage.name, process)
  }

  /// Writes to the file of --stages.
  private func list(_ name: String, _ process: Int32) throws(StreamFailure) {
    guard let (file, end) = outputs.stages else { return }
    try end.writeAll(ByteText.bytes("\(name)\t\(process)\n"), to: file)
  }

  private var resultNames: [(path: String, name: String)] {
    if outputs.isStreamed { return [("pipe:", Self.standardOutput)] }
    return [outputs.result, outputs.rest].compactMap { file in file.map { ($0.path, outputs.name ?? "") } }
  }

  /// - Parameter owners: gets the descriptors that the words name.
  private func words(of stage: Stage, owners: inout [PipeEnd]) throws(StreamFailure) -> [String] {
    var words: [String] = []
    for word in stage.words {
      switch word {
      case .text(let text): words.append(text)
      case .feed(let feed):
        let end = try open(feed)
        owners.append(end)
        // ffmpeg takes a pipe by its number. A text it reads by a path, as a file.
        let isPipe = if case .stage = feed { words.first == "ffmpeg" } else { false }
        words.append(isPipe ? "pipe:\(end.number)" : "/dev/fd/\(end.number)")
      case .result: words.append(outputs.isStreamed ? FilmJob.standardOutput : outputs.result?.path ?? "")
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

  /// The end of what a stage is to read; a stage that writes it is started.
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
      // What has ended since explains the failure.
      case .open: deadline = nil
      }
      do throws(StreamFailure) { try step() } catch {
        children.killAll()
        throw Failure(.inputOutput, error.description + Self.asItWas(outputs))
      }
    }
  }

  /// Whether no stage that has yet to end can change who is to blame, or it has been waited for long enough.
  private func isDecided(_ stage: String) -> Bool {
    let neighboursHaveEnded = blame.neighbours(of: stage).allSatisfy { endings[$0] != nil }
    if neighboursHaveEnded || Blame.isCertain(endings[stage] ?? 0) { return true }
    if blame.waitsForThePlayer(stage, endings) { return false }
    let end = deadline ?? Clock.now + Self.patience
    deadline = end
    return Clock.now >= end
  }

  /// Seconds in which the neighbours of a stage that has failed may end.
  private static let patience = 0.5

  private func step() throws(StreamFailure) {
    let events = try children.wait(
      reading: (messages.isFull ? [] : speakers.values.compactMap(\.descriptor)) + (reporter?.reading ?? []),
      writing: saying + (reporter?.writing ?? []), until: deadline)
    for (stage, speaker) in speakers where speaker.descriptor.map(events.ready.contains) == true {
      messages.add(speaker.take(), from: stage)
    }
    say(events.ready)
    try reporter?.step(events.ready)
    for (stage, end) in events.ended { endings.add(stage, end.status) }
  }

  /// Standard error, if something is to be said.
  private var saying: [Int32] { messages.isEmpty ? [] : [StandardStream.error.rawValue] }

  private func say(_ ready: Set<Int32>) { if !ready.isDisjoint(with: saying) { messages.say() } }

  // MARK: Ending

  /// Passes on what is still to be said and reported. A player may leave others running.
  private func finish() throws(Failure) {
    children.killAll()
    do throws(StreamFailure) {
      try sayAll()
      // Who does not read the report does not hold the result back.
      let end = Clock.now + Self.patience
      while let reporter, !reporter.isDone, Clock.now < end {
        try reporter.step(try children.wait(reading: reporter.reading, writing: reporter.writing, until: end).ready)
      }
    } catch { throw Failure(.inputOutput, error.description + Self.asItWas(outputs)) }
  }

  /// Says what the stages, which have ended, have left to be said.
  private func sayAll() throws(StreamFailure) {
    for (stage, speaker) in speakers { messages.add(speaker.takeAll(), from: stage) }
    messages.endLine()
    while !messages.isEmpty { say(try children.wait(reading: [], writing: saying).ready) }
  }

  /// Kills all stages that are left, and says why.
  private func failure(of stage: String) -> Failure {
    children.killAll()
    // Whoever read the result has seen enough.
    if outputs.isStreamed { children.endIfNobodyReads() }
    do throws(StreamFailure) { try sayAll() } catch { return Failure(error) }
    let status = endings[stage] ?? 0
    // A full disk makes others fail too.
    if let reason = speakers.values.lazy.compactMap(\.writeError).first {
      let name = outputs.name.map { "'\($0)'" } ?? Self.standardOutput
      return Failure(.inputOutput, "cannot write \(name): \(reason)\(Self.asItWas(outputs))")
    }
    guard filters.contains(stage) else {
      return Failure(.inputOutput, "the \(stage) \(Self.ending(status))\(Self.asItWas(outputs))")
    }
    let exit = ExitStatus(rawValue: status).flatMap { $0 == .done ? nil : $0 } ?? .inputOutput
    if speakers[stage]?.hasReportedError == true { return Failure(reported: exit) }
    return Failure(exit, "the \(stage) \(Self.ending(status))\(Self.asItWas(outputs))")
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
