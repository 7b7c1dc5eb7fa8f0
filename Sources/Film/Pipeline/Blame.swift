/// Who has failed of itself when several stages of a pipeline have failed, each because of another.
///
/// A stage that fails takes down those that write to it, since nobody reads any more, and those that read from it,
/// since their input ends early.
package struct Blame: Equatable, Sendable {
  /// The stages by name, each after those from which it reads.
  private var stages: [String] = []
  /// For each stage the one that reads from it.
  private var readers: [String: String] = [:]
  /// The stages that are filters of ours.
  private var filters: Set<String> = []
  /// Whether the last stage is a player: when it is closed, the job ends.
  private let hasPlayer: Bool

  package init(_ pipeline: Pipeline) {
    hasPlayer = pipeline.last.words.first == "ffplay"
    add(pipeline.last)
  }

  private mutating func add(_ stage: Stage) {
    for case .stage(let feeding) in stage.feeds {
      readers[feeding.name] = stage.name
      add(feeding)
    }
    stages.append(stage.name)
    if stage.isFilter { filters.insert(stage.name) }
  }

  private func cause(_ stage: String, _ endings: Endings) -> Cause {
    Cause(endings[stage] ?? 0, isFilter: filters.contains(stage))
  }

  /// What the statuses of the stages that have ended come to.
  package enum Verdict: Equatable, Sendable {
    /// Nothing yet.
    case open
    /// All that was to be done has been done.
    case done
    /// This stage has failed, and not because of another, as far as can be told from what has ended.
    case failed(String)
  }

  /// The stages that have ended.
  package struct Endings: Equatable, Sendable {
    /// In the order in which they ended.
    private var stages: [String] = []
    private var statuses: [String: Int32] = [:]

    package init() {}

    /// - Parameter status: as a shell has it: 128 and more for signals.
    package mutating func add(_ stage: String, _ status: Int32) {
      stages.append(stage)
      statuses[stage] = status
    }

    /// Nil while the stage runs.
    package subscript(stage: String) -> Int32? { statuses[stage] }

    fileprivate func ended(_ stage: String, before other: String) -> Bool {
      let places = [stage, other].map { name in stages.firstIndex(of: name) ?? stages.count }
      return places[0] < places[1]
    }
  }

  /// It may change as long as stages run that could explain a failure.
  package func verdict(_ endings: Endings) -> Verdict {
    if hasPlayer, let last = stages.last, let status = endings[last] { return status == 0 ? .done : .failed(last) }
    if let stage = stages.first(where: { hasFailedOfItself($0, endings) }) { return .failed(stage) }
    return stages.allSatisfy { endings[$0] != nil } ? .done : .open
  }

  private func hasFailedOfItself(_ stage: String, _ endings: Endings) -> Bool {
    switch cause(stage, endings) {
    case .none: false
    case .itself: true
    case .reader: readers[stage] == nil
    case .itselfOrReader:
      switch readers[stage] {
      case nil: true
      // The last stage fails with a message of its own. Of those that write to it filters end by SIGPIPE.
      case stages.last: true
      case let reader?: hasFailed(stage, before: reader, endings)
      }
    }
  }

  /// Whether the failure of a stage cannot be that of its reader: the reader still runs, has ended well, has only
  /// missed input (our filters' exit status 4), or has failed later.
  private func hasFailed(_ stage: String, before reader: String, _ endings: Endings) -> Bool {
    guard let status = endings[reader], status != 0, status != 4 else { return true }
    return cause(reader, endings) == .itselfOrReader && endings.ended(stage, before: reader)
  }

  /// Whether a stage may have failed because the player is being closed. It is waited for without a limit, since it may
  /// also go on to show what it has.
  package func waitsForThePlayer(_ stage: String, _ endings: Endings) -> Bool {
    guard hasPlayer, let last = stages.last else { return false }
    return readers[stage] == last && endings[last] == nil && cause(stage, endings) == .itselfOrReader
  }

  /// The stages whose statuses may still change who is to blame for the failure of one: those from which it reads,
  /// directly or by others, and the one that reads from it.
  package func neighbours(of stage: String) -> Set<String> {
    var found: Set<String> = []
    var waiting = [stage]
    while let next = waiting.popLast() {
      for (writer, reader) in readers where reader == next && found.insert(writer).inserted { waiting.append(writer) }
    }
    if let reader = readers[stage] { found.insert(reader) }
    return found
  }

  /// What a status says by itself.
  private enum Cause {
    case none
    /// Its reader has read enough and ended.
    case reader
    case itself
    /// It may report that nobody reads its output.
    case itselfOrReader

    init(_ status: Int32, isFilter: Bool) {
      self =
        switch status {
        case 0: .none
        case _ where Blame.isBrokenPipe(status): .reader
        // Our filters' own statuses, and signals. ffmpeg's 183 is no signal: it says that nothing was in its input.
        case 2...4: .itself
        // A filter ends by SIGPIPE where nobody reads its output.
        case 1 where isFilter: .itself
        case _ where Blame.isSignal(status): .itself
        default: .itselfOrReader
        }
    }
  }

  /// 128 and SIGPIPE.
  private static func isBrokenPipe(_ status: Int32) -> Bool { status == 141 }

  /// Whether nothing that happens later can change what is to be said of a stage with this status.
  package static func isCertain(_ status: Int32) -> Bool { isSignal(status) && !isBrokenPipe(status) }

  /// Whether a shell says so that a signal has ended a program.
  package static func isSignal(_ status: Int32) -> Bool { (129...159).contains(status) }
}
