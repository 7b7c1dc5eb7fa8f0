import Streams

/// Random access to the samples of an input that can only be read forward.
///
/// The input is read only as far as samples are requested. Samples that `SoundNeeds` lists are kept, in units of
/// `unitLength`, until they are released. Samples outside the input are 0.
///
/// Samples are identified by their numbers in the source. The input may contain only parts of the source.
package struct SoundSupply: ~Copyable {
  private let feed: any SoundFeed
  private var store: UnitStore
  private let decoder: SampleDecoder
  /// The offset of the first sample in the input file, in bytes, if the file can be read again; otherwise nil. Whole
  /// units are then read again instead of being kept.
  private let fileStart: Int?
  private let needs: SoundNeeds
  /// Samples of a larger magnitude count as clipped.
  private let limit: Double
  /// The number of the input's first sample.
  let firstSample: Int
  /// The parts of the input that are still to be read, beginning with the current one.
  private var parts: ArraySlice<Range<Int>>
  /// Whether `feed.begin` has been called for the current part.
  private var hasBegun = false
  private var arrivals: [UInt8]
  /// The index of the unit, a block of `unitLength` samples, to be read next.
  private var unitCount: Int
  /// The number of the sample after the last one read.
  package private(set) var reached: Int
  /// The index of the first unit (block of `unitLength` samples) that may still be requested.
  private var horizon = 0
  /// The clipped and non-finite samples among those read.
  package private(set) var tally = SampleTally()
  /// Whether the samples read are so large that their sums may overflow in Float.
  private(set) var isLoud = false
  /// The number of the sample after the input's last one; nil until its end has been read.
  package private(set) var end: Int?

  /// The number of samples in a unit, the block that is read and kept as a whole. Waiting for a unit from a pipe must
  /// take little time. A larger unit makes managing units cheaper.
  package static let unitLength = 1024

  /// - Parameters:
  ///   - store: a store for units of `unitLength` sample frames.
  ///   - fileStart: the offset of the stream in the file that `store` can read again; nil if there is none.
  ///   - needs: the samples that may be requested. No others are kept.
  ///   - limit: the magnitude to which samples are limited before sound is computed from them.
  package init(
    _ feed: any SoundFeed, keeping store: consuming UnitStore, fileStart: Int? = nil, needs: SoundNeeds,
    limit: Double = .infinity
  ) {
    parts = feed.parts[...]
    firstSample = parts.first?.lowerBound ?? 0
    reached = firstSample
    unitCount = firstSample / Self.unitLength
    self.needs = needs
    self.limit = limit
    decoder = SampleDecoder(feed.format)
    arrivals = [UInt8](repeating: 0, count: Self.unitLength * feed.format.frameBytes)
    self.fileStart = fileStart.map { $0 + feed.payloadStart }
    self.feed = feed
    self.store = store
  }

  /// Whether the next samples can be read without waiting, as far as the feed knows.
  var isReady: Bool { end != nil || feed.has(Self.unitLength) }

  /// The amounts of silence inserted and of samples dropped between packets.
  package var seams: SoundSeams { feed.seams }

  /// The number of samples read so far.
  package var inputCount: Int { feed.frameCount }

  /// Loads the samples of `range` into the planes, from index `start` on. The samples must not have been released.
  package mutating func load<Element: SoundElement>(
    _ range: Range<Int>, into planes: inout Planes<Element>, at start: Int
  ) throws(StreamFailure) {
    try read(upTo: range.upperBound)
    let present = range.clamped(to: firstSample..<(end ?? max(firstSample, range.upperBound)))
    if present.isEmpty { return planes.silence(start..<start + range.count) }
    planes.silence(start..<start + present.lowerBound - range.lowerBound)
    planes.silence(start + present.upperBound - range.lowerBound..<start + range.count)
    var next = present.lowerBound
    while next < present.upperBound {
      let unit = next / Self.unitLength
      let end = min(present.upperBound, (unit + 1) * Self.unitLength)
      try copy(
        next - unit * Self.unitLength..<end - unit * Self.unitLength, of: unit, to: &planes,
        at: start + next - range.lowerBound)
      next = end
    }
  }

  private mutating func copy<Element: SoundElement>(
    _ part: Range<Int>, of unit: Int, to planes: inout Planes<Element>, at start: Int
  ) throws(StreamFailure) {
    precondition(unit >= horizon, "samples are asked for that have been released")
    let frameBytes = feed.format.frameBytes
    let (decoder, capacity) = (decoder, planes.capacity)
    _ = try store.withUnit(unit) { (bytes) throws(StreamFailure) in
      decoder.decode(
        bytes.extracting(part.lowerBound * frameBytes..<part.upperBound * frameBytes), frames: part.count,
        into: &planes.samples, stride: capacity, at: start)
    }
  }

  /// Reads until all samples before `sample` have been read, or until the input ends.
  package mutating func read(upTo sample: Int) throws(StreamFailure) {
    while end == nil, unitCount * Self.unitLength < sample { try readUnit() }
  }

  /// Whether `range` is outside the input. Reads no further than the start of the range to find out.
  mutating func isSilent(_ range: Range<Int>) throws(StreamFailure) -> Bool {
    if range.upperBound <= firstSample { return true }
    try read(upTo: range.lowerBound)
    return end.map { range.lowerBound >= $0 } ?? false
  }

  /// Counts the points at the start of `points` that lie within the input. Reads the input up to the furthest point.
  mutating func count(of points: [ControlPoint]) throws(StreamFailure) -> Int {
    try read(upTo: (points.map(\.index).max() ?? 0) + 1)
    let present = firstSample..<(end ?? .max)
    return points.prefix { present.contains($0.index) }.count
  }

  /// Reads one unit of `unitLength` samples, and keeps it if its samples may be requested.
  private mutating func readUnit() throws(StreamFailure) {
    guard try beginPart() else {
      end = reached
      return
    }
    let position = reached
    // The input may begin inside its first unit. Samples before the beginning of the input are never requested.
    let skipped = position - unitCount * Self.unitLength
    let count = try Self.read(into: &arrivals, after: skipped, from: feed)
    reached = position + count
    if skipped + count < Self.unitLength { end = reached }
    // Clipped samples are counted here, not in `load`, where a sample may be decoded more than once, or never.
    note(count, after: skipped)
    if count > 0, unitCount >= horizon, needs.overlaps(position..<position + count) {
      try keep(at: position, isWhole: count == Self.unitLength)
    }
    unitCount += 1
  }

  /// Counts the clipped and non-finite samples in `arrivals`, the unit read last. The quick test comes first, because
  /// such samples are rare.
  private mutating func note(_ count: Int, after skipped: Int) {
    let arrivals = arrivals
    let bytes = arrivals.span.extracting((skipped * feed.format.frameBytes)...)
    guard decoder.areLoud(bytes, frames: count) else { return }
    isLoud = true
    tally += decoder.tally(bytes, frames: count, limit: limit)
  }

  /// Moves on to the part with the next sample to be read. Returns false if no part is left.
  private mutating func beginPart() throws(StreamFailure) -> Bool {
    guard let part = parts.first else { return false }
    if reached < part.upperBound {
      if !hasBegun { try feed.begin(part) }
      hasBegun = true
      return true
    }
    parts.removeFirst()
    hasBegun = false
    guard let next = parts.first else { return false }
    (reached, unitCount) = (next.lowerBound, next.lowerBound / Self.unitLength)
    return try beginPart()
  }

  private static func read(
    into arrivals: inout [UInt8], after skipped: Int, from feed: any SoundFeed
  ) throws(StreamFailure) -> Int {
    var room = arrivals.mutableSpan
    var part = room._mutatingExtracting((skipped * feed.format.frameBytes)...)
    return try feed.read(into: &part)
  }

  /// Keeps the unit in `arrivals`, which begins at sample `position`. Bytes after the input's end are never decoded.
  private mutating func keep(at position: Int, isWhole: Bool) throws(StreamFailure) {
    if let fileStart, isWhole {
      store.append(unitCount, at: fileStart + (position - firstSample) * feed.format.frameBytes)
      return
    }
    let arrivals = arrivals
    try store.append(unitCount) { (room) throws(StreamFailure) in
      for index in arrivals.indices { room[index] = arrivals[index] }
      return true
    }
  }

  /// Drops the samples before `sample`, which must not be requested again.
  package mutating func release(before sample: Int) {
    horizon = max(horizon, min(sample, Int.max - 1) / Self.unitLength)
    store.release(before: min(horizon, unitCount))
  }

  /// Reads to the end of the input, although no more samples are needed, so that the program that writes it can finish.
  package mutating func drain() throws(StreamFailure) {
    release(before: .max)
    while end == nil, parts.count > 1 { try readUnit() }
    // The last part has not been begun if it is so short that no output needed its samples.
    if end == nil { _ = try beginPart() }
    let before = feed.frameCount
    try feed.skipRest()
    reached += feed.frameCount - before
    end = end ?? reached
  }

  /// The error to report if the input ended too early.
  package var truncation: AudioError? { feed.truncation }
}
