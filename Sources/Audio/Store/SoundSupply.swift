import Streams

/// The input's samples at any place: read as far as is asked for, and kept as long as they may be asked for again.
///
/// Samples outside the input are 0.
package struct SoundSupply: ~Copyable {
  private let feed: any SoundFeed
  private var store: UnitStore
  private let decoder: SampleDecoder
  /// Whether whole units are found again in the file the input is, and need not be kept.
  private let fileStart: Int?
  private let needs: SoundNeeds
  private var arrivals: [UInt8]
  /// How many units have been taken in.
  private var unitCount = 0
  /// The first unit that may still be asked for.
  private var horizon = 0
  /// How many samples were not finite, and are taken for 0.
  package private(set) var nonFiniteCount = 0
  /// How many samples the input has; nil until its end has been reached.
  package private(set) var end: Int?

  /// Samples in a unit: small enough not to wait for long, large enough to be worth keeping book of.
  package static let unitLength = 1024

  /// - Parameters:
  ///   - store: for units of `unitLength` samples.
  ///   - fileStart: where the stream began in the file that `store` can read again, if there is one.
  ///   - needs: what may be asked for; nothing else is kept.
  package init(
    _ feed: any SoundFeed, keeping store: consuming UnitStore, fileStart: Int? = nil, needs: SoundNeeds
  ) {
    self.needs = needs
    decoder = SampleDecoder(feed.format)
    arrivals = [UInt8](repeating: 0, count: Self.unitLength * feed.format.frameBytes)
    self.fileStart = fileStart.map { $0 + feed.payloadStart }
    self.feed = feed
    self.store = store
  }

  /// Samples read so far.
  package var inputCount: Int { feed.frameCount }

  /// Puts the samples of `range` into each plane, from `start` on.
  package mutating func load<Element: SoundElement>(
    _ range: Range<Int>, into planes: inout Planes<Element>, at start: Int
  ) throws(StreamFailure) {
    try reach(range.upperBound)
    let there = range.clamped(to: 0..<(end ?? max(0, range.upperBound)))
    if there.isEmpty { return planes.silence(start..<start + range.count) }
    planes.silence(start..<start + there.lowerBound - range.lowerBound)
    planes.silence(start + there.upperBound - range.lowerBound..<start + range.count)
    var next = there.lowerBound
    while next < there.upperBound {
      let unit = next / Self.unitLength
      let end = min(there.upperBound, (unit + 1) * Self.unitLength)
      try copy(
        next - unit * Self.unitLength..<end - unit * Self.unitLength, of: unit, to: &planes,
        at: start + next - range.lowerBound)
      next = end
    }
  }

  private mutating func copy<Element: SoundElement>(
    _ part: Range<Int>, of unit: Int, to planes: inout Planes<Element>, at start: Int
  ) throws(StreamFailure) {
    precondition(unit >= horizon, "samples are asked for that have been let go of")
    let frameBytes = feed.format.frameBytes
    let (decoder, capacity) = (decoder, planes.capacity)
    _ = try store.withUnit(unit) { (bytes) throws(StreamFailure) in
      var room = planes.samples.mutableSpan
      return decoder.decode(
        bytes.extracting(part.lowerBound * frameBytes..<part.upperBound * frameBytes), frames: part.count, into: &room,
        stride: capacity, at: start)
    }
  }

  /// Reads on until `sample` lies before what has been read, or the input ends.
  package mutating func reach(_ sample: Int) throws(StreamFailure) {
    while end == nil, unitCount * Self.unitLength < sample { try takeIn() }
  }

  /// Whether `range` lies outside the input, as far as can be told by reading up to it.
  mutating func isSilent(_ range: Range<Int>) throws(StreamFailure) -> Bool {
    if range.upperBound <= 0 { return true }
    try reach(range.lowerBound)
    return end.map { range.lowerBound >= $0 } ?? false
  }

  /// Reads one unit.
  private mutating func takeIn() throws(StreamFailure) {
    let place = feed.frameCount
    let count = try Self.read(into: &arrivals, from: feed)
    if count < Self.unitLength { end = place + count }
    // Counted as they come, since a sample may be looked at more than once, or never.
    nonFiniteCount += decoder.nonFiniteCount(arrivals.span, frames: count)
    if count > 0, unitCount >= horizon, needs.overlaps(place..<place + count) {
      try keep(at: place, isWhole: count == Self.unitLength)
    }
    unitCount += 1
  }

  private static func read(
    into arrivals: inout [UInt8], from feed: any SoundFeed
  ) throws(StreamFailure) -> Int {
    var room = arrivals.mutableSpan
    return try feed.read(into: &room)
  }

  /// Keeps what has arrived. In the last unit there may be less, and what follows it is never looked at.
  private mutating func keep(at place: Int, isWhole: Bool) throws(StreamFailure) {
    if let fileStart, isWhole {
      store.append(unitCount, at: fileStart + place * feed.format.frameBytes)
      return
    }
    let arrivals = arrivals
    try store.append(unitCount) { (room) throws(StreamFailure) in
      for index in arrivals.indices { room[index] = arrivals[index] }
      return true
    }
  }

  /// Lets go of what lies before `sample`, which will not be asked for again.
  package mutating func release(before sample: Int) {
    horizon = max(horizon, min(sample, Int.max - 1) / Self.unitLength)
    store.release(before: min(horizon, unitCount))
  }

  /// Reads to the end of the input, of which nothing more is needed.
  package mutating func drain() throws(StreamFailure) {
    release(before: .max)
    try feed.skipRest()
    end = end ?? feed.frameCount
  }

  /// What to report if the input broke off.
  package var truncation: AudioError? { feed.truncation }
}
