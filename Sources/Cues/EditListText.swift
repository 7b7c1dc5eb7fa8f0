import Notation
import Values
import Warp

/// An edit decision list for the result of a map. Record times follow the map, and M2 lines contain the speed.
///
/// Record times count from the first event. If the speed changes within an event, the event becomes several events with
/// constant speeds. Before timecodes are rounded to frames, no frame is more than half a frame off.
struct EditListText {
  private let map: TimeMap
  private let direction: TextDirection
  private let clock: EditClock
  /// One per stretch; nil for a freeze.
  private let courses: [EditCourse?]
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

  /// A part of an event with a constant speed. Record times are those of the written list.
  private struct Part {
    let entry: Int
    let record: (start: Double, end: Double)
    /// The event's source times at the start and end of the part, in seconds.
    let source: (start: Double, end: Double)
  }

  static func retimed(
    _ lines: TextLines, along map: TimeMap, _ direction: TextDirection, origin: Double, rate: FrameRate?
  ) throws(CueError) -> RetimedText {
    guard let rate else {
      throw CueError("an edit decision list needs a frame rate", line: nil, advice: "add --fps R")
    }
    var text = EditListText(map, direction, EditClock(rate))
    let list = try text.read(lines)
    for index in list.entries.indices { try text.place(list.entries[index].event, index, origin) }
    return RetimedText(bytes: try text.written(list, lines.ending), droppedCount: text.droppedCount)
  }

  private init(_ map: TimeMap, _ direction: TextDirection, _ clock: EditClock) {
    (self.map, self.direction, self.clock) = (map, direction, clock)
    courses = map.stretches.map { $0.direction == .still ? nil : EditCourse(map, $0, direction) }
  }

  /// A parsed list.
  private struct List {
    /// The lines before the first event, and whether they declare drop-frame timecodes.
    var head: [UInt8] = []
    var isDropFrame = false
    var entries: [Entry] = []
  }

  private mutating func read(_ lines: TextLines) throws(CueError) -> List {
    var (list, reader) = (List(), EditListReader(clock))
    for line in 0..<lines.count {
      let kind: EditListReader.Line
      do throws(NotationError) {
        kind = try reader.read(lines.content(line), number: line + 1)
      } catch {
        throw CueError(error)
      }
      let (text, last) = (lines.text(line..<line + 1), list.entries.count - 1)
      switch kind {
      case .event: list.entries.append(Entry(event: reader.events[last + 1], line: text))
      case .motion: list.entries[last].event = reader.events[last]
      case .dropFrame where last >= 0: break
      case .dropFrame, .other:
        if last >= 0 { list.entries[last].more += text } else { list.head += text }
        if last < 0 { list.isDropFrame = reader.isDropFrame }
      }
      guard list.entries.last.map({ $0.event.transition == "C" }) ?? true else {
        throw CueError(
          "the event is no cut but a transition of kind \(reader.events[reader.events.count - 1].transition)",
          line: line + 1, advice: "replace dissolves and wipes by cuts")
      }
    }
    guard let first = list.entries.first else {
      throw CueError(
        "the list has no events", line: nil, advice: "it needs lines such as 001 AX V C and four timecodes")
    }
    base = list.entries.reduce(first.event.recordIn.seconds) { min($0, $1.event.recordIn.seconds) }
    return list
  }

