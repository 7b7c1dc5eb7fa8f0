import NUT
import Streams
import Values
import Warp

/// Writes the packets that must be decoded for the rows of a `Splice` that are encoded, for ffmpeg, which decodes them
/// and encodes those that are wanted.
///
/// ffmpeg has no way to mark a frame, so the marks are in the timestamps: each tick of the result is four ticks here.
package struct SpliceFeed<Sink: ByteSink & ~Copyable>: ~Copyable {
  private let splice: Splice
  /// The rows to encode, group by group.
  private let groups: [[Splice.Row]]
  private let source: SpliceSource
  private var sink: Sink
  private let syntax: CodedSyntax?

  package init(_ splice: Splice, from command: any ClipCommand, to sink: consuming Sink) throws {
    var groups: [[Splice.Row]] = []
    for row in splice.rows {
      guard let source = row.source else { continue }
      if source.isSameGroup, !groups.isEmpty {
        groups[groups.count - 1].append(row)
      } else {
        groups.append([row])
      }
    }
    let needs = groups.map { group in
      (group[0].source?.entry ?? 0)..<(group.last?.stamps.upperBound ?? 0)
    }
    guard !groups.isEmpty else { throw Refusal.usage("the splice table has nothing to encode") }
    let source = try SpliceSource(command, needs, tick: splice.tick)
    self.init(splice, groups, source, to: sink)
  }

  /// Apart from the checks, because Swift 6.2 cannot leave an init that has set a part of such a value.
  private init(_ splice: Splice, _ groups: [[Splice.Row]], _ source: SpliceSource, to sink: consuming Sink) {
    (self.splice, self.groups, self.source) = (splice, groups, source)
    self.sink = sink
    syntax = source.stream.flatMap { CodedSyntax(fourCC: $0.header.stream.fourCC) }
  }

  package mutating func run() throws {
    guard let stream = source.stream?.header.stream else { return }
    let unit = try unit
    var writer = NUTWriter(stream, timebase: unit, rate: source.rate)
    let header = writer.header
    try sink.write(header.span)
    for (number, group) in groups.enumerated() {
      try source.begin()
      try write(group, isFirst: number == 0, &writer)
    }
    try sink.flush()
  }

  private mutating func write(_ group: [Splice.Row], isFirst: Bool, _ writer: inout NUTWriter) throws {
    guard let first = group[0].source else { return }
    // When the group begins on the clock of the encoder.
    let start = first.start - splice.ticks(group[0].stamps.lowerBound - first.entry)
    var left = group.reduce(0) { $0 + $1.count }
    var hasBegun = false
    while left > 0 {
      // Frames that are shown before the entry may need frames before it.
      var (head, bytes) = try source.next { hasBegun ? $0.stamp > first.entry : $0.stamp == first.entry }
      if !hasBegun, !isFirst, syntax == .hevc { bytes = CodedUnits.asJoint(bytes) }
      hasBegun = true
      let row = group.first { $0.stamps.contains(head.stamp) }
      if row != nil { left -= 1 }
      let mark = row.map { $0.stamps.lowerBound == head.stamp ? SpliceMark.first : .wanted } ?? .unwanted
      let tick = max(0, start + splice.ticks(head.stamp - first.entry))
      let prefix = writer.prefix(stamp: mark.stamp(at: tick), size: bytes.count, isKey: head.isKey)
      try sink.write(prefix.span)
      try sink.write(bytes.span)
    }
  }

  /// The unit of timestamps with marks.
  private var unit: Rational {
    get throws(VideoError) {
      let ticks = splice.timebase.ticksPerSecond * SpliceMark.count
      guard let unit = Rational(1, Int64(ticks)), NUTWriter.canCount(in: unit) else {
        throw .inexpressible(
          "NUT cannot hold timestamps in units of 1/\(ticks) s", advice: "choose a coarser --timebase")
      }
      return unit
    }
  }

  package consuming func finish() throws(StreamFailure) { try sink.finish() }
}
