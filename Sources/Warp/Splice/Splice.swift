import Values

/// How a film is cut with few frames encoded again: which frames are copied, and which are decoded and encoded, from
/// where on.
///
/// A part that begins between two keyframes is encoded up to the next frame that can follow any other
/// (`Entry.isJoint`). From there on, it is copied as far as the frames that are decoded one after the other are also
/// shown one after the other. The last few, which need frames after the part, are encoded again.
package struct Splice: Equatable, Sendable {
  /// In the order of the result.
  package private(set) var rows: [Row] = []
  /// The unit of times of the result, and of the frames to encode.
  package let timebase: Timebase
  /// The unit of times of the film, in seconds.
  package let tick: Rational

  /// Frames that are shown one after the other, and that are all copied or all encoded.
  package struct Row: Equatable, Sendable {
    package let count: Int
    /// The stamps of its frames, in ticks of the film.
    package let stamps: Range<Int>
    /// When it begins in the result, in ticks of the result.
    package let warped: Int
    /// What the frames are encoded from; nil if they are copied.
    package let source: Source?

    package struct Source: Equatable, Sendable {
      /// The stamp of the frame at which decoding begins.
      package let entry: Int
      /// Whether the row is decoded together with the one before it.
      package let isSameGroup: Bool
      /// When the row begins on the clock of the encoder, in ticks of the result.
      package let start: Int
    }
  }

  package init(rows: [Row], timebase: Timebase, tick: Rational) {
    (self.rows, self.timebase, self.tick) = (rows, timebase, tick)
  }

  /// Throws if frames must be encoded, and decoding can begin nowhere before them. Also throws if two frames would have
  /// the same time in the result.
  package init(_ parts: [SplicedPart], of frames: CodedFrames, timebase: Timebase) throws(Refusal) {
    (self.timebase, tick) = (timebase, frames.tick)
    // Sums of times must not overflow.
    let longest = frames.seconds(frames.stamps.last ?? 0) * Double(timebase.ticksPerSecond)
    guard longest * Double(parts.count + 1) < 0x1p60 else {
      throw .map("the video is too long for timestamps in units of \(timebase) s", advice: "leave --copy out")
    }
    let gap = frames.leastGap
    guard gap * Double(timebase.ticksPerSecond) >= 0.99 else {
      throw .map(
        "source frames \(BriefNumber.print(gap)) s apart have the same timestamp when rounded to \(timebase) s",
        advice: timebase.advice(separating: gap) ?? "to drop frames, re-encode")
    }
    var planner = SplicePlanner(frames, timebase)
    for part in parts { try planner.add(part) }
    rows = planner.rows
  }

  /// Converts a length from the film's units to the result's.
  package func ticks(_ length: Int) -> Int { Int(timebase.tick(at: Double(length) * tick.value)) }

  /// When the first frame to encode is shown in the film, in seconds; nil if there is none.
  package var firstEncoded: Double? {
    rows.first { $0.source != nil }.map { Double($0.stamps.lowerBound) * tick.value }
  }

  package var count: Int { rows.reduce(0) { $0 + $1.count } }
  package var encodedCount: Int { rows.reduce(0) { $0 + ($1.source == nil ? 0 : $1.count) } }

  /// When the last frame begins in the result, in its ticks.
  package var end: Int { rows.last.map { $0.warped + ticks($0.stamps.count - 1) } ?? 0 }
}

/// Plans part after part.
private struct SplicePlanner {
  private let frames: CodedFrames
  private let timebase: Timebase
  private(set) var rows: [Splice.Row] = []
  /// The group of frames that is decoded last.
  private var group: Group?

  /// Frames that are decoded together.
  private struct Group {
    let entry: Int
    /// When the first of them begins on the clock of the encoder.
    let start: Int
    /// The position in decoding order of the last of them.
    var last: Int
    /// The largest stamp of them.
    var latest: Int
    /// The number of the frame at which the last row ends.
    var end: Int
  }

  init(_ frames: CodedFrames, _ timebase: Timebase) { (self.frames, self.timebase) = (frames, timebase) }

  mutating func add(_ part: SplicedPart) throws(Refusal) {
    var frames = part.frames
    // A frame of which only the end is shown has a row of its own, because times count from the start of a row.
    if self.frames.time(of: frames.lowerBound) < part.start {
      try encode(frames.lowerBound..<frames.lowerBound + 1, of: part)
      frames.removeFirst()
    }
    let copied = copied(of: frames) ?? frames.upperBound..<frames.upperBound
    try encode(frames.lowerBound..<copied.lowerBound, of: part)
    append(copied, of: part, from: nil)
    try encode(copied.upperBound..<frames.upperBound, of: part)
  }

