import NUT
import Streams
import Values
import Warp

/// Retimes frames that stay encoded: writes every packet unchanged, with a new timestamp, in input order. In decoding
/// order, a packet may come before packets that are shown earlier. The output therefore begins with a keyframe. A
/// packet that is shown after the map's end is written only if one follows that is shown before the end.
package struct PacketRetimer<Sink: ByteSink & ~Copyable>: ~Copyable {
  private let reader: PacketReader
  private let course: PacketCourse
  private let timebase: Timebase
  private let holdsEnd: Bool
  private var writer: NUTWriter
  private var sink: Sink
  private var order = TickOrder()
  private var tally = FrameTally()
  private var unusedCount = 0
  private var largestRounding = 0.0
  /// The two largest timestamps so far. Their difference is taken as the duration of the last frame.
  private var latest: (last: Int, before: Int?)?
  /// The time of the latest keyframe that was skipped before the output began.
  private var passedKey: Double?
  /// Whether any packet was skipped before the output began.
  private var hasPassed = false
  private var hasBegun = false
  /// Packets that are shown after the map's end. They are kept because a later packet that is shown before the end may
  /// need them.
  private var beyondEnd: [(head: PacketHead, bytes: [UInt8])] = []
  private var isTruncated = false

  /// How far a frame may begin before the map does, and the first keyframe after it, in seconds. Matroska rounds
  /// timestamps to a millisecond.
  private static var tolerance: Double { 0.001 + 1e-9 }

  package init(
    _ reader: PacketReader, _ course: PacketCourse, timebase: Timebase, holdsEnd: Bool,
    to sink: consuming Sink
  ) throws(VideoError) {
    guard let unit = Rational(1, Int64(timebase.ticksPerSecond)), NUTWriter.canCount(in: unit) else {
      throw .inexpressible(
        "NUT cannot hold timestamps in units of \(timebase) s", advice: "choose a coarser --timebase")
    }
    let writer = NUTWriter(reader.stream.header.stream, timebase: unit, rate: nil)
    self.init(reader, course, writer, timebase: timebase, holdsEnd: holdsEnd, to: sink)
  }

  /// Apart from the checks, because Swift 6.2 cannot leave an init that has set a part of such a value.
  private init(
    _ reader: PacketReader, _ course: PacketCourse, _ writer: NUTWriter, timebase: Timebase, holdsEnd: Bool,
    to sink: consuming Sink
  ) {
    (self.reader, self.course, self.writer, self.timebase, self.holdsEnd) = (reader, course, writer, timebase, holdsEnd)
    self.sink = sink
  }

  /// The error if the input ended inside a packet. All complete packets have been used nevertheless.
  package var truncation: VideoError? { isTruncated ? reader.truncation : nil }

  /// Runs to the end of the input.
  ///
  /// - Parameter reached: called after each packet with the number of written packets and the last tick.
  package mutating func run(_ reached: (Int, Int64) throws -> Void) throws {
    let header = writer.header
    try sink.write(header.span)
    while !isTruncated, let head = try reader.next() { try take(head, reached) }
    if !hasBegun, hasPassed { throw betweenKeyFrames(nil) }
    unusedCount += beyondEnd.count
    try sink.flush()
  }

  private mutating func take(_ head: PacketHead, _ reached: (Int, Int64) throws -> Void) throws {
    let source = try seconds(head)
    if try !mayGoOut(head, at: source) {
      note(head.stamp)
      unusedCount += 1
      isTruncated = try !reader.skip(head)
      return
    }
    guard let bytes = try reader.bytes(of: head) else {
      isTruncated = true
      return
    }
    note(head.stamp)
    if let end = course.end, source >= end {
      beyondEnd.append((head, bytes))
      return
    }
    for packet in beyondEnd { try write(packet.head, packet.bytes, reached) }
    beyondEnd = []
    try write(head, bytes, reached)
  }

  /// Whether a packet is written, or may have to be. The first such packet begins the output.
  private mutating func mayGoOut(_ head: PacketHead, at source: Double) throws -> Bool {
    if beyondEnd.count > Self.mostBeyondEnd { return false }
    if hasBegun { return source >= course.start - Self.tolerance }
    guard head.isKey, source >= course.start - Self.tolerance else {
      if head.isKey { passedKey = source }
      hasPassed = true
      return false
    }
    if hasPassed, source > course.start + Self.tolerance { throw betweenKeyFrames(source) }
    hasBegun = true
    return true
  }

  /// - Parameter next: the first keyframe after the start of the map, if there is one.
  private func betweenKeyFrames(_ next: Double?) -> Refusal {
    let keys = [passedKey, next].compactMap(\.self).map { BriefNumber.print($0) }
    return .usage(
      "the map starts between keyframes", at: "at \(BriefNumber.print(course.start)) s in the source",
      advice: keys.isEmpty ? "the input has no keyframes" : "start at \(keys.joined(separator: " or ")) s")
  }

  /// The largest number of packets that any codec decodes before one that is shown earlier than all of them.
  private static var mostBeyondEnd: Int { 16 }

  private mutating func write(
    _ head: PacketHead, _ bytes: [UInt8], _ reached: (Int, Int64) throws -> Void
  ) throws {
    let warped = course.warped(at: try seconds(head))
    let tick = timebase.tick(at: warped)
    if let other = order.note(.init(stamp: head.stamp, tick: tick)) {
      throw collision(of: other.stamp, and: head.stamp)
    }
    let prefix = writer.prefix(stamp: Int(tick), size: bytes.count, isKey: head.isKey)
    try sink.write(prefix.span)
    try sink.write(bytes.span)
    tally.show(tally.outputCount)
    tally.write(prefix.count + bytes.count)
    largestRounding = max(largestRounding, abs(timebase.seconds(tick) - warped))
    try reached(tally.outputCount, tick)
  }

  private func collision(of one: Int, and other: Int) -> any Error {
    let (first, second) = (seconds(min(one, other)), seconds(max(one, other)))
    if first == second {
      return VideoError.untimely(
        "two packets have the timestamp \(BriefNumber.print(first)) s", advice: "correct the timestamps, or re-encode")
    }
    let (early, late) = BriefNumber.print(first, besides: second)
    let gap = course.warped(at: second) - course.warped(at: first)
    return Refusal.map(
      "the source frames at \(early) and \(late) s have the same timestamp when rounded to \(timebase) s",
      at: "at \(BriefNumber.print(course.warped(at: second))) s of the result",
      advice: (gap > 0 ? timebase.advice(separating: gap) : nil) ?? "to drop frames, re-encode")
  }

  private func seconds(_ head: PacketHead) throws -> Double {
    guard head.stamp >= 0 else {
      throw VideoError.untimely("a packet has the timestamp \(head.stamp)", advice: "timestamps must be at least 0")
    }
    return seconds(head.stamp)
  }

  private func seconds(_ stamp: Int) -> Double {
    let unit = reader.stream.header.timebase
    return Double(stamp) * Double(unit.numerator) / Double(unit.denominator)
  }

  private mutating func note(_ stamp: Int) {
    guard let (last, before) = latest else {
      latest = (stamp, nil)
      return
    }
    if stamp > last {
      latest = (stamp, last)
    } else if stamp < last, stamp > before ?? .min {
      latest = (last, stamp)
    }
  }

  /// Closes the output, which may report its failures only at this point.
  package consuming func close() throws(StreamFailure) { try sink.finish() }

  /// The results of the run, valid once it has ended. The last frame is assumed to last as long as the one before it.
  package var report: RetimeReport {
    let length = latest.map { seconds($0.last) - seconds($0.before ?? $0.last) } ?? 0
    let end = latest.map { seconds($0.last) + length } ?? 0
    let shortfall = holdsEnd ? nil : Shortfall(inputEnd: end, mapEnd: course.end ?? 0, frameLength: length)
    return RetimeReport(
      tally: tally, inputCount: reader.count, unusedCount: unusedCount,
      warpedLength: course.map.warpedLength(ofInputEnding: end), shortfall: shortfall, largestRounding: largestRounding)
  }
}
