/// One output frame for each showing: the longest piece of warped time in which one source frame stands.
package struct VariableSchedule: Schedule {
  /// A last showing is closed by a repeat if it is longer than this many nominal frames; else players and muxers give
  /// it about its length by themselves. A scale of 1.5 is not longer, whatever its last digits say.
  private static let longestOpenShowing = 1.5 + FramePosition.grace

  package private(set) var footage: Footage
  package private(set) var needs = FrameNeeds.nothing
  /// By how much, in seconds, the stamp that is farthest from its time is off.
  package private(set) var largestRounding = 0.0
  private let timebase: Timebase
  /// The stretch being played, and the frame due in it; nil before its first.
  private var stretch = 0
  private var due: Int?
  /// The showing begun last.
  private var current: Showing?
  private var lastTick = Int64.min
  private var isClosed = false

  private struct Showing {
    let frame: Int
    let start: Double
  }

  package init(_ map: TimeMap, _ clock: FrameClock, timebase: Timebase) {
    footage = Footage(map, clock)
    self.timebase = timebase
    needs.later = footage.lowestFrame(from: 0)
  }

  package mutating func append() { footage.append() }

  package mutating func append(start: Double) -> Bool { footage.append(start: start) }

  package mutating func end(count: Int) { footage.end(count: count) }

  package mutating func next() throws(Refusal) -> Instruction {
    defer { updateNeeds() }
    while true {
      switch step() {
      case .shows(let showing):
        goOn(from: showing.frame)
        // It may be standing already: across a freeze, a turn, or a cut to another part of its interval.
        if showing.frame != current?.frame { return try begin(showing) }
      case .passes:
        stretch += 1
        due = nil
      case .waits: return .needInput
      case .ends(let warped): return closing(at: warped)
      }
    }
  }

  private mutating func begin(_ showing: Showing) throws(Refusal) -> Instruction {
    let tick = timebase.tick(at: showing.start)
    if let current, tick <= lastTick { throw collision(of: current, and: showing) }
    current = showing
    stamp(showing.start, tick)
    return .show(.frame(showing.frame), times: 1, tick: tick)
  }

  private mutating func closing(at warped: Double) -> Instruction {
    let nominal = footage.clock.nominalLength
    guard !isClosed, let current, warped - current.start > Self.longestOpenShowing * nominal else { return .done }
    isClosed = true
    let tick = timebase.tick(at: warped - nominal)
    guard tick > lastTick else { return .done }
    stamp(warped - nominal, tick)
    return .show(.frame(current.frame), times: 1, tick: tick)
  }

  private mutating func stamp(_ warped: Double, _ tick: Int64) {
    lastTick = tick
    largestRounding = max(largestRounding, abs(timebase.seconds(tick) - warped))
  }

  private func collision(of first: Showing, and second: Showing) -> Refusal {
    // What comes later may stand shorter still; whole frames no shorter than this.
    let shortest = (footage.map.scaleRange?.lowerBound ?? 0) * footage.clock.lastLength
    let gap = second.start - first.start
    let sufficient = Timebase.separating(shortest > 0 ? min(gap, shortest) : gap)
    return .map(
      "source frames \(first.frame) and \(second.frame) start on one tick of \(timebase) s",
      at: "warped \(NumberSyntax.print(second.start)) s",
      advice: sufficient.map { "--timebase \($0) keeps them apart" } ?? "use a fixed rate: --fps")
  }
}

/// From one showing to the next.
extension VariableSchedule {
  private enum Step {
    case shows(Showing)
    /// Nothing more in this stretch.
    case passes
    case waits
    /// Nothing more at all; the output ends at this warped time.
    case ends(Double)
  }

  private func step() -> Step {
    if footage.isEmpty || stretch == footage.stretches.count { return .ends(footage.warpedLength) }
    guard let frames = footage.frames(of: stretch) else { return .waits }
    guard let due else { return enter(frames) }
    guard frames.contains(due) else { return .passes }
    if due < footage.clock.count { return .shows(Showing(frame: due, start: start(of: due))) }
    guard footage.clock.isEnded else { return .waits }
    // The last frame stands for what is missing, and stands already.
    return footage.stops(before: due, in: stretch) ? .ends(footage.warpedEnd(playing: place)) : .passes
  }

  private var place: Stretch { footage.stretches[stretch] }

  private mutating func goOn(from frame: Int) {
    due = place.direction == .backward ? frame - 1 : frame + 1
  }

  private func enter(_ frames: ClosedRange<Int>) -> Step {
    let frame = place.direction == .backward ? frames.upperBound : frames.lowerBound
    if frame >= footage.clock.count {
      guard footage.clock.isEnded else { return .waits }
      if footage.stops(before: frame, in: stretch) { return .ends(place.warpedStart) }
      return .shows(Showing(frame: footage.clock.count - 1, start: place.warpedStart))
    }
    guard isBeforeInput else { return .shows(Showing(frame: frame, start: place.warpedStart)) }
    // An input that starts late keeps its start: nothing is shown until its first frame is due.
    guard place.sourceEnd > footage.clock.beginning else { return .passes }
    return .shows(Showing(frame: frame, start: footage.map.warped(at: footage.clock.beginning, in: place)))
  }

  /// Whether the output has not begun and the input has not either, but will.
  private var isBeforeInput: Bool {
    current == nil && place.sourceStart < footage.clock.beginning && footage.reaches(footage.clock.beginning)
  }

  /// When a frame other than the stretch's first appears.
  private func start(of frame: Int) -> Double {
    let edge = footage.clock.start(of: place.direction == .backward ? frame + 1 : frame)
    return footage.map.warped(at: edge, in: place)
  }
}

/// What may be let go of.
extension VariableSchedule {
  private mutating func updateNeeds() {
    needs.later = lowestFrame
    needs.chosen = current.flatMap { mayClose($0) ? $0.frame..<$0.frame + 1 : nil } ?? 0..<0
    footage.release(before: needs.horizon)
  }

  private var lowestFrame: Int {
    guard stretch < footage.stretches.count else { return .max }
    guard let due else { return standIn(for: footage.lowestFrame(from: stretch)) }
    let isFalling = place.direction == .backward
    let here = isFalling ? footage.frames(of: stretch)?.lowerBound ?? footage.latestWholeFrame : due
    return min(here, footage.lowestFrame(from: stretch + 1))
  }

  private func standIn(for frame: Int) -> Int { footage.standIn(for: frame, at: place.earliestSource, in: stretch) }

  /// Whether `showing` may turn out to be the last and so long that it has to be closed by a repeat.
  private func mayClose(_ showing: Showing) -> Bool {
    if isClosed { return false }
    var end = footage.longestWarpedLength
    if stretch < footage.stretches.count, let due, footage.frames(of: stretch)?.contains(due) == true {
      // Another one is sure to come.
      if due <= footage.latestWholeFrame, due < footage.clock.count { return false }
      // Or this one stops with the input; how long frames with times of their own stand is not known before.
      if place.direction == .forward, footage.clock.isForeseeable { end = footage.warpedEnd(playing: place) }
    }
    return end - showing.start > Self.longestOpenShowing * footage.clock.leastNominalLength
  }
}
