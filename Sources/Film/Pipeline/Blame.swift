/// Finds the stage that failed by itself, if several stages of a pipeline have failed because of each other.
///
/// When a stage fails, the stages that write to it fail because their output has no reader. The stages that read from
/// it fail because their input ends early.
package struct Blame: Equatable, Sendable {
  /// The names of the stages, each after the stages whose output it reads.
  private var stages: [String] = []
  /// For each stage, the stage that reads its output.
  private var readers: [String: String] = [:]
  /// The stages that are filters of warp.
  private var filters: Set<String> = []
  /// Whether the last stage is a player. When the user closes the player, the job ends.
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

  /// The conclusion from the exit statuses so far.
  package enum Verdict: Equatable, Sendable {
    /// No conclusion yet.
    case open
    /// All work is done.
    case done
    /// This stage has failed by itself, as far as known now.
    case failed(String)
  }

  /// The stages that have ended.
  package struct Endings: Equatable, Sendable {
    /// In the order in which they ended.
    private var stages: [String] = []
    private var statuses: [String: Int32] = [:]

    package init() {}

    /// - Parameter status: the exit status as in a shell: 128 or more means a signal.
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

  /// The conclusion may change while stages run that could explain a failure.
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
      // The last stage fails with its own message. Filters that write to it end by SIGPIPE.
      case stages.last: true
      case let reader?: hasFailed(stage, before: reader, endings)
      }
    }
  }

  /// Whether the reader of a stage cannot have caused its failure: it still runs, it succeeded, it only lacked input
  /// (exit status 4 of warp's filters), or it failed later.
  private func hasFailed(_ stage: String, before reader: String, _ endings: Endings) -> Bool {
    guard let status = endings[reader], status != 0, status != 4 else { return true }
    return cause(reader, endings) == .itselfOrReader && endings.ended(stage, before: reader)
  }

  /// Whether a stage may have failed because the user is closing the player. There is no limit for this wait, because
  /// the player may also continue to show what it has.
  package func waitsForThePlayer(_ stage: String, _ endings: Endings) -> Bool {
    guard hasPlayer, let last = stages.last else { return false }
    return readers[stage] == last && endings[last] == nil && cause(stage, endings) == .itselfOrReader
  }

  /// The stages whose exit statuses may still change the conclusion about the failure of `stage`: all stages before it,
  /// and the stage that reads from it.
  package func neighbours(of stage: String) -> Set<String> {
    var found: Set<String> = []
    var waiting = [stage]
    while let next = waiting.popLast() {
      for (writer, reader) in readers where reader == next && found.insert(writer).inserted { waiting.append(writer) }
    }
    if let reader = readers[stage] { found.insert(reader) }
    return found
  }

  /// The cause that a single exit status suggests.
  private enum Cause {
    case none
    /// The reader of the stage has read enough and ended.
    case reader
    case itself
    /// The stage may be reporting that nobody reads its output.
    case itselfOrReader

    init(_ status: Int32, isFilter: Bool) {
      self =
        switch status {
        case 0: .none
        case _ where Blame.isBrokenPipe(status): .reader
        // Exit statuses of warp's filters, and signals. The status 183 of ffmpeg is not a signal: it means empty input.
        case 2...4: .itself
        // If nobody reads its output, a filter ends by SIGPIPE and not with status 1.
        case 1 where isFilter: .itself
        case _ where Blame.isSignal(status): .itself
        default: .itselfOrReader
        }
    }
  }

  /// 128 + SIGPIPE.
  private static func isBrokenPipe(_ status: Int32) -> Bool { status == 141 }

  /// Whether later events cannot change the conclusion about a stage with this status.
  package static func isCertain(_ status: Int32) -> Bool { isSignal(status) && !isBrokenPipe(status) }

  /// Whether this is the status with which a shell reports a signal.
  package static func isSignal(_ status: Int32) -> Bool { (129...159).contains(status) }
}
