import Warp

/// A parsed text: cues in the order of the file, and the bytes between them.
struct CueDocument<Cue: RetimableCue> {
  var cues: [Entry] = []
  /// The bytes after the last cue.
  var tail: ArraySlice<UInt8> = []
  /// The line ending that the last cue lacks, if another cue follows it in the result.
  var missingEnd: [UInt8] = []
  /// The bytes between the last cue and a cue that follows it in the result, such as a comma.
  var separator: [UInt8] = []
  /// The blank line to add after a cue with `isFollowedAtOnce`, if another cue follows it in the result.
  var blankLine: [UInt8] = []

  struct Entry {
    /// The bytes before this cue, such as a note, after the previous cue or the start of the text.
    let lead: ArraySlice<UInt8>
    let cue: Cue
    /// Whether the next cue follows directly, without a blank line that ends this one.
    var isFollowedAtOnce = false
  }
}

/// A part of a text that is shown from one source time to another.
protocol RetimableCue {
  var start: Double { get }
  var end: Double { get }
  /// Whether the cue marks an instant. It then appears each time that the map shows the instant, however briefly.
  var isInstant: Bool { get }

  /// The text of one showing.
  ///
  /// - Parameter number: the position of the showing in the result, from 1.
  func text(for showing: CueShowing, number: Int) -> [UInt8]
}

extension RetimableCue {
  var isInstant: Bool { false }
}

/// One appearance of a cue along a map.
struct CueShowing {
  /// The direction in which times are converted.
  private enum Course {
    /// Source times become result times.
    case result(TimeMap.Appearance)
    /// Result times become source times.
    case source(TimeMap.SourceSpan)
  }

  private let map: TimeMap
  private let course: Course
  /// The start of the cue, from which times inside the cue count.
  private let cueStart: Double
  private let cueEnd: Double
  /// The time in the text at which the clip starts.
  private let origin: Double

  /// All appearances of a cue, in order of their starts.
  static func all(
    of cue: some RetimableCue, along map: TimeMap, _ direction: TextDirection, origin: Double
  ) -> [CueShowing] {
    let (start, end) = (cue.start - origin, cue.end - origin)
    let courses: [Course] =
      switch direction {
      case .toResult:
        (cue.isInstant ? map.appearances(of: start) : map.appearances(from: start, to: end)).map { .result($0) }
      case .toSource:
        // An instant outside the result has no source time. Other cues may lie partly outside.
        cue.isInstant && start < 0 ? [] : map.sourceSpan(from: start, to: end).map { [.source($0)] } ?? []
      }
    return courses.map { CueShowing(map: map, course: $0, cueStart: start, cueEnd: end, origin: origin) }
  }

  /// Whether the whole cue is shown, once.
  var isWhole: Bool {
    let ends = [elapsed(0), elapsed(cueEnd - cueStart)]
    let grace = 1e-6
    return abs(min(ends[0], ends[1])) < grace && abs(max(ends[0], ends[1]) - length) < grace
  }

  var start: Double {
    switch course {
    case .result(let appearance): appearance.warpedStart
    case .source(let span): span.earliest
    }
  }

  var end: Double {
    switch course {
    case .result(let appearance): appearance.warpedEnd
    case .source(let span): span.latest
    }
  }

  var length: Double { end - start }

  /// Whether nothing is shown after this showing. If the cue was written without an end, it then remains so.
  var lastsToTheEnd: Bool {
    let last = cueEnd - origin
    switch course {
    case .result: return end >= (map.warpedLength ?? map.openEnd?.warped(at: last) ?? .infinity) - 1e-6
    case .source: return end >= (map.sourceRange.end ?? map.sourceBeyond(last)) - 1e-6
    }
  }

  /// Start and end in ticks. A showing lasts at least one tick.
  func ticks(perSecond count: Double) -> (start: Int, end: Int) {
    let first = Self.nearestTick(to: start * count)
    return (first, max(first + 1, Self.nearestTick(to: end * count)))
  }

