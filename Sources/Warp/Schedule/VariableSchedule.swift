import Values

/// Output frames at a variable rate: one for each unbroken time (showing) in which one source frame is on screen.
///
/// The schedule walks through the stretches, and through the frames of each stretch in playing order. If a frame is
/// already on screen when a stretch begins, no new output frame begins.
package struct VariableSchedule: Schedule {
  /// A last frame that is on screen for longer than this many nominal frame lengths is repeated, to mark the end of the
  /// output. Players and muxers show a shorter last frame about long enough. The small tolerance keeps a scale of
  /// exactly 1.5 below the limit, despite rounding.
  private static let longestUnclosedShowing = 1.5 + FramePosition.grace

  package private(set) var footage: Footage
  package private(set) var needs = FrameNeeds.nothing
  package private(set) var largestRounding = 0.0
  package let looksAround = false
  private let timebase: Timebase
  /// The index of the current stretch; the number of stretches after the last one.
  private var stretchIndex = 0
  /// The frame due next in the current stretch; nil before the stretch's first frame.
  private var due: Int?
  /// The newest showing: a source frame, and the warped time at which it appeared.
  private var current: Showing?
  /// The stretch in which the showing `current` began, and whether a cut made it begin.
  private var currentStretch = 0
  private var currentIsCut = false
  private var lastTick = Int64.min
  /// Only output frames with these timestamps are made.
  private let ticks: Range<Int64>
  /// The latest source time shown in the skipped part of the map before the requested range.
  private let latestSourceBefore: Double
  /// Whether the last frame can no longer be repeated to mark the end of the output.
  private var isClosed = false

  private struct Showing {
    let frame: Int
    let start: Double
  }

  /// - Parameter range: the output frames to make; nil for all.
  package init(
    _ map: TimeMap, _ clock: FrameClock, timebase: Timebase, holdsEnd: Bool = false,
    range: OutputRange? = nil
  ) {
    let outputs = range?.times ?? 0..<Double.infinity
    footage = Footage(Crossfades(map), clock, holdsEnd: holdsEnd, upTo: outputs.upperBound)
    self.timebase = timebase
    let first = timebase.tick(at: outputs.lowerBound)
    ticks = first..<max(first, outputs.upperBound.isFinite ? timebase.tick(at: outputs.upperBound) : .max)
    // If a cut leaves less than a tick of a frame, the next frame begins one tick late. Therefore a frame due before
    // the range may begin in the range. The start of the last frame also decides whether that frame is repeated.
    let known = max(OutputRange.knownBefore, 3 * timebase.seconds(1))
    stretchIndex = Self.firstStretch(of: map, before: outputs.lowerBound - known)
    latestSourceBefore = map.stretches[..<stretchIndex].reduce(-.infinity) { max($0, $1.latestSource) }
    needs.later = footage.lowestFrame(fromStretch: stretchIndex)
  }

  /// The index of the stretch to begin with, so that the frame on screen at `warped` and its start are known.
  ///
  /// - Parameter warped: a time slightly before the first output frame.
  private static func firstStretch(of map: TimeMap, before warped: Double) -> Int {
    let index = map.stretches.borderIndex { $0.warpedEnd > warped }
    // If a freeze is joined to the previous stretch, its frame has been on screen since before the freeze.
    guard index > 0, index < map.stretches.count, map.stretches[index].direction == .still,
      map.stretches[index - 1].isFollowed(by: map.stretches[index])
    else { return index }
    return index - 1
  }

  package mutating func append(isDuplicate: Bool) { footage.append() }

  package mutating func append(start: Double, isDuplicate: Bool) -> Bool { footage.append(start: start) }

  package mutating func end(count: Int) { footage.end(count: count) }

  package mutating func next() throws(Refusal) -> Instruction {
    defer { updateNeeds() }
    while true {
      switch step() {
      case .shows(let showing):
        due = stretch.direction == .backward ? showing.frame - 1 : showing.frame + 1
        // The frame may already be on screen: across a freeze, a turn, or a cut to another part of the same frame.
        guard showing.frame != current?.frame else { continue }
        try begin(showing)
        if lastTick >= ticks.upperBound { return done() }
        if lastTick >= ticks.lowerBound { return .show(.frame(showing.frame), times: 1, tick: lastTick) }
      case .leaves:
        stretchIndex += 1
        due = nil
      case .waits: return .needInput
      case .ends(let warped): return closing(at: warped)
      }
    }
  }

  private mutating func begin(_ showing: Showing) throws(Refusal) {
    var tick = timebase.tick(at: showing.start)
    if let current, tick <= lastTick {
      // A cut may leave less than a tick of a frame. The frame gets one tick, a change too small to be visible.
      guard tick == lastTick, currentIsCut || currentStretch != stretchIndex else {
        throw collision(of: current, and: showing)
      }
      tick += 1
    }
    currentIsCut = showing.start == stretch.warpedStart && (stretchIndex > 0 || cutsInto(showing.frame))
    currentStretch = stretchIndex
    current = showing
    stamp(showing.start, tick)
  }

  /// Whether the map begins inside a frame, for example after a trim.
  private func cutsInto(_ frame: Int) -> Bool {
    let isBackward = stretch.direction == .backward
    let edge = footage.clock.start(of: isBackward ? frame + 1 : frame)
    return isBackward ? edge > stretch.sourceStart : edge < stretch.sourceStart
  }

  private mutating func done() -> Instruction {
    isClosed = true
    stretchIndex = footage.stretches.count
    current = nil
    return .done
  }

  /// Repeats the last frame one nominal length before the output ends at `warped`, if needed. Then returns `.done`.
  private mutating func closing(at warped: Double) -> Instruction {
    let nominal = footage.clock.nominalLength
    guard !isClosed, let current, warped - current.start > Self.longestUnclosedShowing * nominal else { return .done }
    isClosed = true
    let tick = timebase.tick(at: warped - nominal)
    guard tick > lastTick, ticks.contains(tick) else { return .done }
    stamp(warped - nominal, tick)
    return .show(.frame(current.frame), times: 1, tick: tick)
  }

  private mutating func stamp(_ warped: Double, _ tick: Int64) {
    lastTick = tick
    largestRounding = max(largestRounding, abs(timebase.seconds(tick) - warped))
  }

  private func collision(of first: Showing, and second: Showing) -> Refusal {
    // Later showings may be even shorter, and the advised timebase must be fine enough for them too. A frame that is
    // shown completely is on screen at least for its length at the map's smallest scale.
    let shortest = (footage.map.scaleRange?.lowerBound ?? 0) * footage.clock.lastLength
    let gap = second.start - first.start
    return .map(
      "source frames \(first.frame) and \(second.frame) have the same timestamp when rounded to \(timebase) s",
      at: "at \(BriefNumber.print(second.start)) s of the result",
      advice: timebase.advice(separating: shortest > 0 ? min(gap, shortest) : gap)
        ?? "use a constant frame rate with --fps instead of --vfr")
  }
}

