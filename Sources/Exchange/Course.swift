import Values
import Warp

/// A part of a time map without a cut. Each of its stretches plays in one direction or is a freeze.
struct Course: Sendable {
  private let map: TimeMap
  let stretches: ArraySlice<Stretch>

  let warpedStart: Double
  let warpedEnd: Double

  /// Splits a map at its cuts, in the order of the result. The map must have an end.
  static func all(of map: TimeMap) -> [Course] {
    var courses: [Course] = []
    var start = 0
    for index in map.stretches.indices {
      let next = index + 1
      if next < map.stretches.count, map.stretches[index].isFollowed(by: map.stretches[next]) { continue }
      courses.append(Course(map, map.stretches[start..<next]))
      start = next
    }
    return courses
  }

  private init(_ map: TimeMap, _ stretches: ArraySlice<Stretch>) {
    self.map = map
    self.stretches = stretches
    warpedStart = stretches.first?.warpedStart ?? 0
    warpedEnd = stretches.last?.warpedEnd ?? 0
  }

  /// The source time shown at a result time. Before the start and after the end, the first or last source time.
  func source(at warped: Double) -> Double {
    if warped >= warpedEnd { return stretches.last?.sourceEnd ?? 0 }
    if warped <= warpedStart { return stretches.first?.sourceStart ?? 0 }
    return map.instant(at: warped)?.source ?? 0
  }

  /// The source time of a frame that begins after the end, as if the last constant speed went on.
  func sourceGoingOn(at warped: Double) -> Double {
    guard warped > warpedEnd, let stretch = stretches.last, let piece = map.pieces[stretch.pieces].last, piece.isSteady,
      let scale = piece.signedScale(at: piece.sourceEnd), scale != 0
    else { return source(at: warped) }
    return stretch.sourceEnd + (warped - warpedEnd) / scale
  }

  /// The range of shown source times.
  var bounds: ClosedRange<Double> {
    let earliest = stretches.map(\.earliestSource).min() ?? 0
    return earliest...(stretches.map(\.latestSource).max() ?? earliest)
  }

  /// Borders of pieces, and points inside long pieces, as ascending result times. The map bends little between two.
  var landmarks: [Double] {
    stretches.flatMap { stretch in map.pieces[stretch.pieces].flatMap { [$0.warpedStart] + $0.warpedLandmarks } }
  }

  /// Result times in ascending order at which the direction of play changes, or at which a constant speed begins or
  /// ends that lasts at least `shortest` seconds.
  func borders(steadyFor shortest: Double) -> [Double] {
    stretches.flatMap { stretch in
      let steady = map.pieces[stretch.pieces].filter { $0.warpedEnd - $0.warpedStart >= shortest && $0.isSteady }
      return [stretch.warpedStart] + steady.flatMap { [$0.warpedStart, $0.warpedEnd] }
    }
  }
}

extension Piece {
  /// Whether the piece plays at a constant speed, as far as its ends and its middle tell.
  var isSteady: Bool {
    guard let start = signedScale(at: sourceStart), let end = signedScale(at: sourceEnd),
      let middle = signedScale(at: (sourceStart + sourceEnd) / 2)
    else { return true }
    return abs(start - end) < 1e-9 * abs(start) && abs(start - middle) < 1e-9 * abs(start)
  }
}

/// The frames of the result that show one course, a part of the map without a cut.
struct CourseFrames: Sendable {
  let course: Course
  let rate: FrameRate
  /// The frames are numbered from `first` to `end - 1`.
  let first: Int
  let end: Int
  /// The source times of the film.
  let film: ClosedRange<Double>

  /// Returns the parts of `map` between cuts that are shown for at least one frame, and the frame count of the result.
  ///
  /// - Parameter duration: that of the film; nil if the film is taken to begin and end with the map.
  static func all(
    of map: TimeMap, at rate: FrameRate, inFilmOf duration: Double? = nil
  ) throws(Refusal) -> (courses: [CourseFrames], count: Int) {
    let length = try map.requiredLength(for: "--to")
    let shown = map.sourceRange.start...max(map.sourceRange.start, map.sourceRange.end ?? 0)
    let film = duration.map { 0...max($0, shown.upperBound) } ?? shown
    let count = try ExchangeRequest.countable(rate.frameCount(filling: length))
    let courses = Course.all(of: map)
    let frames = courses.indices.map { index in
      let isLast = index == courses.count - 1
      return CourseFrames(
        course: courses[index], rate: rate,
        first: min(count, rate.firstFrame(at: courses[index].warpedStart)),
        end: isLast ? count : min(count, rate.firstFrame(at: courses[index].warpedEnd)), film: film)
    }
    return (frames.filter { $0.first < $0.end }, count)
  }

  /// The source time in seconds as a function of the frame number. Freezes and reversals are moved to whole frames.
  ///
  /// The frame at `end` may begin after the course has ended. The speed then goes on to this frame, though not beyond
  /// the film. A line to the end of the course would come too late at every frame.
  var outline: Outline {
    var fixed = [first, end]
    for stretch in course.stretches {
      let (start, last) = (rate.firstFrame(at: stretch.warpedStart), rate.lastFrame(at: stretch.warpedEnd))
      fixed.append(start)
      if stretch.direction == .still, start <= last { fixed.append(last) }
    }
    let numbers = Set(fixed.filter { $0 >= first && $0 <= end }).sorted().map(Double.init)
    let (course, rate, film) = (course, rate, film)
    return Outline(
      fixed: numbers, landmarks: course.landmarks.map(rate.position), bounds: course.bounds,
      isForWholeNumbers: true,
      function: { min(max(course.sourceGoingOn(at: rate.instant(at: $0)), film.lowerBound), film.upperBound) })
  }

  /// The source time as a function of the result time, both in seconds, from the first frame to the end of the last.
  ///
  /// - Parameter grain: the step to which times are rounded in the written file, in seconds.
  func exactOutline(grain: Double) -> Outline {
    let (start, end) = (rate.start(ofFrame: first), rate.start(ofFrame: end))
    let borders = course.stretches.map(\.warpedStart).filter { $0 > start && $0 < end }
    let course = course
    return Outline(
      fixed: [start] + borders + [end], landmarks: course.landmarks + [course.warpedEnd], bounds: course.bounds,
      isForWholeNumbers: false,
      grain: grain, function: course.source)
  }
}

extension FrameRate {
  /// The first frame that starts at `seconds` or later. A start up to a millionth of a frame earlier also counts.
  func firstFrame(at seconds: Double) -> Int { Int((position(at: seconds) - 1e-6).rounded(.up)) }

  /// The last frame that starts at `seconds` or earlier. A start up to a millionth of a frame later also counts.
  func lastFrame(at seconds: Double) -> Int { Int((position(at: seconds) + 1e-6).rounded(.down)) }

  /// Converts a position in frames to seconds. Whole numbers are converted as exactly as by `start(ofFrame:)`.
  func instant(at position: Double) -> Double {
    guard position.magnitude < 0x1p53 else { return position / value }
    let index = position.rounded()
    return start(ofFrame: Int(index)) + (position - index) / value
  }
}