  /// Saturates, because a map may lead to any time.
  static func nearestTick(to time: Double) -> Int { Int(min(0x1p61, time.rounded())) }

  var isBackward: Bool {
    switch course {
    case .result(let appearance): appearance.beginsBackward
    case .source(let span): span.isBackward
    }
  }

  /// Seconds from the start of the showing to the moment `seconds` after the cue's own start.
  func elapsed(_ seconds: Double) -> Double {
    switch course {
    case .result(let appearance): map.elapsed(at: cueStart + seconds, in: appearance)
    case .source(let span): map.sourceBeyond(cueStart + seconds) - span.earliest
    }
  }

  /// The time at which the showing reaches a time of the text. Times that are not shown are extrapolated.
  func warped(at time: Double) -> Double { max(0, start + elapsed(time - origin - cueStart)) }
}

/// The direction in which the times of a text follow a map.
package enum TextDirection: Sendable {
  case toResult, toSource
}

/// A text with its times along a map.
package struct RetimedText: Equatable, Sendable {
  package let bytes: [UInt8]
  /// The number of showings left out. A cue that is never shown counts once. So does each showing of less than a
  /// millisecond.
  package let droppedCount: Int

  /// Shorter showings are dropped.
  private static var shortest: Double { 0.001 }

  /// - Parameter mark: the byte order mark, if there is one. It is not part of a cue, because each showing of that cue
  ///   would repeat it.
  init<Cue: RetimableCue>(
    _ document: CueDocument<Cue>, after mark: ArraySlice<UInt8>, along map: TimeMap, _ direction: TextDirection,
    origin: Double
  ) {
    var showings: [(index: Int, showing: CueShowing)] = []
    var dropped = 0
    for (index, entry) in document.cues.enumerated() {
      let all = CueShowing.all(of: entry.cue, along: map, direction, origin: origin)
      // A millisecond in the text may be slightly less by rounding.
      let long = entry.cue.isInstant ? all : all.filter { $0.length >= Self.shortest - 1e-9 }
      dropped += all.isEmpty ? 1 : all.count - long.count
      showings += long.map { (index, $0) }
    }
    // If the map never goes back in the source, cues keep the order of the file, which need not be sorted by time.
    if !map.neverReturns {
      showings.sort { ($0.showing.start, $0.index) < ($1.showing.start, $1.index) }
    }
    bytes = Self.text(document, after: mark, showings)
    droppedCount = dropped
  }

  /// Wraps a text that was not made from a `CueDocument`.
  init(bytes: [UInt8], droppedCount: Int) {
    self.bytes = bytes
    self.droppedCount = droppedCount
  }

  private static func text<Cue: RetimableCue>(
    _ document: CueDocument<Cue>, after mark: ArraySlice<UInt8>, _ showings: [(index: Int, showing: CueShowing)]
  ) -> [UInt8] {
    var bytes = Array(mark)
    // The bytes before a cue are written once, before the first written cue that follows them in the file.
    var nextLead = 0
    for (number, (index, showing)) in showings.enumerated() {
      while nextLead <= index {
        bytes += document.cues[nextLead].lead
        nextLead += 1
      }
      bytes += document.cues[index].cue.text(for: showing, number: number + 1)
      let next = number + 1 < showings.count ? showings[number + 1].index : nil
      if document.cues[index].isFollowedAtOnce, next != index + 1 { bytes += document.blankLine }
      if index == document.cues.count - 1, next != nil { bytes += document.separator }
      let isEnd = number == showings.count - 1 && nextLead == document.cues.count
      // Only a cue at the very end of the text can lack its line ending.
      if index == document.cues.count - 1, document.tail.isEmpty, !isEnd { bytes += document.missingEnd }
    }
    for entry in document.cues[nextLead...] { bytes += entry.lead }
    return bytes + document.tail
  }
}
