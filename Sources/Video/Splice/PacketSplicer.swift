import NUT
import Streams
import Values
import Warp

/// Carries out a `Splice`: joins packets of a film and packets that an encoder has made, without changing a slice.
package struct PacketSplicer<Sink: ByteSink & ~Copyable>: ~Copyable {
  private let splice: Splice
  private let film: SpliceSource
  /// Nil if nothing is encoded.
  private let encoded: MatchedFrames?
  /// Nil for codecs without units.
  private let syntax: CodedSyntax?
  private let sets: ParameterSets
  private var writer: NUTWriter
  private var sink: Sink
  private var count = 0

  /// - Parameter encoded: the output of the encoder, with a keyframe at the start of each row.
  package init(
    _ splice: Splice, from command: any ClipCommand, encoded: (any ByteSource)?, to sink: consuming Sink
  ) throws {
    let film = try SpliceSource(command, splice.rows.filter { $0.source == nil }.map(\.stamps), tick: splice.tick)
    let matched = splice.encodedCount > 0 ? try encoded.map(MatchedFrames.init) : nil
    guard let stream = film.stream?.header.stream ?? matched?.stream else { throw VideoError.empty }
    let syntax = CodedSyntax(fourCC: stream.fourCC)
    let sets = try Self.sets(stream, syntax, matched)
    let data = syntax == nil ? stream.codecData : sets.annexB
    guard let unit = Rational(1, Int64(splice.timebase.ticksPerSecond)), NUTWriter.canCount(in: unit) else {
      throw VideoError.inexpressible(
        "NUT cannot hold timestamps in units of \(splice.timebase) s", advice: "choose a coarser --timebase")
    }
    let output = NUTStream(fourCC: stream.fourCC, stream.medium, delay: stream.delay, codecData: data)
    self.init(
      splice, film, matched, syntax, sets, NUTWriter(output, timebase: unit, rate: film.rate), to: sink)
  }

  /// Apart from the checks, because Swift 6.2 cannot leave an init that has set a part of such a value.
  private init(
    _ splice: Splice, _ film: SpliceSource, _ encoded: MatchedFrames?, _ syntax: CodedSyntax?, _ sets: ParameterSets,
    _ writer: NUTWriter, to sink: consuming Sink
  ) {
    (self.splice, self.film, self.encoded, self.syntax, self.sets) = (splice, film, encoded, syntax, sets)
    self.writer = writer
    self.sink = sink
  }

  /// The parameter sets of the film and of the encoder.
  private static func sets(
    _ stream: NUTStream, _ syntax: CodedSyntax?, _ encoded: MatchedFrames?
  ) throws -> ParameterSets {
    var sets = ParameterSets()
    guard let syntax else { return sets }
    guard sets.take(from: stream.codecData, of: syntax) else { throw CodedUnits.changed }
    guard let encoded else { return sets }
    guard encoded.syntax == syntax, encoded.medium.isSameSize(as: stream.medium) else {
      throw VideoError.unfit(
        "the encoder makes other frames than the video has", advice: "leave --copy out")
    }
    guard encoded.sets.units.allSatisfy({ sets.take($0.value[...], as: $0.key) }) else { throw CodedUnits.changed }
    return sets
  }

  /// - Parameter reached: called after each frame with its tick in the result.
  package mutating func run(_ reached: (Int64) throws -> Void) throws {
    let header = writer.header
    try sink.write(header.span)
    for row in splice.rows {
      if let source = row.source { try takeEncoded(row, from: source, reached) } else { try copy(row, reached) }
    }
    try encoded?.finish()
    try sink.flush()
  }

  private mutating func copy(_ row: Splice.Row, _ reached: (Int64) throws -> Void) throws {
    try film.begin()
    for number in 0..<row.count {
      var (head, bytes) = try film.next { row.stamps.contains($0.stamp) }
      if let syntax {
        bytes = try CodedUnits.stripped(bytes, of: syntax, knowing: sets)
        if syntax == .hevc, number == 0, count > 0 { bytes = CodedUnits.asJoint(bytes) }
      }
      let tick = row.warped + splice.ticks(head.stamp - row.stamps.lowerBound)
      try write(bytes, at: tick, isKey: head.isKey)
      try reached(Int64(tick))
    }
  }

  private mutating func takeEncoded(
    _ row: Splice.Row, from source: Splice.Row.Source, _ reached: (Int64) throws -> Void
  ) throws {
    guard let encoded else { return }
    for number in 0..<row.count {
      let (head, bytes) = try encoded.next()
      let tick = encoded.tick(of: head, in: splice.timebase) - source.start
      guard number > 0 || head.isKey && tick == 0, tick >= 0 else {
        throw VideoError.unfit("the encoder has made other frames than requested", advice: "leave --copy out")
      }
      try write(bytes, at: row.warped + tick, isKey: head.isKey)
      try reached(Int64(row.warped + tick))
    }
  }

  private mutating func write(_ bytes: [UInt8], at tick: Int, isKey: Bool) throws {
    let prefix = writer.prefix(stamp: max(0, tick), size: bytes.count, isKey: isKey)
    try sink.write(prefix.span)
    try sink.write(bytes.span)
    count += 1
  }

  package consuming func finish() throws(StreamFailure) { try sink.finish() }
}

extension NUTStream.Medium {
  fileprivate func isSameSize(as other: NUTStream.Medium) -> Bool {
    guard case .video(let width, let height, _) = self, case .video(let otherWidth, let otherHeight, _) = other else {
      return false
    }
    return width == otherWidth && height == otherHeight
  }
}
