/// The input as the map uses it: its frames and what has come of them, and the stretches that show them.
///
/// Stretches are named by their index in `stretches`, frames by their number in the input.
package struct Footage: Sendable {
  let map: TimeMap
  package private(set) var clock: FrameClock
  /// Nil where duplicates count as any other frame.
  private(set) var duplicates: DuplicateFrames?
  private let coverage: SourceCoverage
  /// How long the input has to be for all rows of the map that are to be shown, in seconds of source time.
  let requiredSource: Double
  /// The same for all of the map.
  private let latestSource: Double
  /// Whether the last frame stands for all that is missing at the end, however much that is.
  private let holdsEnd: Bool
  /// Frames of which the map shows nothing, among the first `measuredCount`.
  package private(set) var unusedCount = 0
  /// Frames of which the map shows a part.
  package private(set) var partlyUsed: [Int] = []
  private var measuredCount = 0
  /// For each stretch the earliest source time that it or a later one shows, up to the last that is to be shown.
  private let earliestSources: [Double]

  /// - Parameters:
  ///   - skipsDuplicates: whether frames that look like the one before do not count.
  ///   - end: a warped time. What comes after it is not shown.
  package init(
    _ map: TimeMap, _ clock: FrameClock, holdsEnd: Bool = false, skipsDuplicates: Bool = false,
    upTo end: Double = .infinity
  ) {
    self.map = map
    self.clock = clock
    duplicates = skipsDuplicates ? DuplicateFrames() : nil
    self.holdsEnd = holdsEnd
    coverage = SourceCoverage(map.stretches)
    requiredSource = map.requiredSource(upTo: end)
    latestSource = map.requiredSource
    var earliest = Double.infinity
    let shown = map.stretches.prefix { $0.warpedStart <= end }
    earliestSources =
      shown.reversed().map { stretch in
        earliest = min(earliest, stretch.earliestSource)
        return earliest
      }.reversed()
  }

  var stretches: [Stretch] { map.stretches }

  /// Whether it has to be told which frames are duplicates.
  package var skipsDuplicates: Bool { duplicates != nil }

  package mutating func append(isDuplicate: Bool = false) {
    clock.append()
    duplicates?.append(isDuplicate: isDuplicate)
    countUnused(upTo: clock.count - 1)
  }

  package mutating func append(start: Double, isDuplicate: Bool = false) -> Bool {
    guard clock.append(start: start) else { return false }
    duplicates?.append(isDuplicate: isDuplicate)
    // The newest is left out: it may be taken back, and with a time of its own its length is not known yet.
    countUnused(upTo: clock.count - 1)
    return true
  }

  /// Only the newest frame may lie beyond `count`: those before it are counted already.
  package mutating func end(count: Int) {
    clock.end(count: count)
    duplicates?.limit(to: count)
    countUnused(upTo: clock.count)
  }

  /// Whether the map speeds nothing up.
  package var slowsOnly: Bool { map.scaleRange.map { $0.lowerBound > 1 - FramePosition.grace } ?? true }

  /// Frames a second on average, of those that have come.
  package var meanRate: Double { Double(clock.count) / max(clock.end - clock.beginning, .leastNonzeroMagnitude) }

  mutating func release(before frame: Int) { clock.release(before: frame) }

  private mutating func countUnused(upTo count: Int) {
    while measuredCount < count {
      let (start, end) = (clock.start(of: measuredCount), clock.start(of: measuredCount + 1))
      if !coverage.overlaps(from: start, to: end) {
        unusedCount += 1
      } else if !coverage.covers(from: start, to: end) {
        partlyUsed.append(measuredCount)
      }
      measuredCount += 1
    }
  }
}

/// Which frames a stretch may show.
extension Footage {
  /// The frames whose interval overlaps the source of the stretch with positive length, as if frames came for ever. Nil
  /// if the first is not known yet; a last one that is not known yet is `.max`.
  func frames(of index: Int) -> ClosedRange<Int>? {
    let stretch = stretches[index]
    if stretch.direction == .still { return frozenFrame(of: index).map { $0...$0 } }
    guard let first = clock.position(at: stretch.earliestSource, .forward)?.frame else { return nil }
    // Asked for as if played backward: a stretch that ends at a frame's start does not show that frame.
    let last = clock.position(at: stretch.latestSource, .backward)?.frame ?? .max
    // Within a stretch of a millionth of a frame both ends may count as one frame's start; it still shows that frame.
    return first...max(first, last)
  }

