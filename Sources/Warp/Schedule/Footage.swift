import Values

/// The input from the map's point of view: the source frames that have arrived, and the stretches that show them.
/// A stretch is a part of the map that plays in one direction without a cut.
///
/// Stretches are identified by their index in `stretches`, and frames by their number in the input.
package struct Footage: Sendable {
  private(set) var map: TimeMap
  let crossfades: Crossfades
  package private(set) var clock: FrameClock
  /// Nil if duplicates count like other frames.
  private(set) var duplicates: DuplicateFrames?
  private let coverage: SourceCoverage
  /// The seconds of input that the requested part of the result needs.
  private(set) var requiredSource: Double
  /// The seconds of input that the whole map needs, also outside the requested part of the result.
  private let latestSource: Double
  /// Whether the last frame replaces everything that is missing at the end, however long that is.
  private let holdsEnd: Bool
  /// The number of frames that the map does not show at all, of the first `measuredCount` frames.
  package private(set) var unusedCount = 0
  /// The frames that the map shows only in part.
  package private(set) var partlyUsed: [Int] = []
  private var measuredCount = 0
  /// For each stretch up to the last one shown, the earliest source time that this or a later stretch shows.
  private let earliestSources: [Double]

  /// - Parameters:
  ///  - crossfades: the soft joins of the map.
  ///  - skipsDuplicates: whether interpolation ignores frames that look like the previous frame.
  ///  - end: the warped time where the shown part of the map ends.
  package init(
    _ crossfades: Crossfades, _ clock: FrameClock, holdsEnd: Bool = false, skipsDuplicates: Bool = false,
    upTo end: Double = .infinity
  ) {
    self.crossfades = crossfades
    map = crossfades.map
    self.clock = clock
    duplicates = skipsDuplicates ? DuplicateFrames() : nil
    self.holdsEnd = holdsEnd
    coverage = SourceCoverage(crossfades.extended.stretches)
    requiredSource = map.requiredSource(upTo: end)
    latestSource = map.requiredSource
    var earliest = Double.infinity
    let shown = map.stretches.indices.prefix { crossfades.start(of: $0) <= end }
    earliestSources =
      shown.reversed().map { index in
        earliest = min(earliest, crossfades.extended.stretches[index].earliestSource)
        return earliest
      }.reversed()
  }

  var stretches: [Stretch] { map.stretches }

  /// This footage along the map with what crossfades show beyond the cuts.
  var extended: Footage {
    var footage = self
    footage.map = crossfades.extended
    // What lies beyond the end of the input is never shown, whatever part of the result is made.
    footage.requiredSource = .infinity
    return footage
  }

  /// Whether `append` must be told which frames are duplicates.
  package var skipsDuplicates: Bool { duplicates != nil }

  package mutating func append(isDuplicate: Bool = false) {
    clock.append()
    duplicates?.append(isDuplicate: isDuplicate)
    countUnused(upTo: clock.count - 1)
  }

  package mutating func append(start: Double, isDuplicate: Bool = false) -> Bool {
    guard clock.append(start: start) else { return false }
    duplicates?.append(isDuplicate: isDuplicate)
    // The newest frame is not counted yet: its length is unknown, and it may be removed if it proves incomplete.
    countUnused(upTo: clock.count - 1)
    return true
  }

  /// Ends the input after `count` frames. `count` may leave out only the newest frame, because earlier frames have
  /// already been checked for `unusedCount`.
  package mutating func end(count: Int) {
    clock.end(count: count)
    duplicates?.limit(to: count)
    countUnused(upTo: clock.count)
  }

  /// Whether nothing plays faster than normal speed.
  package var slowsOnly: Bool { map.scaleRange.map { $0.lowerBound > 1 - FramePosition.grace } ?? true }

  /// The average rate of the frames that have arrived, in frames per second.
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

/// The frames that a stretch may show.
extension Footage {
  /// The frames whose display times overlap the source times of a stretch, as if the input were endless. Nil if the
  /// first frame is not known yet. If the last frame is not known yet, it is `.max`.
  func frames(of index: Int) -> ClosedRange<Int>? {
    let stretch = stretches[index]
    if stretch.direction == .still { return frozenFrame(of: index).map { $0...$0 } }
    guard let first = clock.position(at: stretch.earliestSource, .forward)?.frame else { return nil }
    // The position for backward play, because a stretch that ends at a frame's start does not show this frame.
    let last = clock.position(at: stretch.latestSource, .backward)?.frame ?? .max
    // In a stretch shorter than a millionth of a frame, both ends may count as the start of the same frame. The stretch
    // still shows this frame.
    return first...max(first, last)
  }

  /// The frame that a freeze shows: among the frames that it may show, the nearest to its instant. Therefore a freeze
  /// at the end of a stretch shows the stretch's last frame, and not the frame that would follow.
  ///
  ///     joined without a cut to       may show
  ///     no stretch                    the frame at its instant
  ///     one stretch                   the frames of that stretch
  ///     two stretches                 the frames of both and those between them
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

  /// The earliest frame that the stretch `index` and later ones show, as far as known now. One exception: a freeze may
  /// show the last frame of the previous stretch. Therefore callers also keep the frame due in the previous stretch.
  func lowestFrame(fromStretch index: Int) -> Int {
    guard index < earliestSources.count else { return .max }
    return clock.position(at: earliestSources[index], .forward)?.frame ?? latestAssuredFrame
  }

  /// The frame that arrived last. An instant whose position is not known yet shows this frame or a later one.
  var newestFrame: Int { max(0, clock.count - 1) }

  /// The latest frame that is certainly complete. Until the input ends, this is the frame before the newest, because
  /// the newest may be incomplete and is then removed. 0 if no frame is certain.
  var latestAssuredFrame: Int { max(0, clock.count - (clock.isEnded ? 1 : 2)) }

  /// The frame on screen at `source` in the stretch `index`, and the next frame, as if the input were endless. Nil
  /// while they are not known. In a freeze, `source` has no effect.
  func view(of source: Double, in index: Int) -> FrameView? {
    let direction = stretches[index].direction
    guard let frames = frames(of: index) else { return nil }
    if direction == .still { return FrameView(frozen: frames.lowerBound) }
    return clock.position(at: source, direction).map { FrameView($0, direction, within: frames) }
  }
}

/// The output if the input ends before everything that the map shows has arrived.
///
/// - A stretch that plays backward or stands still shows the last frame in place of missing frames.
/// - A stretch that plays forward does so only if at most one frame or a tenth of a second is missing, whichever is
///   longer. If more is missing (a `Shortfall`), the output ends with the input.
/// - If `holdsEnd` is true, every stretch shows the last frame, however much is missing.
/// - An open end lasts exactly as long as the input, so nothing of it is ever missing.
///
/// The missing part reaches from the end of the input to the latest source time that the map shows.
extension Footage {
  /// Whether the input has ended without any frame.
  var isEmpty: Bool { clock.isEnded && clock.count == 0 }

  /// Not nil if the input has ended too early.
  package var shortfall: Shortfall? { clock.isEnded ? shortfallSoFar : nil }

  /// The shortfall if no more frames arrive.
  private var shortfallSoFar: Shortfall? { shortfall(ifInputEndsAt: clock.end, clock.lastLength) }

  private func shortfall(ifInputEndsAt end: Double, _ lastLength: Double) -> Shortfall? {
    holdsEnd ? nil : Shortfall(inputEnd: end, mapEnd: requiredSource, frameLength: lastLength)
  }

  /// Whether the output ends because a stretch plays forward into the missing `frame`. False before the input has
  /// ended.
  func outputEnds(before frame: Int, in index: Int) -> Bool {
    frame >= clock.count && stretches[index].direction == .forward && shortfall != nil
  }

  /// The earliest frame that may be shown at `source`, where `frame` is due as far as known now. This is
  /// `latestAssuredFrame` if it may have to replace `frame`, otherwise `frame`. Before any frame has arrived, nothing
  /// can replace `frame`.
  ///
  ///     frames that have come     not yet come
  ///     … | k−2 | k−1 | k  |      k+1 …             If k+1 is due and the input ends now, k is shown in its place.
  ///          assured    newest                      If k is then incomplete as well, k−1 is shown.
  func earliestStandIn(for frame: Int, at source: Double, in index: Int) -> Int {
    let isSure = frame <= latestAssuredFrame || clock.count == 0
    return isSure || !mayBeReplaced(at: source, in: stretches[index]) ? frame : latestAssuredFrame
  }

  /// Whether an earlier frame is shown at `source` if the frame due there is missing. Otherwise the output ends there.
  private func mayBeReplaced(at source: Double, in stretch: Stretch) -> Bool {
    if stretch.direction != .forward || playsOn(stretch, ifInputEndsAt: clock.end, clock.lastLength) { return true }
    guard let (end, lastLength) = clock.withoutNewest else { return false }
    // If the newest frame is removed, the frame before it is assumed to last as long as its predecessor. With uneven
    // frames, that frame can then last longer than it does now, and reach `source`.
    return source < end - FramePosition.grace * lastLength || playsOn(stretch, ifInputEndsAt: end, lastLength)
  }

  /// Whether a stretch that plays forward continues with the last frame after an input that ends at `end`.
  private func playsOn(_ stretch: Stretch, ifInputEndsAt end: Double, _ lastLength: Double) -> Bool {
    // An open end lasts until the input ends.
    if stretch.isOpen, let openEnd = map.openEnd, end >= openEnd.source { return false }
    return shortfall(ifInputEndsAt: end, lastLength) == nil
  }

  /// Whether the map, even outside the requested range, shows any instant after `source` if the input is long enough.
  func showsSource(after source: Double) -> Bool { map.openEnd != nil || latestSource > source }

  /// The warped length of the map if no more frames arrive.
  package var warpedLength: Double { map.warpedLength(ofInputEnding: clock.end) }

  /// The warped length if no more frames arrive, with or without the newest frame, whichever is longer. Without the
  /// newest frame, the previous one may last longer.
  var longestWarpedLength: Double {
    max(warpedLength, clock.withoutNewest.map { map.warpedLength(ofInputEnding: $0.end) } ?? 0)
  }

  /// A lower bound for the length of the output, in seconds. It assumes that no stretch (part of the map) after `index`
  /// plays forward beyond the end of the input, so the caller asks again in each stretch.
  ///
  /// For one `index` the result only grows while frames arrive; for a later `index` it may be lower. After the end of
  /// the input, it is the exact length if the assumption holds.
  func assuredWarpedLength(in index: Int) -> Double {
    let (stretch, end) = (stretches[index], clock.earliestEnd)
    let isCovered =
      stretch.direction != .forward || stretch.sourceEnd <= end + FramePosition.grace * clock.lastLength
    if isCovered || clock.isEnded && shortfallSoFar == nil { return map.warpedLength(ofInputEnding: end) }
    return map.warped(at: end, in: stretch)
  }

  /// The warped time where the output ends if no more frames arrive. A forward stretch with a shortfall ends with the
  /// input. Otherwise the output ends with the map.
  func warpedEnd(in stretch: Stretch) -> Double { warpedEnd(in: stretch, ifInputEndsAt: clock.end, clock.lastLength) }

  /// The warped end of the output if the newest frame is removed as incomplete. 0 if that is impossible, or if
  /// this frame is the only one.
  func warpedEndWithoutNewest(in stretch: Stretch) -> Double {
    clock.withoutNewest.map { warpedEnd(in: stretch, ifInputEndsAt: $0.end, $0.lastLength) } ?? 0
  }

  private func warpedEnd(in stretch: Stretch, ifInputEndsAt end: Double, _ lastLength: Double) -> Double {
    let isShort = stretch.direction == .forward && shortfall(ifInputEndsAt: end, lastLength) != nil
    return isShort ? map.warped(at: end, in: stretch) : map.warpedLength(ofInputEnding: end)
  }
}

/// All source times that a map shows.
struct SourceCoverage: Equatable, Sendable {
  private let shown: DisjointIntervals<Double>

  init(_ stretches: [Stretch]) {
    shown = DisjointIntervals(stretches.map { $0.earliestSource...$0.latestSource })
  }

  /// Whether a part of a frame on screen from `start` to `end` is shown. Parts smaller than a millionth of the
  /// frame do not count. Takes O(log n) time.
  func overlaps(from start: Double, to end: Double) -> Bool {
    let grace = FramePosition.grace * (end - start)
    let intervals = shown.intervals
    // The second condition is for a freeze between cuts: its interval has no length, but it shows a frame.
    let next = intervals.borderIndex { $0.upperBound > start + grace || $0.lowerBound >= start - grace }
    return next < intervals.count && intervals[next].lowerBound < end - grace
  }

  /// Whether the whole frame from `start` to `end` is shown.
  func covers(from start: Double, to end: Double) -> Bool {
    let grace = FramePosition.grace * (end - start)
    let intervals = shown.intervals
    let next = intervals.borderIndex { $0.upperBound >= end - grace }
    return next < intervals.count && intervals[next].lowerBound <= start + grace
  }
}
