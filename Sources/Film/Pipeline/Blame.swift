/// Who has failed of itself when several stages of a pipeline have failed, each because of another.
///
/// A stage that fails takes down those that write to it, since nobody reads any more, and those that read from it,
/// since their input ends early.
package struct Blame: Equatable, Sendable {
  /// The stages by name, each after those from which it reads.
  private var stages: [String] = []
  /// For each stage the one that reads from it.
  private var readers: [String: String] = [:]
  /// Whether the last stage is only to be watched, such as a player: when it ends, so does the job.
  private let endsWithTheLast: Bool

  package init(_ pipeline: Pipeline) {
    endsWithTheLast = !pipeline.last.words.contains(.result)
    add(pipeline.last)
  }

  private mutating func add(_ stage: Stage) {
    for case .stage(let feeding) in stage.feeds {
      readers[feeding.name] = stage.name
      add(feeding)
    }
    stages.append(stage.name)
  }

  /// What the statuses of the stages that have ended come to.
  package enum Verdict: Equatable, Sendable {
    /// Nothing yet.
    case open
    /// All that was to be done has been done.
    case done
    /// This stage has failed, and not because of another.
    case failed(String)
  }

  /// - Parameter ended: statuses as a shell has them: 128 and more for signals.
  package func verdict(_ ended: [String: Int32]) -> Verdict {
    if endsWithTheLast, let last = stages.last, let status = ended[last] { return status == 0 ? .done : .failed(last) }
    if let stage = stages.first(where: { hasFailedOfItself($0, ended) }) { return .failed(stage) }
    return stages.allSatisfy { ended[$0] != nil } ? .done : .open
  }

  private func hasFailedOfItself(_ stage: String, _ ended: [String: Int32]) -> Bool {
    switch Cause(ended[stage] ?? 0) {
    case .none, .reader: false
    case .itself: true
    case .itselfOrReader:
      // The last stage fails with a message of its own, and its readers end by SIGPIPE.
      switch readers[stage] {
      case nil: true
      case stages.last: true
      case let reader?: [0, 4].contains(ended[reader] ?? 0)
      }
    }
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

    init(_ status: Int32) {
      self =
        switch status {
        case 0: .none
        case _ where Blame.isBrokenPipe(status): .reader
        // Our filters' own statuses, and signals. ffmpeg's 183 is no signal: it says that nothing was in its input.
        case 2...4, 128...159: .itself
        default: .itselfOrReader
        }
    }
  }

  /// 128 and SIGPIPE.
  package static func isBrokenPipe(_ status: Int32) -> Bool { status == 141 }

  /// Whether nothing that happens later can change what is to be said of a stage with this status.
  package static func isCertain(_ status: Int32) -> Bool { (128...159).contains(status) && !isBrokenPipe(status) }
}
