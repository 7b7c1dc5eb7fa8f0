import Commands
import Streams
import Tool
import Values
import Warp

/// Writes the rows of `--source-frames`, `--output-frames`, `--at` and `--at-warped`.
package struct MapListing {
  private let map: TimeMap
  private let options: ClipOptions
  private let format: ListingFormat
  /// The frame rate of the result; nil if unknown or variable.
  private let resultRate: FrameRate?

  package init(_ map: TimeMap, _ options: ClipOptions, in format: ListingFormat, resultRate: FrameRate? = nil) {
    self.map = map
    self.options = options
    self.format = format
    self.resultRate = resultRate
  }

  package func writeSourceFrames<Sink: ByteSink & ~Copyable>(to output: inout Sink) throws {
    guard let rate = options.clip.frameRate else { throw Refusal.usage("--source-frames needs --fps") }
    _ = try map.requiredLength(for: "--source-frames")
    let count = try sourceFrameCount(rate)
    var listing = ListingWriter(format, columns: SourceFrameListing.columns)
    for frame in 0..<count { try listing.add(SourceFrameListing.row(frame, rate: rate, in: map), to: &output) }
    try output.write(listing.finish().span)
  }

  /// - Parameter basis: the source frames, and how output frames are made; nil to count frames at the clip's rate.
  package func writeOutputFrames<Sink: ByteSink & ~Copyable>(
    rate: FrameRate, picking choice: FrameChoice = .hold, of basis: ShownFrames.Basis? = nil, to output: inout Sink
  ) throws {
    let length = try map.requiredLength(for: "--output-frames")
    let count = try Self.countable(rate.frameCount(filling: length))
    let counted = try options.clip.frameRate.map { rate in
      ShownFrames.Basis(FrameClock(rate: rate, count: try sourceFrameCount(rate)), choice)
    }
    var listing = ListingWriter(format, columns: OutputFrameListing.columns)
    var rows = try OutputFrameListing(map, length: length, rate: rate, basis ?? counted)
    for frame in 0..<count { try listing.add(rows.row(frame), to: &output) }
    try output.write(listing.finish().span)
  }

  /// The number of frames in the clip: from `--frames`, or the number of frames that start within its duration.
  private func sourceFrameCount(_ rate: FrameRate) throws -> Int {
    let duration = options.clip.duration ?? map.sourceRange.end ?? 0
    return try options.frameCount ?? Self.countable(rate.frameCount(startingWithin: duration))
  }

  /// Refuses nil, which `FrameRate` returns for more than 2⁵³ frames.
  private static func countable(_ count: Int?) throws -> Int {
    guard let count else {
      throw Refusal.usage("the list would have too many frames", advice: "check the frame rate and the duration")
    }
    return count
  }

  /// Writes the warped times at which source times are shown.
  ///
  /// - Parameter times: values of `--at`. For `-`, the times on standard input follow after all others.
  package func writeVisits<Sink: ByteSink & ~Copyable>(of times: [String], to output: inout Sink) throws {
    try writeTimes(times, to: &output) { text in
      InstantListing.rows(ofSource: try TimeSyntax.instant(text, on: options.clip), in: map)
    }
  }

  /// Writes the source times that are shown at warped times.
  ///
  /// - Parameter times: values of `--at-warped`. For `-`, the times on standard input follow after all others.
  package func writeSources<Sink: ByteSink & ~Copyable>(of times: [String], to output: inout Sink) throws {
    try writeTimes(times, to: &output) { text in
      [InstantListing.row(ofWarped: try TimeSyntax.seconds(text, at: resultRate), in: map)]
    }
  }

  private func writeTimes<Sink: ByteSink & ~Copyable>(
    _ times: [String], to output: inout Sink, rows: (String) throws -> [[Double?]]
  ) throws {
    // Without title and column names, the answers can be pasted beside the questions. A warped time has one line, a
    // source time one line for each visit.
    var listing = ListingWriter(format, columns: InstantListing.columns, isBare: true)
    for time in times where time != "-" {
      for row in try rows(time) { try listing.add(row, to: &output) }
    }
    if times.contains("-") {
      try TimeLines.read(FileSource(.input)) { time, isLastAtHand in
        for row in try rows(time) { listing.add(row) }
        // Answers are written before the next line is read. That line may be wrong, or may depend on the answers.
        try output.write(listing.take().span)
        if isLastAtHand { try output.flush() }
      }
    }
    try output.write(listing.finish().span)
  }
}

extension ListingWriter {
  fileprivate mutating func add<Sink: ByteSink & ~Copyable>(
    _ row: [Double?], to output: inout Sink
  ) throws(StreamFailure) {
    add(row)
    if isFull { try output.write(take().span) }
  }
}