  /// The frame a freeze shows: the one at its instant, if a neighbour that joins it without a cut shows that frame too,
  /// else the neighbour's frame nearest to it. So a freeze at the end of a stretch shows the stretch's last frame, and
  /// not the one that would come next.
  ///
  ///     joined to          may show
  ///     no neighbour       the frame at its instant
  ///     one neighbour      the neighbour's frames
  ///     two neighbours     all from the first frame of either to the last of either
  private func frozenFrame(of index: Int) -> Int? {
    let freeze = stretches[index]
    guard let frame = clock.position(at: freeze.sourceStart, .forward)?.frame else { return nil }
    let joinsBefore = index > 0 && stretches[index - 1].isFollowed(by: freeze)
    let joinsAfter = index + 1 < stretches.count && freeze.isFollowed(by: stretches[index + 1])
    let before = joinsBefore ? frames(of: index - 1) : nil
    let after = joinsAfter ? frames(of: index + 1) : nil
    guard let first = before ?? after else { return frame }
    let second = after ?? first
    return min(max(frame, min(first.lowerBound, second.lowerBound)), max(first.upperBound, second.upperBound))
  }

  /// The stretch `index` and those after it show no earlier frame than this, as far as can be told now. One exception:
  /// a freeze may show the last frame of the stretch before it. Callers allow for it by also keeping what is due in
  /// that stretch.
  func lowestFrame(fromStretch index: Int) -> Int {
    guard index < earliestSources.count else { return .max }
    return clock.position(at: earliestSources[index], .forward)?.frame ?? latestAssuredFrame
  }

  /// The frame that has come last. An instant whose position is not known yet shows this frame or a later one.
  var newestFrame: Int { max(0, clock.count - 1) }

  /// The latest frame that cannot be taken back: until the input has ended, the one before the newest. 0 also where
  /// there is none: if frame 0 is taken back, nothing is shown at all.
  var latestAssuredFrame: Int { max(0, clock.count - (clock.isEnded ? 1 : 2)) }

  /// Which frames are seen at `source` in the stretch `index`, as if frames came for ever: they may lie beyond those
  /// that have come (`FrameView.limited`). Nil while it is not known which. In a freeze `source` does not matter.
  func view(of source: Double, in index: Int) -> FrameView? {
    let direction = stretches[index].direction
    guard let frames = frames(of: index) else { return nil }
    if direction == .still { return FrameView(frozen: frames.lowerBound) }
    return clock.position(at: source, direction).map { FrameView($0, direction, within: frames) }
  }
}

/// What is shown where the input ends before all that the map shows has come.
///
///     missing of all that the map shows      a stretch that plays         one that plays backward
///                                            forward into what is missing or stands still
///     up to the larger of a frame and a      shows the last frame         shows the last frame
///     tenth of a second
///     more: a `Shortfall`                    ends the output              shows the last frame
///
/// Where `holdsEnd` is set there is no shortfall, whatever is missing.
///
/// An open end lasts just as long as the input: nothing of it is ever missing.
extension Footage {
  /// Whether the input has ended and was empty.
  var isEmpty: Bool { clock.isEnded && clock.count == 0 }

  /// Not nil once the input has ended too early.
  package var shortfall: Shortfall? { clock.isEnded ? shortfallSoFar : nil }

  /// The shortfall if no more frames came.
  private var shortfallSoFar: Shortfall? { shortfall(ifInputEndsAt: clock.end, clock.lastLength) }

  private func shortfall(ifInputEndsAt end: Double, _ lastLength: Double) -> Shortfall? {
    holdsEnd ? nil : Shortfall(inputEnd: end, mapEnd: requiredSource, frameLength: lastLength)
  }

  /// Whether the output ends because a stretch plays forward into `frame`, which has not come. False before the input
  /// has ended.
  func outputEnds(before frame: Int, in index: Int) -> Bool {
    frame >= clock.count && stretches[index].direction == .forward && shortfall != nil
  }

  /// `frame` is due at `source`, as far as is known now. The earliest frame that may turn out to be shown there:
  /// `frame`, or the latest assured one if it may have to stand in for it. Before any frame has come there is none to
  /// stand in.
  ///
  ///     frames that have come     not yet come
  ///     … | k−2 | k−1 | k  |      k+1 …             If k+1 is due and the input ends now, k is shown in its place.
  ///          assured    newest                      If k is then incomplete as well, k−1 is shown.
  func earliestStandIn(for frame: Int, at source: Double, in index: Int) -> Int {
    let isSure = frame <= latestAssuredFrame || clock.count == 0
    return isSure || !mayBeReplaced(at: source, in: stretches[index]) ? frame : latestAssuredFrame
  }

