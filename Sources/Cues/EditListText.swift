import Notation
import Warp

/// An edit decision list that describes the film which a map plays. Record times follow the map, and M2 lines say the
/// speed.
///
/// Record times count from the first event. Where the speed changes within an event, the event becomes several, each
/// at one speed, so that no frame is more than half a frame off.
struct EditListText {
  private let map: TimeMap
  private let rate: FrameRate
  private var clock: EditClock
  /// The record time of the first event, in seconds.
  private var base = 0.0
  private var parts: [Part] = []
  private var droppedCount = 0

  /// An event with the lines that belong to it.
  private struct Entry {
    var event: EditEvent
    let line: ArraySlice<UInt8>
    var more: ArraySlice<UInt8> = []
  }

  /// A part of an event, at one speed.
  private struct Part {
    let entry: Int
    let recordStart: Double
    let recordEnd: Double
    /// Seconds of the event's source when the part starts and ends.
    let sourceStart: Double
    let sourceEnd: Double
  }

  static func retimed(
    _ lines: TextLines, along map: TimeMap, _ direction: TextDirection, origin: Double, rate: FrameRate?
  ) throws(CueError) -> RetimedText {
    guard let rate else {
      throw CueError("an edit decision list needs a frame rate", line: nil, advice: "add --fps R")
    }
    var text = EditListText(map: map, rate: rate, clock: EditClock(rate))
    let (head, entries) = try text.entries(lines)
    for index in entries.indices { try text.place(entries[index].event, index, direction, origin) }
    return RetimedText(bytes: text.written(head, entries, lines.ending), droppedCount: text.droppedCount)
  }

  private init(map: TimeMap, rate: FrameRate, clock: EditClock) {
    (self.map, self.rate, self.clock) = (map, rate, clock)
  }

  private mutating func entries(_ lines: TextLines) throws(CueError) -> (head: [UInt8], [Entry]) {
    var (head, entries): ([UInt8], [Entry]) = ([], [])
    for line in 0..<lines.count {
      let content = lines.content(line)
      if let event = EditEvent(content) {
        guard event.transition == "C" else {
          throw CueError(
            "the event is no cut but a transition of kind \(event.transition)", line: line + 1,
            advice: "replace dissolves and wipes by cuts")
        }
        entries.append(Entry(event: event, line: lines.text(line..<line + 1)))
      } else if let speed = EditEvent.Speed(content), !entries.isEmpty {
        entries[entries.count - 1].event.speed = speed
      } else if entries.isEmpty {
        if let isDropFrame = EditEvent.isDropFrame(content) { clock.isDropFrame = isDropFrame }
        head += lines.text(line..<line + 1)
      } else {
        entries[entries.count - 1].more += lines.text(line..<line + 1)
      }
    }
    guard let first = entries.first else {
      throw CueError(
        "the list has no events", line: nil, advice: "it needs lines such as 001 AX V C and four timecodes")
    }
    base = entries.reduce(clock.seconds(first.event.recordIn)) { min($0, clock.seconds($1.event.recordIn)) }
    return (head, entries)
  }

  /// Adds the parts of an event.
  private mutating func place(
    _ event: EditEvent, _ index: Int, _ direction: TextDirection, _ origin: Double
  ) throws(CueError) {
    let start = clock.seconds(event.recordIn) - base - origin
    let end = clock.seconds(event.recordOut) - base - origin
    let count = parts.count
    let source = EventSource(event, clock, rate)
    switch direction {
    case .toSource:
      if let span = map.sourceSpan(from: start, to: end) {
        let (from, to) = (source.seconds(0), source.seconds(end - start))
        add(index, span.earliest, span.latest, span.isBackward ? to : from, span.isBackward ? from : to)
      }
    case .toResult:
      for stretch in map.stretches where stretch.earliestSource < end && start <= stretch.latestSource {
        if stretch.direction == .still {
          let held = source.seconds(stretch.sourceStart - start)
          if stretch.sourceStart >= start { add(index, stretch.warpedStart, stretch.warpedEnd, held, held) }
          continue
        }
        let ends = [map.warped(at: start, in: stretch), map.warped(at: end, in: stretch)].sorted()
        for line in try lines(from: ends[0], to: ends[1], in: stretch) {
          let (from, to) = (source.seconds(line.from - start), source.seconds(line.to - start))
          add(index, line.start, line.end, from, to)
        }
      }
    }
    if parts.count == count { droppedCount += 1 }
  }

  /// A span of warped time in which the source is nearly a straight line.
  private struct Line {
    let start: Double
    let end: Double
    let from: Double
    let to: Double
  }

