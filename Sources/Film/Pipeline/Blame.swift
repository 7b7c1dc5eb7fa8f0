/// Finds the stage that failed by itself, if several stages of a pipeline have failed because of each other.
///
/// When a stage fails, the stages that write to it fail because their output has no reader. The stages that read from
/// it fail because their input ends early.
package struct Blame: Equatable, Sendable {
  private let pipeline: Pipeline

  package init(_ pipeline: Pipeline) { self.pipeline = pipeline }

  /// Whether the last stage is a player. When the user closes the player, the job ends.
  private var hasPlayer: Bool { pipeline.last.program == .ffplay }
  private var last: Stage.ID { pipeline.ids.last! }

  private func cause(_ stage: Stage.ID, _ endings: Endings) -> Cause {
    Cause(endings[stage] ?? 0, isFilter: pipeline[stage].program.isFilter)
  }

  /// The conclusion from the exit statuses so far.
  package enum Verdict: Equatable, Sendable {
    /// No conclusion yet.
    case open
    /// All work is done.
    case done
    /// This stage has failed by itself, as far as known now.
    case failed(Stage.ID)
  }

  /// The stages that have ended, in this order.
  package struct Endings: Sendable {
    private var list: [(stage: Stage.ID, status: Int32)] = []

    package init() {}

    /// - Parameter status: the exit status as in a shell: 128 or more means a signal.
    package mutating func add(_ stage: Stage.ID, _ status: Int32) { list.append((stage, status)) }

    /// Nil while the stage runs.
    package subscript(stage: Stage.ID) -> Int32? { list.first { $0.stage == stage }?.status }

    /// Whether a stage has ended before another one, which may still run.
    package func ended(_ stage: Stage.ID, before other: Stage.ID) -> Bool {
      list.first { [stage, other].contains($0.stage) }?.stage == stage
    }
  }

  /// The conclusion may change while stages run that could explain a failure.
  package func verdict(_ endings: Endings) -> Verdict {
    if hasPlayer, let status = endings[last] { return status == 0 ? .done : .failed(last) }
    if let stage = pipeline.ids.first(where: { hasFailedOfItself($0, endings) }) { return .failed(stage) }
    return pipeline.ids.allSatisfy { endings[$0] != nil } ? .done : .open
  }

  private func hasFailedOfItself(_ stage: Stage.ID, _ endings: Endings) -> Bool {
    switch cause(stage, endings) {
    case .none: false
    case .itself: true
    case .reader: stage == last
    case .itselfOrReader:
      switch pipeline.reader(of: stage) {
      case nil: true
      // The last stage fails with its own message. Filters that write to it end by SIGPIPE.
      case last: true
      case let reader?: hasFailed(stage, before: reader, endings)
      }
    }
  }

  /// Whether the reader of a stage cannot have caused its failure: it still runs, it succeeded, it only lacked input
  /// (exit status 4 of warp's filters), or it failed later.
  private func hasFailed(_ stage: Stage.ID, before reader: Stage.ID, _ endings: Endings) -> Bool {
    guard let status = endings[reader], status != 0, status != 4 else { return true }
    return cause(reader, endings) == .itselfOrReader && endings.ended(stage, before: reader)
  }

  /// Whether a stage may have failed because the user is closing the player. There is no limit for this wait, because
  /// the player may also continue to show what it has.
  package func waitsForThePlayer(_ stage: Stage.ID, _ endings: Endings) -> Bool {
    hasPlayer && pipeline.reader(of: stage) == last && endings[last] == nil
      && cause(stage, endings) == .itselfOrReader
  }

  /// The stages whose exit statuses may still change the conclusion about the failure of `stage`: all stages before it,
  /// and the stage that reads from it.
  package func neighbours(of stage: Stage.ID) -> Set<Stage.ID> {
    func leads(_ id: Stage.ID) -> Bool { pipeline.reader(of: id).map { $0 == stage || leads($0) } ?? false }
    return Set(pipeline.ids.filter { leads($0) || $0 == pipeline.reader(of: stage) })
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
