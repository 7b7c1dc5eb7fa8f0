import Commands
import Streams
import Tool
import Warp

/// The outputs that are rows of numbers.
struct RowOutput {
  let map: TimeMap
  let options: ClipOptions
  let format: ListingFormat

  func writeSourceFrames(to output: inout FileSink) throws {
    guard let rate = options.clip.frameRate else { throw Refusal.usage("--source-frames needs --fps") }
    _ = try map.requiredLength(for: "--source-frames")
    let count = try sourceFrameCount(rate)
    var listing = ListingWriter(format, columns: SourceFrameListing.columns)
    for frame in 0..<count { try listing.add(SourceFrameListing.row(frame, rate: rate, in: map), to: &output) }
    try output.write(listing.finish().span)
  }

  func writeOutputFrames(rate: FrameRate, to output: inout FileSink) throws {
    let length = try map.requiredLength(for: "--output-frames")
    let count = try Self.bounded(rate.frameCount(filling: length))
    let clock = try options.clip.frameRate.map { FrameClock(rate: $0, count: try sourceFrameCount($0)) }
    var listing = ListingWriter(format, columns: OutputFrameListing.columns)
    var rows = OutputFrameListing(map, length: length, rate: rate, clock: clock)
    for frame in 0..<count { try listing.add(rows.row(frame), to: &output) }
    try output.write(listing.finish().span)
  }

  /// How many frames the clip has: as many as were counted, or as begin within its duration.
  private func sourceFrameCount(_ rate: FrameRate) throws -> Int {
    let duration = options.clip.duration ?? map.sourceRange.end ?? 0
    return try options.frameCount ?? Self.bounded(rate.frameCount(startingWithin: duration))
  }

  private static func bounded(_ count: Int?) throws -> Int {
    guard let count else {
      throw Refusal.usage("there would be too many frames", advice: "check the rate and the length")
    }
    return count
  }

  /// Source times to warped times; no second field where a time is never shown.
  func writeVisits(of times: [String], to output: inout FileSink) throws {
    func rows(_ text: String) throws -> [[Double?]] {
      let source = try TimeSyntax.instant(text, on: options.clip)
      let visits = map.visits(of: source)
      return visits.isEmpty ? [[source, nil]] : visits.map { [source, $0.warped] }
    }
    try writeTimes(times, rows, to: &output)
  }

  /// Warped times to source times; no first field outside the map.
  func writeSources(of times: [String], to output: inout FileSink) throws {
    func rows(_ text: String) throws -> [[Double?]] {
      let warped = try TimeSyntax.seconds(text)
      return [[map.instant(at: warped)?.source, warped]]
    }
    try writeTimes(times, rows, to: &output)
  }

  private func writeTimes(
    _ times: [String], _ rows: (String) throws -> [[Double?]], to output: inout FileSink
  ) throws {
    // Bare rows, so that one line in is one line out for whoever pastes them together.
    var listing = ListingWriter(format, columns: ["source", "warped"], isBare: true)
    for time in times where time != "-" {
      for row in try rows(time) { try listing.add(row, to: &output) }
    }
    if times.contains("-") {
      try TimeLines.read { time, isLastAtHand in
        for row in try rows(time) { listing.add(row) }
        // Nothing that was answered is held back: a later line may be wrong, or depend on the answer.
        try output.write(listing.take().span)
        if isLastAtHand { try output.flush() }
      }
    }
    try output.write(listing.finish().span)
  }
}

extension ListingWriter {
  /// Adds a row and passes on what has gathered.
  fileprivate mutating func add(_ row: [Double?], to output: inout FileSink) throws(StreamFailure) {
    add(row)
    if isFull { try output.write(take().span) }
  }
}
