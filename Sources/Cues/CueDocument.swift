import Warp

/// A text taken apart: cues in the order of the file, and bytes that have no times.
struct CueDocument<Cue: RetimableCue> {
  var cues: [Entry] = []
  /// What comes after the last cue.
  var tail: ArraySlice<UInt8> = []
  /// What the last cue's text lacks where another is to follow it.
  var missingEnd: [UInt8] = []
  /// What is put between the last cue and another one that follows it in the result, such as a comma.
  var separator: [UInt8] = []
  /// What is put after a cue whose end only the times of the next one told, where that one does not follow it in the
  /// result.
  var blankLine: [UInt8] = []

  struct Entry {
    /// Bytes between the cue before, or the start of the text, and this one, such as a note.
    let lead: ArraySlice<UInt8>
    let cue: Cue
    /// Whether the next cue follows at once, which tells by itself that this one has ended.
    var isFollowedAtOnce = false
  }
}

/// A part of a text that is shown from one source time to another.
protocol RetimableCue {
  var start: Double { get }
  var end: Double { get }
  /// Whether it marks an instant, and is there at each of its visits, however short.
  var isInstant: Bool { get }

  /// Its text as shown once.
  ///
  /// - Parameter number: how many are shown before it, and one.
  func text(for showing: CueShowing, number: Int) -> [UInt8]
}

extension RetimableCue {
  var isInstant: Bool { false }
}

/// One appearance of a cue along a map.
struct CueShowing {
  /// What the showing follows.
  private enum Course {
    /// The times of the source become those of the result.
    case result(TimeMap.Appearance)
    /// The times of the result become those of the source.
    case source(TimeMap.SourceSpan)
  }

  private let map: TimeMap
  private let course: Course
  /// The time from which the cue counts the times inside it.
  private let cueStart: Double
  private let cueEnd: Double
  /// The time of the text at which the clip starts.
  private let origin: Double

  /// Every appearance of a cue, in order of its start.
  static func all(
    of cue: some RetimableCue, along map: TimeMap, _ direction: TextDirection, origin: Double
  ) -> [CueShowing] {
    let (start, end) = (cue.start - origin, cue.end - origin)
    let courses: [Course] =
      switch direction {
      case .toResult:
        (cue.isInstant ? map.appearances(of: start) : map.appearances(from: start, to: end)).map { .result($0) }
      case .toSource:
        // An instant outside the result has no source time; a cue may lie partly outside.
        cue.isInstant && start < 0 ? [] : map.sourceSpan(from: start, to: end).map { [.source($0)] } ?? []
      }
    return courses.map { CueShowing(map: map, course: $0, cueStart: start, cueEnd: end, origin: origin) }
  }

  /// Whether all of the cue is shown, once.
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

  /// Whether nothing is shown after it, for a cue that lasts to the end of the clip.
  var lastsToTheEnd: Bool {
    let last = cueEnd - origin
    switch course {
    case .result: return end >= (map.warpedLength ?? map.openEnd?.warped(at: last) ?? .infinity) - 1e-6
    case .source: return end >= (map.sourceRange.end ?? map.sourceBeyond(last)) - 1e-6
    }
  }

  /// The same in ticks of which a second has so many. What is shown at all is shown for one tick at least.
  func ticks(perSecond count: Double) -> (start: Int, end: Int) {
    let first = Self.nearestTick(to: start * count)
    return (first, max(first + 1, Self.nearestTick(to: end * count)))
  }

  /// It saturates: a map may lead anywhere.
  static func nearestTick(to time: Double) -> Int { Int(min(0x1p61, time.rounded())) }

  var isBackward: Bool {
    switch course {
    case .result(let appearance): appearance.beginsBackward
    case .source(let span): span.isBackward
    }
  }

  /// Seconds from the start of the showing until what the cue has `seconds` after its own start.
  func elapsed(_ seconds: Double) -> Double {
    switch course {
    case .result(let appearance): map.elapsed(at: cueStart + seconds, in: appearance)
    case .source(let span): map.sourceBeyond(cueStart + seconds) - span.earliest
    }
  }

  /// The time at which the showing has what is due at a time of the text; for what it does not show, as if it went on.
  func warped(at time: Double) -> Double { max(0, start + elapsed(time - origin - cueStart)) }
}

/// Which way the times of a text follow a map.
package enum TextDirection: Sendable {
  case toResult, toSource
}

/// A text with its times along a map.
package struct RetimedText: Equatable, Sendable {
  package let bytes: [UInt8]
  /// Cues that are shown nowhere, or for less than a millisecond, and further showings of others that are shorter than
  /// that.
  package let droppedCount: Int

  /// What lasts less is dropped.
  private static var shortest: Double { 0.001 }

  /// - Parameter mark: the byte order mark, if there is one. It is part of no cue: each showing of that cue would
  ///   repeat it.
  init<Cue: RetimableCue>(
    _ document: CueDocument<Cue>, after mark: ArraySlice<UInt8>, along map: TimeMap, _ direction: TextDirection,
    origin: Double
  ) {
    var showings: [(index: Int, showing: CueShowing)] = []
    var dropped = 0
    for (index, entry) in document.cues.enumerated() {
      let all = CueShowing.all(of: entry.cue, along: map, direction, origin: origin)
      // A millisecond written in milliseconds may be a hair less.
      let long = entry.cue.isInstant ? all : all.filter { $0.length >= Self.shortest - 1e-9 }
      dropped += all.isEmpty ? 1 : all.count - long.count
      showings += long.map { (index, $0) }
    }
    // Where the map never returns, what comes first in the file still comes first. Texts need not be in order of time,
    // and stay in the order they have.
    if !map.neverReturns {
      showings.sort { ($0.showing.start, $0.index) < ($1.showing.start, $1.index) }
    }
    bytes = Self.text(document, after: mark, showings)
    droppedCount = dropped
  }

  /// A text that was put together in another way.
  init(bytes: [UInt8], droppedCount: Int) {
    self.bytes = bytes
    self.droppedCount = droppedCount
  }

  private static func text<Cue: RetimableCue>(
    _ document: CueDocument<Cue>, after mark: ArraySlice<UInt8>, _ showings: [(index: Int, showing: CueShowing)]
  ) -> [UInt8] {
    var bytes = Array(mark)
    // Leads are written once, each before the first cue written that comes after it in the file.
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
      // Only a cue at the very end of the text can lack what ends it.
      if index == document.cues.count - 1, document.tail.isEmpty, !isEnd { bytes += document.missingEnd }
    }
    for entry in document.cues[nextLead...] { bytes += entry.lead }
    return bytes + document.tail
  }
}
