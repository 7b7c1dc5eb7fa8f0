import Notation
import Values
import Warp

/// A retimed film as an edit decision list in CMX 3600 format: events from whole frames on, each at a constant speed,
/// which its M2 line states. Source times are timecodes of the film; record times count from the first frame of the
/// result.
enum EditDecisionList {
  static func text(_ request: ExchangeRequest) throws(Refusal) -> ExchangeText {
    let rate = try request.requiredFrameRate()
    guard let start = request.timecode ?? StartTimecode("00:00:00:00", at: rate) else {
      throw .usage("there are no timecodes at \(BriefNumber.print(rate.value)) fps", at: "--to edl")
    }
    // The first frame of an event may be half a frame away.
    let limit = max(0.5, rate.position(at: request.limit)) + 1e-6
    let (courses, _) = try CourseFrames.all(of: request.map, at: rate, inFilmOf: request.duration)
    let borders = Set(request.map.steadyBorders.map { Int(rate.firstFrame(at: $0)) })
    let events = courses.flatMap { Self.events($0, cutAt: borders, within: limit) }
    let head = "TITLE: \(request.title)\nFCM: \(start.isDropFrame ? "DROP FRAME" : "NON-DROP FRAME")\n\n"
    let lines = events.enumerated().map { index, event in
      event.text(number: index + 1, startingAt: start, request.title)
    }
    let largest = events.map(\.deviation).max() ?? 0
    return ExchangeText(
      bytes: Array((head + lines.joined()).utf8), pointCount: events.count, deviation: largest / rate.value)
  }

  /// The events of a part without a cut, each as long as a constant speed is near enough.
  ///
  /// - Parameters:
  ///   - borders: frames at which an event begins in any case.
  ///   - limit: in frames of the source.
  private static func events(_ frames: CourseFrames, cutAt borders: Set<Int>, within limit: Double) -> [Event] {
    let outline = frames.outline
    var (events, rest): ([Event], Range<Int>) = ([], frames.first..<frames.end)
    while let first = rest.first {
      func position(_ frame: Int) -> Double { frames.rate.position(at: outline.function(Double(frame))) }
      let start = max(0, position(first).rounded())
      var (slow, fast) = (-Double.infinity, Double.infinity)
      var end = first + 1
      while end < rest.upperBound, !borders.contains(end) {
        let (way, count) = (position(end) - start, Double(end - first))
        // No event goes on to before the first frame.
        let next = (
          slow: max(slow, (way - limit) / count, -start / (count + 1)), fast: min(fast, (way + limit) / count)
        )
        guard next.slow <= next.fast else { break }
        (slow, fast) = next
        end += 1
      }
      // The speed of the map itself, if it is near enough.
      let secant = (position(end) - position(first)) / Double(end - first)
      let speed = end > first + 1 ? Event.written(secant, from: slow, to: fast, at: frames.rate) : 1
      let deviation = (first..<end).map { abs(start + speed * Double($0 - first) - position($0)) }.max() ?? 0
      events.append(
        Event(record: first..<end, start: Int(start), speed: speed, rate: frames.rate.value, deviation: deviation))
      rest = end..<rest.upperBound
    }
    return events
  }

  private struct Event {
    /// Frames of the result.
    let record: Range<Int>
    /// The first source frame.
    let start: Int
    /// Source frames per frame of the result.
    let speed: Double
    let rate: Double
    /// In source frames.
    let deviation: Double

    /// The speed that a list states: normal speed, or one with as few decimals as leave it between two speeds.
    static func written(_ speed: Double, from slow: Double, to fast: Double, at rate: FrameRate) -> Double {
      let wish = speed >= slow && speed <= fast ? speed : (slow + fast) / 2
      // Most speeds have one decimal. Normal speed has none to state, also at 29.97 fps, and no other speed should be
      // taken for a rounded normal speed.
      let scales = abs(abs(wish) - 1) < 0.005 ? [1000, 1e6] : [10, 1000, 1e6]
      let rounded = [1] + scales.map { (wish * rate.value * $0).rounded() / $0 / rate.value }
      return rounded.first { abs($0 - wish) <= min(fast - wish, wish - slow) / 8 } ?? rounded[rounded.count - 1]
    }

    func text(number: Int, startingAt first: StartTimecode, _ name: String) -> String {
      func code(_ frame: Int, after start: Int) -> String {
        StartTimecode(frame: start + frame, isDropFrame: first.isDropFrame, rate: first.rate).text
      }
      let end = Int((Double(start) + speed * Double(record.count)).rounded())
      // A freeze shows one frame, and backward play begins after the first.
      let (low, high) = (max(0, min(speed < 0 ? start - 1 : start, end)), max(start, end))
      let codes =
        [low, max(low + 1, high)].map { code($0, after: first.frame) }
        + [record.lowerBound, record.upperBound].map { code($0, after: 0) }
      let event = "\(PaddedDigits.print(number, count: 3))  AX       V     C        \(codes.joined(separator: " "))\n"
      return event + (speed == 1 ? "" : motion(shown: code(start, after: first.frame)))
        + "* FROM CLIP NAME: \(name)\n"
    }

    /// - Parameter shown: the timecode of the first shown frame.
    private func motion(shown: String) -> String {
      let value = abs(speed) * rate
      let decimals = [1, 3].first { count in
        let unit = count == 1 ? 10.0 : 1000
        return abs(value - (value * unit).rounded() / unit) < 1e-9
      }
      let number = (speed < 0 ? "-" : "") + DecimalText.print(value, decimals: decimals ?? 6, wholeDigits: 3)
      return "M2   AX             \(number)                \(shown)\n"
    }
  }
}

extension TimeMap {
  /// Where a part with a constant speed begins or ends, in seconds of the result.
  fileprivate var steadyBorders: [Double] {
    zip(pieces, pieces.dropFirst()).filter { $0.isSteady || $1.isSteady }.map(\.1.warpedStart)
  }
}