  /// The numbers of the frames of a part that can be copied; nil if there are none.
  private func copied(of part: Range<Int>) -> Range<Int>? {
    let first = frames.entries.borderIndex { frames.numbers[$0] >= part.lowerBound }
    for position in frames.entries[first...] {
      let number = frames.numbers[position]
      guard number < part.upperBound else { return nil }
      // A film may begin with a frame that could follow no other.
      let begins = rows.isEmpty && position == 0 && number == part.lowerBound
      guard frames.frames[position].entry.isJoint || begins else { continue }
      let start = self.start(from: position, number, in: part)
      if let end = end(from: position, start, in: part) { return start..<end }
    }
    return nil
  }

  /// The number of the first frame that can be copied from a joint on. Frames that are decoded after it and shown
  /// before it need no others if the joint is clean.
  private func start(from position: Int, _ number: Int, in part: Range<Int>) -> Int {
    guard frames.frames[position].entry == .clean else { return number }
    let leading = frames.numbers[(position + 1)...].prefix { $0 < number }
    guard let least = leading.min(), least >= part.lowerBound, number - least == leading.count else { return number }
    return least
  }

  /// The end of the longest series in decoding order whose frames are also shown without a gap, from `start` on.
  private func end(from position: Int, _ start: Int, in part: Range<Int>) -> Int? {
    var (count, latest, end) = (0, 0, Int?.none)
    for number in frames.numbers[position...] where number >= start {
      // No codec decodes more frames than these ahead of one that is shown earlier.
      if number >= part.upperBound + Self.mostAhead { break }
      (count, latest) = (count + 1, max(latest, number))
      if latest + 1 - start == count, latest < part.upperBound { end = latest + 1 }
    }
    return end
  }

  private static let mostAhead = 64

  private mutating func encode(_ numbers: Range<Int>, of part: SplicedPart) throws(Refusal) {
    if !numbers.isEmpty { append(numbers, of: part, from: try source(of: numbers)) }
  }

  private mutating func append(_ numbers: Range<Int>, of part: SplicedPart, from source: Splice.Row.Source?) {
    guard !numbers.isEmpty else { return }
    let start = frames.stamps[numbers.lowerBound]
    let stamps = start..<(frames.stamps[numbers.upperBound - 1] + 1)
    let warped = timebase.tick(at: part.warped + max(0, frames.seconds(start) - part.start))
    rows.append(Splice.Row(count: numbers.count, stamps: stamps, warped: Int(warped), source: source))
  }

  /// Where to decode the frames of a row.
  private mutating func source(of numbers: Range<Int>) throws(Refusal) -> Splice.Row.Source {
    let last = frames.positions[numbers].max() ?? 0
    let position = try entry(before: numbers)
    let latest = frames.numbers[position...last].max().map { frames.stamps[$0] } ?? 0
    let start = frames.stamps[numbers.lowerBound]
    if var group, position <= group.last, numbers.lowerBound >= group.end {
      (group.last, group.latest, group.end) = (max(group.last, last), max(group.latest, latest), numbers.upperBound)
      self.group = group
      return .init(entry: group.entry, isSameGroup: true, start: group.start + ticks(from: group.entry, to: start))
    }
    let entry = frames.frames[position].stamp
    let begin = group.map { $0.start + ticks(from: $0.entry, to: $0.latest) + pause } ?? 0
    group = Group(entry: entry, start: begin, last: last, latest: latest, end: numbers.upperBound)
    return .init(entry: entry, isSameGroup: false, start: begin + ticks(from: entry, to: start))
  }

  /// The ticks between the last frame of a group and the first of the next.
  private var pause: Int { max(1, Int(timebase.tick(at: frames.usualLength))) }

  private func ticks(from stamp: Int, to other: Int) -> Int { Int(timebase.tick(at: frames.seconds(other - stamp))) }

  /// The position of the entry from which a frame is decoded. A decoder that has decoded other frames does not find
  /// its way at a recovery point, so that only the first of all entries may be one.
  private func entry(before row: Range<Int>) throws(Refusal) -> Int {
    let (number, first) = (row.lowerBound, frames.positions[row].min() ?? 0)
    let entries = frames.entries.prefix(frames.entries.borderIndex { frames.numbers[$0] > number || $0 > first })
    let entry = entries.last { frames.frames[$0].entry.isJoint } ?? entries.first
    guard let entry, frames.frames[entry].entry.isJoint || group.map({ entry <= $0.last && number >= $0.end }) ?? true
    else {
      throw .map(
        "a frame cannot be decoded", at: "at \(BriefNumber.print(frames.time(of: number))) s in the source",
        advice: "the video has no keyframe for it; leave --copy out")
    }
    return entry
  }
}
