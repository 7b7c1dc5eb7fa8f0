@testable import Values
@testable import Warp

/// The reference for both schedules: the rules in warp-video's man page, computed slowly from all frames for each
/// question.
struct ScheduleReference {
  let map: TimeMap
  let starts: [Double]
  let ends: [Double]
  /// The warped length of the map if the input has everything that the map shows.
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

  /// What is shown at an instant: the source, its direction, and the frames that its stretch may show.
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
    let onScreen = starts.indices.last { starts[$0] <= source + grace($0) } ?? 0
    var joined: [Int] = []
    if index > 0, parts[index - 1].end == part.start { joined += parts[index - 1].frames }
    if index + 1 < parts.count, parts[index + 1].start == part.end { joined += parts[index + 1].frames }
    let frame = joined.isEmpty ? onScreen : min(max(onScreen, joined.min()!), joined.max()!)
    return Moment(source: source, direction: .still, allowed: frame...frame)
  }

  /// A stretch, found without `Stretch`.
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

  /// The frames that overlap `covered` by more than 0. If there are none: the last frame if `covered` lies after it,
  /// otherwise the first.
  private func frames(overlapping covered: ClosedRange<Double>) -> ClosedRange<Int> {
    let found = starts.indices.filter { frame in
      let grace = 1e-6 * (ends[frame] - starts[frame])
      return min(covered.upperBound, ends[frame]) - max(covered.lowerBound, starts[frame]) > grace
    }
    if let first = found.first, let last = found.last { return first...last }
    let nearest = covered.lowerBound >= ends[ends.count - 1] - 1e-9 ? starts.count - 1 : 0
    return nearest...nearest
  }

  private func grace(_ frame: Int) -> Double {
    1e-6 * (frame > 0 ? starts[frame] - starts[frame - 1] : ends[0] - starts[0])
  }

  /// The picture at `warped`; for shutters, the frame on screen.
  func shown(at warped: Double, _ choice: FrameChoice) -> Shown {
    let moment = moment(at: warped)
    func limited(_ frame: Int) -> Int { min(max(frame, moment.allowed.lowerBound), moment.allowed.upperBound) }
    // For backward play, frames are numbered from the last and times are negated, so a frame starts at its former end.
    let isMirrored = moment.direction == .backward
    let count = starts.count
    func frame(_ index: Int) -> Int { isMirrored ? count - 1 - index : index }
    func start(_ index: Int) -> Double { isMirrored ? -ends[count - 1 - index] : starts[index] }
    func grace(_ index: Int) -> Double {
      isMirrored ? 1e-6 * (ends[count - 1 - index] - starts[count - 1 - index]) : self.grace(index)
    }
    let now = isMirrored ? -moment.source : moment.source
    var (onScreen, starting, nearest) = (0, count - 1, 0)
    for index in 0..<count where start(index) <= now + grace(index) { onScreen = index }
    for index in (0..<count).reversed() where start(index) >= now - grace(index) { starting = index }
    for index in 0..<count where abs(start(index) - now) <= abs(start(nearest) - now) + 1e-9 { nearest = index }
    switch choice {
    case .hold, .middle, .shutter, .motionShutter: return .frame(limited(frame(onScreen)))
    case .next: return .frame(limited(frame(starting)))
    case .nearest: return .frame(limited(frame(nearest)))
    case .blend, .motion:
      let (first, second) = (limited(frame(onScreen)), limited(frame(starting)))
      if first == second || starting == onScreen { return .frame(first) }
      let share = (now - start(onScreen)) / (ends[frame(onScreen)] - starts[frame(onScreen)])
      if choice == .motion {
        return first < second ? .between(first, second, share) : .between(second, first, 1 - share)
      }
      let weights = [Weight(frame: first, share: 1 - share), Weight(frame: second, share: share)]
      return .mix(weights.sorted { $0.frame < $1.frame })
    }
  }

  /// The pictures of the output frames at a fixed rate.
  func shown(every rate: FrameRate, _ choice: FrameChoice) -> [Shown] {
    (0..<rate.frameCount(filling: length)!).map { frame in
      let lead = choice == .middle ? 0.5 / rate.value : 0
      return shown(at: min(rate.start(ofFrame: frame) + lead, length), choice)
    }
  }

  /// Splits warped time wherever another frame may appear, finds the frame of each part, and joins equal neighbours.
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

  /// The share of each frame in the time from `warped` for `duration`, up to the next cut.
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
