import Warp

/// Consecutive stretches of a map without a cut between them.
struct Course: Sendable {
  private let map: TimeMap
  let stretches: ArraySlice<Stretch>

  let warpedStart: Double
  let warpedEnd: Double

  /// The courses of a map without an open end, in warped order.
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

  /// The source time shown at a warped time. Beyond the ends, the first or last source time.
  func source(at warped: Double) -> Double {
    if warped >= warpedEnd { return stretches.last?.sourceEnd ?? 0 }
    if warped <= warpedStart { return stretches.first?.sourceStart ?? 0 }
    return map.instant(at: warped)?.source ?? 0
  }

  /// The range of shown source times.
  var bounds: ClosedRange<Double> {
    let earliest = stretches.map(\.earliestSource).min() ?? 0
    return earliest...(stretches.map(\.latestSource).max() ?? earliest)
  }

  /// Rising warped times with little bending between two of them: borders of pieces, and points inside long pieces.
  var landmarks: [Double] {
    stretches.flatMap { stretch in map.pieces[stretch.pieces].flatMap { [$0.warpedStart] + $0.warpedLandmarks } }
  }
}

/// The frames of a result that show a course.
struct CourseFrames: Sendable {
  let course: Course
  let rate: FrameRate
  /// The frames that show the course, from `first` to the one before `end`.
  let first: Int
  let end: Int

  /// The courses of `map` that are on screen for at least one frame, and the number of frames.
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

  /// Source seconds as a function of frame numbers. Freezes and turns are moved to the frames that show them.
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

  /// Source seconds as a function of warped seconds, from the first frame to the end of the last.
  ///
  /// - Parameter grain: the resolution of written times, in seconds.
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
  /// The first frame that starts at `seconds` or, allowing for rounding, later.
  func firstFrame(at seconds: Double) -> Int { Int((position(at: seconds) - 1e-6).rounded(.up)) }

  /// The last frame that starts at `seconds` or, allowing for rounding, earlier.
  func lastFrame(at seconds: Double) -> Int { Int((position(at: seconds) + 1e-6).rounded(.down)) }

  /// The time of a position in frames. For a whole number it is as exact as `start(ofFrame:)`.
  func instant(at position: Double) -> Double {
    guard position.magnitude < 0x1p53 else { return position / value }
    let index = position.rounded()
    return start(ofFrame: Int(index)) + (position - index) / value
  }
}