/// Steps from one source frame on screen to the next.
extension VariableSchedule {
  private enum Step {
    case shows(Showing)
    /// The current stretch has no more frames to show.
    case leaves
    case waits
    /// The output ends at this warped time.
    case ends(Double)
  }

  /// Decides the next step.
  ///
  ///     the frame due                                              step
  ///     none yet: the stretch begins                               `enter`
  ///     is not one of the stretch's frames                         leaves
  ///     is one of them and has come                                shows
  ///     has not come, and may come                                 waits
  ///     will not come, and the stretch plays on without it         leaves: the last frame stays on screen
  ///     will not come, and the output ends for lack of it          ends
  private func step() -> Step {
    if footage.isEmpty || stretchIndex == footage.stretches.count { return .ends(footage.warpedLength) }
    guard let frames = footage.frames(of: stretchIndex) else { return .waits }
    guard let due else { return enter(frames) }
    guard frames.contains(due) else { return .leaves }
    if due < footage.clock.count { return .shows(Showing(frame: due, start: start(of: due))) }
    guard footage.clock.isEnded else { return .waits }
    guard footage.outputEnds(before: due, in: stretchIndex) else { return .leaves }
    return .ends(footage.warpedEnd(in: stretch))
  }

  /// The current stretch. Must not be read after the last stretch.
  private var stretch: Stretch { footage.stretches[stretchIndex] }