  /// Whether a frame at `source` that is not assured may be replaced by one before it, and does not just end the
  /// output.
  private func mayBeReplaced(at source: Double, in stretch: Stretch) -> Bool {
    if stretch.direction != .forward || playsOn(stretch, ifInputEndsAt: clock.end, clock.lastLength) { return true }
    guard let (end, lastLength) = clock.withoutNewest else { return false }
    // Without the newest frame, the one before it is on screen for as long as the one before that was: where frames are
    // uneven this can be longer than it is on screen now, and reach `source`.
    return source < end - FramePosition.grace * lastLength || playsOn(stretch, ifInputEndsAt: end, lastLength)
  }

  /// Whether a stretch that plays forward goes on beyond an input that ends at `end`, showing the last frame.
  private func playsOn(_ stretch: Stretch, ifInputEndsAt end: Double, _ lastLength: Double) -> Bool {
    // An open end lasts until the input ends.
    if stretch.isOpen, let openEnd = map.openEnd, end >= openEnd.source { return false }
    return shortfall(ifInputEndsAt: end, lastLength) == nil
  }

  /// Whether the map, anywhere, shows source after `source`, if the input lasts: also after what is to be shown of it.
  func showsSource(after source: Double) -> Bool { map.openEnd != nil || latestSource > source }

  /// The warped length of the map if no more frames came.
  package var warpedLength: Double { map.warpedLength(ofInputEnding: clock.end) }

  /// The larger of the warped lengths if no more frames came, with the newest frame and without it: without it, the one
  /// before may be on screen for longer.
  var longestWarpedLength: Double {
    max(warpedLength, clock.withoutNewest.map { map.warpedLength(ofInputEnding: $0.end) } ?? 0)
  }

  /// A lower bound of the output's length, if no stretch after `index` plays forward beyond the input; the caller asks
  /// again in each stretch.
  ///
  /// For one `index` it only grows while input comes; for a later `index` it may be less. Once the input has ended it
  /// is how long the output lasts, under the same condition.
  func assuredWarpedLength(in index: Int) -> Double {
    let (stretch, end) = (stretches[index], clock.earliestEnd)
    let isCovered =
      stretch.direction != .forward || stretch.sourceEnd <= end + FramePosition.grace * clock.lastLength
    if isCovered || clock.isEnded && shortfallSoFar == nil { return map.warpedLength(ofInputEnding: end) }
    return map.warped(at: end, in: stretch)
  }

  /// The warped time at which the output ends if no more frames come. A forward stretch with a shortfall ends with
  /// the input; otherwise the output ends with the map.
  func warpedEnd(in stretch: Stretch) -> Double { warpedEnd(in: stretch, ifInputEndsAt: clock.end, clock.lastLength) }

  /// The same without the newest frame. 0 if the newest cannot be taken back, or is the only one.
  func warpedEndWithoutNewest(in stretch: Stretch) -> Double {
    clock.withoutNewest.map { warpedEnd(in: stretch, ifInputEndsAt: $0.end, $0.lastLength) } ?? 0
  }

  private func warpedEnd(in stretch: Stretch, ifInputEndsAt end: Double, _ lastLength: Double) -> Double {
    let isShort = stretch.direction == .forward && shortfall(ifInputEndsAt: end, lastLength) != nil
    return isShort ? map.warped(at: end, in: stretch) : map.warpedLength(ofInputEnding: end)
  }
}

/// The source times that a map shows at all.
struct SourceCoverage: Equatable, Sendable {
  private let shown: DisjointIntervals<Double>

  init(_ stretches: [Stretch]) {
    shown = DisjointIntervals(stretches.map { $0.earliestSource...$0.latestSource })
  }

  /// Whether anything is shown of a frame that is on screen from `start` to `end`; a part of it smaller than the grace
  /// does not count. O(log n).
  func overlaps(from start: Double, to end: Double) -> Bool {
    let grace = FramePosition.grace * (end - start)
    let intervals = shown.intervals
    // The second condition is for a freeze between cuts: its interval has no length and still shows its frame.
    let next = intervals.borderIndex { $0.upperBound > start + grace || $0.lowerBound >= start - grace }
    return next < intervals.count && intervals[next].lowerBound < end - grace
  }

  /// Whether all of such a frame is shown.
  func covers(from start: Double, to end: Double) -> Bool {
    let grace = FramePosition.grace * (end - start)
    let intervals = shown.intervals
    let next = intervals.borderIndex { $0.upperBound >= end - grace }
    return next < intervals.count && intervals[next].lowerBound <= start + grace
  }
}
