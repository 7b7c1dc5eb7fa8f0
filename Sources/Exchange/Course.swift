import Warp

/// Stretches of a map that follow each other without a cut.
struct Course: Sendable {
  private let map: TimeMap
  let stretches: ArraySlice<Stretch>

  let warpedStart: Double
  let warpedEnd: Double

  /// The courses of a map that has an end, in order of warped time.
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

  /// The source time shown at a warped time; the first and the last one beyond the ends.
  func source(at warped: Double) -> Double {
    if warped >= warpedEnd { return stretches.last?.sourceEnd ?? 0 }
    if warped <= warpedStart { return stretches.first?.sourceStart ?? 0 }
    return map.instant(at: warped)?.source ?? 0
  }

  /// Source times from the earliest to the latest.
  var bounds: ClosedRange<Double> {
    let earliest = stretches.map(\.earliestSource).min() ?? 0
    return earliest...(stretches.map(\.latestSource).max() ?? earliest)
  }

  /// Warped times between which little bends, rising: where pieces meet, and inside long ones.
  var landmarks: [Double] {
    stretches.flatMap { stretch in map.pieces[stretch.pieces].flatMap { [$0.warpedStart] + $0.warpedLandmarks } }
  }
}

/// The frames of a result that show a course.
struct CourseFrames: Sendable {
  let course: Course
  let rate: FrameRate
  /// The frames on which the course is on screen, and the first one after them.
  let first: Int
  let end: Int

  /// The courses of `map` that are on screen for at least one frame, and how many frames there are.
  static func all(of map: TimeMap, at rate: FrameRate) throws(Refusal) -> (courses: [CourseFrames], count: Int) {
    let length = try map.requiredLength(for: "--to")
    let count = try ExchangeRequest.countable(rate.frameCount(filling: length))
    let courses = Course.all(of: map)
    let frames = courses.indices.map { index in
      let isLast = index == courses.count - 1
      return CourseFrames(
        course: courses[index], rate: rate,
        first: min(count, rate.firstFrame(at: courses[index].warpedStart)),
        end: isLast ? count : min(count, rate.firstFrame(at: courses[index].warpedEnd)))
    }
    return (frames.filter { $0.first < $0.end }, count)
  }

  /// Source seconds over frame numbers. Freezes and turns are on the frames that show them.
  var outline: Outline {
    var fixed = [first, end]
    for stretch in course.stretches {
      let (start, last) = (rate.firstFrame(at: stretch.warpedStart), rate.lastFrame(at: stretch.warpedEnd))
      fixed.append(start)
      if stretch.direction == .still, start <= last { fixed.append(last) }
    }
    let numbers = Set(fixed.filter { $0 >= first && $0 <= end }).sorted().map(Double.init)
    let (course, rate) = (course, rate)
    return Outline(
      fixed: numbers, landmarks: course.landmarks.map(rate.position), bounds: course.bounds,
      isForWholeNumbers: true,
      function: { course.source(at: rate.instant(at: $0)) })
  }

  /// Source seconds over warped ones, from the first frame to the end of the last.
  ///
  /// - Parameter grain: how finely times are written, in seconds.
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
  /// The first frame that starts at `seconds` or, but for rounding, later.
  func firstFrame(at seconds: Double) -> Int { Int((position(at: seconds) - 1e-6).rounded(.up)) }

  /// The last frame that starts at `seconds` or, but for rounding, before.
  func lastFrame(at seconds: Double) -> Int { Int((position(at: seconds) + 1e-6).rounded(.down)) }

  /// The time at a position counted in frames: exact, as `start` is, where it is a whole number.
  func instant(at position: Double) -> Double {
    guard position.magnitude < 0x1p53 else { return position / value }
    let index = position.rounded()
    return start(ofFrame: Int(index)) + (position - index) / value
  }
}
