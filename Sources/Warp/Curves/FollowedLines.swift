import Values

/// Spoken lines of a video that begin at new times in the result, such as those of a dub or a new narration.
///
/// As many lines as possible begin on time. Between two of them, pauses become longer or shorter first, and speech
/// changes its speed only if that is not enough.
package struct FollowedLines: Equatable, Sendable {
  package struct Line: Equatable, Sendable {
    package let start: Double
    package let end: Double
    /// The time in the result at which the line is to begin.
    package let due: Double
    /// For messages, such as `cue 3`.
    package let name: String

    package init(start: Double, end: Double, due: Double, name: String) {
      (self.start, self.end, self.due, self.name) = (start, end, due, name)
    }
  }

  /// In the order of their starts.
  private let lines: [Line]
  private let speeds: ClosedRange<Double>
  /// The map up to the start of the last line that begins on time.
  private var parts: [Part] = []

  /// A part of speech, or a pause. They follow one another without gaps.
  private struct Part: Equatable, Sendable {
    let from: Double
    let to: Double
    let isSpoken: Bool
    /// Seconds of the result for a second of the video.
    var scale = 1.0
  }

  package static let usualSpeeds = 0.5...2.0

  /// Throws if no line can begin on time.
  package init(_ lines: [Line], speeds: ClosedRange<Double> = usualSpeeds) throws(Refusal) {
    self.lines = lines.sorted { $0.start < $1.start }
    self.speeds = speeds
    let met = Self.longestChain(of: self.lines, speeds)
    guard !met.isEmpty else {
      let names = [speeds.lowerBound, speeds.upperBound].map { BriefNumber.print($0) + "x" }
      throw .map(
        "no line can begin on time at speeds from \(names[0]) to \(names[1])",
        advice: "check that both files have the same lines, or change --speed-limits")
    }
    let spoken = DisjointIntervals(lines.filter { $0.start < $0.end }.map { $0.start...$0.end }).intervals
    var (source, warped, next) = (0.0, 0.0, 0)
    for line in met where line.start > source {
      parts += scaled(Self.parts(from: source, to: line.start, spoken, from: &next), lasting: line.due - warped)
      (source, warped) = (line.start, line.due)
    }
  }

  /// The most lines that can all begin on time, with speeds within the limits.
  ///
  /// A line can follow another if its `early` and its `late` are both at least as large. In the order of `early`, this
  /// is the longest subsequence in which `late` never falls.
  private static func longestChain(of lines: [Line], _ speeds: ClosedRange<Double>) -> [Line] {
    /// How far a line is from the earliest and the latest time at which it could begin, in whole microseconds.
    struct Room {
      let early: Double
      let late: Double
      let line: Line
      var previous: Int?
    }
    var rooms = lines.map { line in
      Room(
        early: ((line.due - line.start / speeds.upperBound) * 1e6).rounded(),
        late: ((line.start / speeds.lowerBound - line.due) * 1e6).rounded(), line: line)
    }
    .filter { $0.early >= 0 && $0.late >= 0 }
    .sorted { ($0.early, $0.late, $0.line.start) < ($1.early, $1.late, $1.line.start) }
    // For each length, the last line of the chain of this length whose `late` is smallest.
    var ends: [Int] = []
    for index in rooms.indices {
      let length = ends.borderIndex { rooms[$0].late > rooms[index].late }
      rooms[index].previous = length > 0 ? ends[length - 1] : nil
      if length < ends.count { ends[length] = index } else { ends.append(index) }
    }
    var chain: [Line] = []
    var next = ends.last
    while let index = next {
      chain.append(rooms[index].line)
      next = rooms[index].previous
    }
    return chain.reversed()
  }

  /// After the last line, the video plays at normal speed. Without `duration`, it ends where its last line ends.
  package func map(duration: Double?) throws(Refusal) -> TimeMap {
    let end = duration ?? lines.reduce(0) { max($0, $1.start, $1.end) }
    if let stray = lines.last, stray.start >= end, duration != nil {
      let (time, end) = (BriefNumber.print(stray.start), BriefNumber.print(end))
      throw .usage(
        "the line at \(time) s begins after the end of the video (\(end) s)",
        advice: "check that the file of --from-cues belongs to this video")
    }
    var builder = MapBuilder()
    for part in parts { builder.play(scale: part.scale, from: part.from, to: part.to) }
    builder.play(scale: 1, from: parts.last?.to ?? 0, to: end)
    return try builder.map()
  }

  /// Speech and pauses between two times.
  ///
  /// - Parameter next: the first spoken interval that may end after `start`; later, that for the next call.
  private static func parts(
    from start: Double, to end: Double, _ spoken: [ClosedRange<Double>], from next: inout Int
  ) -> [Part] {
    var parts: [Part] = []
    var reached = start
    while next < spoken.count, spoken[next].lowerBound < end {
      let (from, to) = (max(reached, spoken[next].lowerBound), min(end, spoken[next].upperBound))
      if reached < from { parts.append(Part(from: reached, to: from, isSpoken: false)) }
      if from < to { parts.append(Part(from: from, to: to, isSpoken: true)) }
      reached = max(reached, to)
      guard spoken[next].upperBound <= end else { break }
      next += 1
    }
    if reached < end { parts.append(Part(from: reached, to: end, isSpoken: false)) }
    return parts
  }

  /// The parts with scales, so that they last `length` seconds. Speech plays normally if the pauses can do it alone.
  private func scaled(_ parts: [Part], lasting length: Double) -> [Part] {
    func allowed(_ scale: Double) -> Double { min(max(scale, 1 / speeds.upperBound), 1 / speeds.lowerBound) }
    func total(isSpoken: Bool) -> Double {
      parts.reduce(0) { $0 + ($1.isSpoken == isSpoken ? $1.to - $1.from : 0) }
    }
    let (speech, pause) = (total(isSpoken: true), total(isSpoken: false))
    let pauseScale = pause > 0 ? allowed((length - speech * allowed(1)) / pause) : 1
    let speechScale = speech > 0 ? allowed((length - pause * pauseScale) / speech) : 1
    return parts.map { part in
      var part = part
      part.scale = part.isSpoken ? speechScale : pauseScale
      return part
    }
  }

  /// The lines that do not begin on time, one note each.
  package var notes: [String] {
    var notes: [String] = []
    var (number, warped) = (0, 0.0)
    for line in lines {
      while number < parts.count, parts[number].to <= line.start {
        warped += (parts[number].to - parts[number].from) * parts[number].scale
        number += 1
      }
      let (from, scale) = number < parts.count ? (parts[number].from, parts[number].scale) : (parts.last?.to ?? 0, 1)
      let begins = warped + (line.start - from) * scale
      guard abs(begins - line.due) > Self.onTime else { continue }
      notes.append(
        "\(line.name) begins \(BriefNumber.print(abs(begins - line.due))) s too "
          + "\(begins > line.due ? "late" : "early"), at \(BriefNumber.print(begins)) s instead of "
          + "\(BriefNumber.print(line.due)) s")
    }
    return notes
  }

  /// In seconds: a line that begins this near to its time is on time.
  private static let onTime = 0.04
}
