@testable import Warp

/// The contract's words on which frame is shown, done slowly: every question is asked of all frames.
struct ScheduleOracle {
  let map: TimeMap
  let starts: [Double]
  let ends: [Double]
  /// The warped length, whatever the input had to say to it.
  let length: Double
  private var parts: [Part]
  private(set) var showings: [(frame: Int, start: Double)] = []

  init(_ map: TimeMap, _ frames: Frames) {
    self.map = map
    starts = frames.starts
    ends = Array(frames.starts.dropFirst()) + [frames.end]
    length = map.warpedLength ?? map.openEnd!.warped(at: max(frames.end, map.openEnd!.source))
    parts = Self.parts(of: map)
    for index in parts.indices { parts[index].frames = self.frames(overlapping: parts[index].covered) }
    showings = findShowings()
  }

  /// What is shown at an instant: the source, how it plays, and the frames its stretch or freeze may show.
  struct Moment {
    let source: Double
    let direction: Direction
    let allowed: ClosedRange<Int>
  }

  func moment(at warped: Double) -> Moment {
    let source = map.instant(at: warped)!.source
    let index = min(parts.firstIndex { warped < $0.warpedEnd } ?? parts.count - 1, parts.count - 1)
    let part = parts[index]
    guard part.direction == .still else {
      return Moment(source: source, direction: part.direction, allowed: part.frames)
    }
    let on = starts.indices.last { starts[$0] <= source + grace($0) } ?? 0
    var touched: [Int] = []
    if index > 0, parts[index - 1].end == part.start { touched += parts[index - 1].frames }
    if index + 1 < parts.count, parts[index + 1].start == part.end { touched += parts[index + 1].frames }
    let frame = touched.isEmpty ? on : min(max(on, touched.min()!), touched.max()!)
    return Moment(source: source, direction: .still, allowed: frame...frame)
  }

  private struct Part {
    let direction: Direction
    let start: Double
    var end: Double
    var warpedEnd: Double
    var frames = 0...0
    var covered: ClosedRange<Double> { min(start, end)...max(start, end) }
  }

  private static func parts(of map: TimeMap) -> [Part] {
    var parts: [Part] = []
    func add(_ part: Part) {
      if let last = parts.last, last.direction == part.direction, last.end == part.start {
        parts[parts.count - 1].end = part.end
        parts[parts.count - 1].warpedEnd = part.warpedEnd
      } else {
        parts.append(part)
      }
    }
    for piece in map.pieces {
      add(
        Part(
          direction: piece.direction, start: piece.sourceStart, end: piece.sourceEnd, warpedEnd: piece.warpedEnd))
    }
    if let openEnd = map.openEnd {
      add(Part(direction: .forward, start: openEnd.source, end: .infinity, warpedEnd: .infinity))
    }
    return parts
  }

  /// Frames whose interval overlaps `covered` with positive length; the last stands for what lies beyond it, the first
  /// for what lies before.
  private func frames(overlapping covered: ClosedRange<Double>) -> ClosedRange<Int> {
    let found = starts.indices.filter { frame in
      let grace = 1e-6 * (ends[frame] - starts[frame])
      return min(covered.upperBound, ends[frame]) - max(covered.lowerBound, starts[frame]) > grace
    }
    if let first = found.first, let last = found.last { return first...last }
    let stand = covered.lowerBound >= ends[ends.count - 1] - 1e-9 ? starts.count - 1 : 0
    return stand...stand
  }

  private func grace(_ frame: Int) -> Double {
    1e-6 * (frame > 0 ? starts[frame] - starts[frame - 1] : ends[0] - starts[0])
  }

  func shown(at warped: Double, _ choice: FrameChoice) -> Shown {
    let moment = moment(at: warped)
    func limited(_ frame: Int) -> Int { min(max(frame, moment.allowed.lowerBound), moment.allowed.upperBound) }
    // Played backward, a frame starts at its end, and time runs the other way.
    let isMirrored = moment.direction == .backward
    let count = starts.count
    func frame(_ index: Int) -> Int { isMirrored ? count - 1 - index : index }
    func start(_ index: Int) -> Double { isMirrored ? -ends[count - 1 - index] : starts[index] }
    func hair(_ index: Int) -> Double {
      isMirrored ? 1e-6 * (ends[count - 1 - index] - starts[count - 1 - index]) : grace(index)
    }
    let now = isMirrored ? -moment.source : moment.source
    var (on, starting, nearest) = (0, count - 1, 0)
    for index in 0..<count where start(index) <= now + hair(index) { on = index }
    for index in (0..<count).reversed() where start(index) >= now - hair(index) { starting = index }
    for index in 0..<count where abs(start(index) - now) <= abs(start(nearest) - now) + 1e-9 { nearest = index }
    switch choice {
    case .hold, .middle, .shutter, .motionShutter: return .frame(limited(frame(on)))
    case .next: return .frame(limited(frame(starting)))
    case .nearest: return .frame(limited(frame(nearest)))
    case .blend, .motion:
      let (one, other) = (limited(frame(on)), limited(frame(starting)))
      if one == other || starting == on { return .frame(one) }
      let share = (now - start(on)) / (ends[frame(on)] - starts[frame(on)])
      if choice == .motion { return one < other ? .between(one, other, share) : .between(other, one, 1 - share) }
      let weights = [Weight(frame: one, share: 1 - share), Weight(frame: other, share: share)]
      return .mix(weights.sorted { $0.frame < $1.frame })
    }
  }

  func shown(every rate: FrameRate, _ choice: FrameChoice) -> [Shown] {
    (0..<rate.frameCount(filling: length)!).map { frame in
      let lead = choice == .middle ? 0.5 / rate.value : 0
      return shown(at: min(rate.start(ofFrame: frame) + lead, length), choice)
    }
  }

  /// Warped time cut wherever another frame may appear, with the frame on screen in each part.
  private func findShowings() -> [(frame: Int, start: Double)] {
    var cuts = [0] + map.pieces.map(\.warpedEnd)
    for edge in starts + [ends[ends.count - 1]] { cuts += map.visits(of: edge).map(\.warped) }
    cuts = cuts.filter { $0 < length }.sorted() + [length]
    var showings: [(frame: Int, start: Double)] = []
    for (start, end) in zip(cuts, cuts.dropFirst()) where end - start > 1e-9 {
      let middle = (start + end) / 2
      if showings.isEmpty, moment(at: middle).source < starts[0] { continue }
      guard case .frame(let frame) = shown(at: middle, .hold), frame != showings.last?.frame else { continue }
      showings.append((frame, start))
    }
    return showings
  }

  /// How much of the time from `warped` on for `duration`, up to a cut, each frame is on screen.
  func weights(from warped: Double, for duration: Double) -> [Int: Double] {
    var end = min(warped + duration, length)
    for (piece, next) in zip(map.pieces, map.pieces.dropFirst()) where piece.sourceEnd != next.sourceStart {
      if piece.warpedEnd > warped + 1e-9 { end = min(end, piece.warpedEnd) }
    }
    if let openEnd = map.openEnd, let last = map.pieces.last, last.sourceEnd != openEnd.source, last.warpedEnd > warped
    {
      end = min(end, last.warpedEnd)
    }
    var weights: [Int: Double] = [:]
    for (index, showing) in showings.enumerated() {
      let until = index + 1 < showings.count ? showings[index + 1].start : length
      let overlap = min(until, end) - max(showing.start, warped)
      if overlap > 1e-8 { weights[showing.frame, default: 0] += overlap / (end - warped) }
    }
    return weights
  }
}