  private func lines(from start: Double, to end: Double, in stretch: Stretch) throws(CueError) -> [Line] {
    guard end.isFinite, start < end else { return [] }
    var (lines, waiting) = ([Line](), [(start, end)])
    while let (start, end) = waiting.popLast() {
      let (from, to) = (source(at: start, in: stretch), source(at: end, in: stretch))
      let isBent = [0.25, 0.5, 0.75].contains { share in
        let source = source(at: start + share * (end - start), in: stretch)
        return rate.position(at: abs(source - (from + share * (to - from)))) > 0.5
      }
      if isBent, rate.position(at: end - start) > 2 {
        waiting += [(start + (end - start) / 2, end), (start, start + (end - start) / 2)]
      } else {
        lines.append(Line(start: start, end: end, from: from, to: to))
      }
      guard parts.count + lines.count <= Self.mostParts else {
        throw CueError("the list would have more than \(Self.mostParts) events", line: nil)
      }
    }
    return lines
  }

  private static let mostParts = 100_000

  /// The source time of a stretch at one of its warped times, its own end included.
  private func source(at warped: Double, in stretch: Stretch) -> Double {
    if warped <= stretch.warpedStart { return stretch.sourceStart }
    if warped >= stretch.warpedEnd { return stretch.sourceEnd }
    return map.instant(at: warped)?.source ?? stretch.sourceEnd
  }

  private mutating func add(_ entry: Int, _ start: Double, _ end: Double, _ from: Double, _ to: Double) {
    // Less than a frame of the list is not there.
    guard clock.frame(at: start) < clock.frame(at: end) else { return }
    parts.append(Part(entry: entry, recordStart: start, recordEnd: end, sourceStart: from, sourceEnd: to))
  }
}

extension EditListText {
  private func written(_ head: [UInt8], _ entries: [Entry], _ ending: [UInt8]) -> [UInt8] {
    let inOrder = map.neverReturns ? parts : parts.sorted { ($0.recordStart, $0.entry) < ($1.recordStart, $1.entry) }
    var bytes = head
    for (index, part) in inOrder.enumerated() {
      let entry = entries[part.entry]
      bytes += eventLine(part, entry, number: index + 1, ending)
      bytes += speedLine(part, entry.event, ending)
      bytes += entry.more
      if entry.more.last.map({ $0 != .lineFeed }) ?? false { bytes += ending }
    }
    return bytes
  }

  private func eventLine(_ part: Part, _ entry: Entry, number: Int, _ ending: [UInt8]) -> [UInt8] {
    let (event, line) = (entry.event, entry.line)
    let low = clock.frame(at: min(part.sourceStart, part.sourceEnd))
    // A freeze shows one frame.
    let high = max(low + 1, clock.frame(at: max(part.sourceStart, part.sourceEnd)))
    let stamps = [
      (event.sourceIn, low), (event.sourceOut, high), (event.recordIn, clock.frame(at: base + part.recordStart)),
      (event.recordOut, clock.frame(at: base + part.recordEnd)),
    ]
    let old = line.trimmed.prefix(while: \.isDigit)
    let edits =
      [ByteEdit(old.startIndex..<old.endIndex, Array(PaddedDigits.print(number, count: old.count).utf8))]
      + stamps.map { stamp, frame in ByteEdit(stamp.range, Array(clock.text(frame, like: stamp).utf8)) }
    return line.edited(edits) + (line.last == .lineFeed ? [] : ending)
  }

  /// None at source speed.
  private func speedLine(_ part: Part, _ event: EditEvent, _ ending: [UInt8]) -> [UInt8] {
    let length = part.recordEnd - part.recordStart
    let speed = (part.sourceEnd - part.sourceStart) / length * rate.value
    guard abs(speed - rate.value) * length >= 0.01 else { return [] }
    let tenths = (speed * 10).rounded() / 10
    let decimals = abs(speed - tenths) * length < 0.25 ? 1 : 3
    let number = (speed < 0 ? "-" : "") + DecimalText.print(abs(speed), decimals: decimals, wholeDigits: 3)
    let reel = event.reel + String(repeating: " ", count: max(1, 15 - event.reel.utf8.count))
    let start = clock.text(clock.frame(at: part.sourceStart), like: event.sourceIn)
    return Array("M2   \(reel)\(number)                \(start)".utf8) + ending
  }
}

/// Which source time an event shows when.
private struct EventSource {
  private let first: Double
  private let speed: Double

  init(_ event: EditEvent, _ clock: EditClock, _ rate: FrameRate) {
    let (start, end) = (clock.seconds(event.sourceIn), clock.seconds(event.sourceOut))
    let length = clock.seconds(event.recordOut) - clock.seconds(event.recordIn)
    guard let motion = event.speed else {
      (first, speed) = (start, length > 0 ? (end - start) / length : 1)
      return
    }
    speed = motion.framesPerSecond / rate.value
    let shown = motion.start.map(clock.seconds) ?? start
    // Backward, some lists give the earliest timecode for the first one that is shown.
    first = speed < 0 && shown <= start ? end : shown
  }

  /// Some seconds after the event's start.
  func seconds(_ elapsed: Double) -> Double { first + speed * elapsed }
}