  /// The first step in a stretch that shows `frames`.
  private func enter(_ frames: ClosedRange<Int>) -> Step {
    let frame = stretch.direction == .backward ? frames.upperBound : frames.lowerBound
    if frame >= footage.clock.count {
      guard footage.clock.isEnded else { return .waits }
      if footage.outputEnds(before: frame, in: stretchIndex) { return .ends(stretch.warpedStart) }
      return .shows(Showing(frame: footage.clock.count - 1, start: stretch.warpedStart))
    }
    guard startsBeforeInput else { return .shows(Showing(frame: frame, start: stretch.warpedStart)) }
    // An input that starts late keeps its start: nothing is shown until its first frame is due.
    guard stretch.sourceEnd > footage.clock.beginning else { return .leaves }
    return .shows(Showing(frame: frame, start: footage.map.warped(at: footage.clock.beginning, in: stretch)))
  }

  /// Whether the output begins later than the stretch: nothing has been shown yet, the stretch begins before the
  /// input's first frame, and that frame is shown later.
  private var startsBeforeInput: Bool {
    current == nil && latestSourceBefore <= footage.clock.beginning
      && stretch.sourceStart < footage.clock.beginning
      && footage.showsSource(after: footage.clock.beginning)
  }

  /// The warped time at which a frame appears in the stretch, unless it is the stretch's first frame. In backward play,
  /// a frame appears at its end in the source.
  private func start(of frame: Int) -> Double {
    let edge = footage.clock.start(of: stretch.direction == .backward ? frame + 1 : frame)
    return footage.map.warped(at: edge, in: stretch)
  }
}

extension VariableSchedule {
  private mutating func updateNeeds() {
    needs.later = lowestFrame
    needs.chosen = current.flatMap { mayHaveToBeClosed($0) ? $0.frame..<$0.frame + 1 : nil } ?? 0..<0
    footage.release(before: needs.horizon)
  }

  private var lowestFrame: Int {
    guard stretchIndex < footage.stretches.count else { return .max }
    guard let due else {
      return footage.earliestStandIn(
        for: footage.lowestFrame(fromStretch: stretchIndex), at: stretch.earliestSource, in: stretchIndex)
    }
    let isBackward = stretch.direction == .backward
    let lowest = isBackward ? footage.frames(of: stretchIndex)?.lowerBound ?? footage.latestAssuredFrame : due
    return min(lowest, footage.lowestFrame(fromStretch: stretchIndex + 1))
  }

  /// Whether the frame of `showing` must be kept, because it may be the last frame and long enough to be repeated.
  private func mayHaveToBeClosed(_ showing: Showing) -> Bool {
    if isClosed { return false }
    var end = footage.longestWarpedLength
    if stretchIndex < footage.stretches.count, let due, footage.frames(of: stretchIndex)?.contains(due) == true {
      // Another showing is certain to follow.
      if due <= footage.latestAssuredFrame, due < footage.clock.count { return false }
      // If no showing follows, this one ends with the input. If frames have their own timestamps, the length of the
      // last frame is unknown until the input ends.
      if stretch.direction == .forward, footage.clock.isForeseeable { end = footage.warpedEnd(in: stretch) }
    }
    return end - showing.start > Self.longestUnclosedShowing * footage.clock.leastNominalLength
  }
}