  /// Adds the parts of an event.
  private mutating func place(_ event: EditEvent, _ index: Int, _ origin: Double) throws(CueError) {
    let (start, end) = (event.recordIn.seconds - base - origin, event.recordOut.seconds - base - origin)
    let (from, speed) = event.source
    let count = parts.count
    func shown(at time: Double) -> Double { from + speed * (time - start) }
    func add(_ record: (start: Double, end: Double), _ source: (start: Double, end: Double)) throws(CueError) {
      // Parts of less than a frame are dropped.
      guard clock.frame(at: record.start) < clock.frame(at: record.end) else { return }
      guard parts.count < EditCourse.mostParts else { throw EditCourse.tooManyParts }
      parts.append(Part(entry: index, record: record, source: source))
    }
    let frame = clock.rate.start(ofFrame: 1)
    for (stretch, course) in zip(map.stretches, courses) {
      guard let course else {
        let held = shown(at: stretch.sourceStart)
        guard direction == .toResult, start <= stretch.sourceStart, stretch.sourceStart < end else { continue }
        try add((stretch.warpedStart, stretch.warpedEnd), (held, held))
        continue
      }
      let times = try course.times(from: start, to: end, within: 0.5 * frame / max(1e-9, abs(speed)), shortest: frame)
      for (first, last) in zip(times, times.dropFirst()) {
        try add((first, last), (shown(at: course.time(at: first)), shown(at: course.time(at: last))))
      }
    }
    if parts.count == count { droppedCount += 1 }
  }
}

extension EditListText {
  private func written(_ list: List, _ ending: [UInt8]) throws(CueError) -> [UInt8] {
    let inOrder = parts.sorted { ($0.record.start, $0.entry) < ($1.record.start, $1.entry) }
    var (bytes, isDropFrame) = (list.head, list.isDropFrame)
    for (index, part) in (map.neverReturns ? parts : inOrder).enumerated() {
      let entry = list.entries[part.entry]
      if entry.event.isDropFrame != isDropFrame {
        isDropFrame = entry.event.isDropFrame
        bytes += Array((isDropFrame ? "FCM: DROP FRAME" : "FCM: NON-DROP FRAME").utf8) + ending
      }
      bytes += eventLine(part, entry, number: index + 1, ending)
      bytes += speedLine(part, entry.event, ending)
      bytes += entry.more
      if let last = entry.more.last, last != ending.last { bytes += ending }
      guard bytes.count <= SingleCues.longest else {
        throw CueError("the list would have more than \(SingleCues.longest >> 20) MiB of text", line: nil)
      }
    }
    return bytes
  }

  private func eventLine(_ part: Part, _ entry: Entry, number: Int, _ ending: [UInt8]) -> [UInt8] {
    let (event, line) = (entry.event, entry.line)
    let low = clock.frame(at: min(part.source.start, part.source.end))
    // A freeze shows one frame.
    let high = max(low + 1, clock.frame(at: max(part.source.start, part.source.end)))
    let timecodes = [
      (event.sourceIn, low), (event.sourceOut, high), (event.recordIn, clock.frame(at: base + part.record.start)),
      (event.recordOut, clock.frame(at: base + part.record.end)),
    ]
    let old = line.trimmed.prefix(while: \.isDigit)
    let edits =
      [ByteEdit(old.startIndex..<old.endIndex, Array(PaddedDigits.print(number, count: old.count).utf8))]
      + timecodes.map { time, frame in ByteEdit(time.range, Array(clock.text(frame, like: time).utf8)) }
    return line.edited(edits) + (line.last == ending.last ? [] : ending)
  }

  /// Empty at source speed.
  private func speedLine(_ part: Part, _ event: EditEvent, _ ending: [UInt8]) -> [UInt8] {
    let length = part.record.end - part.record.start
    let rate = clock.rate.value
    let speed = (part.source.end - part.source.start) / length * rate
    guard abs(speed - rate) * length >= 0.01 else { return [] }
    let tenths = (speed * 10).rounded() / 10
    let decimals = abs(speed - tenths) * length < 0.25 ? 1 : 3
    let number = (speed < 0 ? "-" : "") + DecimalText.print(abs(speed), decimals: decimals, wholeDigits: 3)
    let reel = event.reel + String(repeating: " ", count: max(1, 15 - event.reel.utf8.count))
    let start = clock.text(clock.frame(at: part.source.start), like: event.sourceIn)
    return Array("M2   \(reel)\(number)                \(start)".utf8) + ending
  }
}
