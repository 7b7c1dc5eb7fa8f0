/// The input as the map uses it: its frames and what has come of them, and the stretches that show them.
package struct Footage: Sendable {
  let map: TimeMap
  package private(set) var clock: FrameClock
  private let coverage: SourceCoverage
  /// The source there has to be for all rows of the map to be shown.
  let requiredSource: Double
  /// Frames of which the map shows nothing, among those whose length is known.
  package private(set) var unusedCount = 0
  private var measuredCount = 0

  package init(_ map: TimeMap, _ clock: FrameClock) {
    self.map = map
    self.clock = clock
    coverage = SourceCoverage(map.stretches)
    requiredSource = map.requiredSource
  }

  var stretches: [Stretch] { map.stretches }

  package mutating func append() {
    clock.append()
    measure(upTo: clock.count - 1)
  }

  package mutating func append(start: Double) -> Bool {
    guard clock.append(start: start) else { return false }
    // How long a frame stands is known when the next one comes.
    measure(upTo: clock.count - 1)
    return true
  }

  package mutating func end(count: Int) {
    clock.end(count: count)
    measure(upTo: clock.count)
  }

  mutating func release(before frame: Int) { clock.release(before: frame) }

  private mutating func measure(upTo count: Int) {
    while measuredCount < count {
      let (start, end) = (clock.start(of: measuredCount), clock.start(of: measuredCount + 1))
      if !coverage.overlaps(from: start, to: end) { unusedCount += 1 }
      measuredCount += 1
    }
  }
}

/// Which frames a stretch may show.
extension Footage {
  /// Those whose interval overlaps the source it covers with positive length, as if frames came for ever. Nil if the
  /// first is not known yet; a last one that is not known is as late as can be.
  func frames(of index: Int) -> ClosedRange<Int>? {
    let stretch = stretches[index]
    if stretch.direction == .still { return frozenFrame(of: index).map { $0...$0 } }
    guard let first = clock.position(at: stretch.earliestSource, .forward)?.frame else { return nil }
    // The last is the one played first in the other direction: an end on a frame's start does not show that frame.
    let last = clock.position(at: stretch.latestSource, .backward)?.frame ?? .max
    // A stretch of a millionth of a frame still shows something.
    return first...max(first, last)
  }

  /// A freeze shows the frame its instant lies in, as long as what it stops or starts shows that too: at the end of a
  /// stretch, the last one stands. Between cuts there is nothing to go by but the instant.
  private func frozenFrame(of index: Int) -> Int? {
    let freeze = stretches[index]
    guard let frame = clock.position(at: freeze.sourceStart, .forward)?.frame else { return nil }
    let follows = index > 0 && stretches[index - 1].isFollowed(by: freeze)
    let leads = index + 1 < stretches.count && freeze.isFollowed(by: stretches[index + 1])
    let before = follows ? frames(of: index - 1) : nil
    let after = leads ? frames(of: index + 1) : nil
    guard let one = before ?? after else { return frame }
    let other = after ?? one
    return min(max(frame, min(one.lowerBound, other.lowerBound)), max(one.upperBound, other.upperBound))
  }

  /// No stretch from `index` on shows an earlier frame, as far as can be told now; but for a freeze that stands on what
  /// the stretch before it showed last.
  func lowestFrame(from index: Int) -> Int {
    guard index < stretches.count else { return .max }
    let source = map.earliestSource(fromPiece: stretches[index].pieces.lowerBound)
    return clock.position(at: source, .forward)?.frame ?? latestWholeFrame
  }

  /// The frame that has come last: the earliest that an instant can show of which nothing else is known.
  var newestFrame: Int { max(0, clock.count - 1) }

  /// The latest that is there for sure: the newest may yet turn out to be cut short, and then this one stands for it.
  var latestWholeFrame: Int { max(0, clock.count - (clock.isEnded ? 1 : 2)) }

  /// What is seen at an instant of a stretch; nil if that depends on frames still to come.
  func view(of source: Double, in index: Int) -> FrameView? {
    let direction = stretches[index].direction
    guard let frames = frames(of: index) else { return nil }
    if direction == .still { return FrameView(frozen: frames.lowerBound) }
    return clock.position(at: source, direction).map { FrameView($0, direction, within: frames) }
  }
}

/// Where the input's end leaves the map.
extension Footage {
  /// Whether the input has ended and was empty.
  var isEmpty: Bool { clock.isEnded && clock.count == 0 }

  /// Set once the input has ended too early. What plays forward then ends with it; elsewhere the last frame stands for
  /// what is missing.
  package var shortfall: Shortfall? { clock.isEnded ? missing : nil }

  /// What would be missing if no more came.
  private var missing: Shortfall? {
    Shortfall(inputEnd: clock.end, mapEnd: requiredSource, frameLength: clock.lastLength)
  }

  /// Whether the output ends because a stretch plays forward into `frame`, which has not come.
  func stops(before frame: Int, in index: Int) -> Bool {
    frame >= clock.count && stretches[index].direction == .forward && shortfall != nil
  }

  /// The earliest frame that may be shown at `source`, where `frame` is due: if the input ends now, the latest may stand
  /// for it.
  func standIn(for frame: Int, at source: Double, in index: Int) -> Int {
    frame > latestWholeFrame && clock.count > 0 && mayStand(at: source, in: stretches[index]) ? latestWholeFrame : frame
  }

  private func mayStand(at source: Double, in stretch: Stretch) -> Bool {
    if stretch.direction != .forward || mayStand(in: stretch, behind: clock.end, clock.lastLength) { return true }
    guard let (end, lastLength) = clock.withoutNewest else { return false }
    // As uneven as frames may be, the one before would then stand longer than it does now.
    return source < end - FramePosition.grace * lastLength || mayStand(in: stretch, behind: end, lastLength)
  }

  private func mayStand(in stretch: Stretch, behind end: Double, _ lastLength: Double) -> Bool {
    // An open end is over when the input is.
    if stretch.isOpen, let openEnd = map.openEnd, end >= openEnd.source { return false }
    return Shortfall(inputEnd: end, mapEnd: requiredSource, frameLength: lastLength) == nil
  }

  /// Whether anything of the source after `source` is shown.
  func reaches(_ source: Double) -> Bool { map.openEnd != nil || requiredSource > source }

  /// The warped length if no more came.
  package var warpedLength: Double { map.warpedLength(ofInputEnding: clock.end) }

  /// The same if the newest frame may turn out to be cut short: the one before may then stand longer.
  var longestWarpedLength: Double {
    max(warpedLength, clock.withoutNewest.map { map.warpedLength(ofInputEnding: $0.end) } ?? 0)
  }

  /// The output lasts at least this long, whatever comes, as far as that is decided up to the end of a stretch.
  ///
  /// It only grows, and once the input has ended it is how long the output lasts, unless a later stretch plays forward
  /// out of the input.
  func assuredWarpedLength(in index: Int) -> Double {
    let (stretch, end) = (stretches[index], clock.earliestEnd)
    let isCovered =
      stretch.direction != .forward || stretch.sourceEnd <= end + FramePosition.grace * clock.lastLength
    if isCovered || clock.isEnded && missing == nil { return map.warpedLength(ofInputEnding: end) }
    return map.warped(at: end, in: stretch)
  }

  /// Where a stretch that plays forward stops if no more comes: with the input, if too much of that is missing.
  func warpedEnd(playing stretch: Stretch) -> Double {
    missing == nil ? warpedLength : map.warped(at: clock.end, in: stretch)
  }
}
