import Warp

/// How a leg goes through the source, and how it would come to its start and go on from its end.
struct LegCourse: Sendable {
  let leg: Leg
  private var path: ControlPath
  private let before: SampleLine
  private let after: SampleLine
  /// Where the map itself ends or the leg does.
  private let end: Int
  let isBrief: Bool

  /// - Parameter shortest: legs of fewer outputs are over before a tone can be told: they are heard as they are in
  ///   the source, from where they start.
  init(_ leg: Leg, on path: ControlPath, shortest: Int) {
    self.leg = leg
    self.path = path
    let pieces = path.map.pieces[leg.pieces]
    let tail = leg.hasTail ? path.map.tail : nil
    let sign: Double = leg.direction == .backward ? -1 : 1
    let first = pieces.first
    let last = pieces.last
    end = tail == nil ? min(leg.outputs.upperBound, path.position(of: last?.warpedEnd ?? 0).firstSample) : .max
    isBrief = leg.outputs.count < shortest
    before = Self.line(
      first?.sourceStart ?? tail?.source ?? 0, at: first?.warpedStart ?? tail?.warped ?? 0,
      speed: isBrief ? sign : sign * Self.speed(first.map { $0.signedScale(at: $0.sourceStart) } ?? tail?.scale), path)
    after = Self.line(
      last?.sourceEnd ?? 0, at: last?.warpedEnd ?? 0,
      speed: sign * Self.speed(last.flatMap { $0.signedScale(at: $0.sourceEnd) }), path)
  }

  /// Beyond its ends a leg goes on at no more than twice the speed of the source: it is only there to fade.
  private static let fastest = 2.0

  /// 0 while standing still.
  private static func speed(_ scale: Double?) -> Double {
    guard let scale else { return 0 }
    let speed = min(fastest, 1 / abs(scale))
    return abs(speed - 1) <= PlainStretches.tolerance ? 1 : speed
  }

  private static func line(_ source: Double, at warped: Double, speed: Double, _ path: ControlPath) -> SampleLine {
    let place = path.position(of: source)
    // Mirrored, a sample stands for the time before it.
    return SampleLine(
      source: SamplePosition(whole: place.whole - (speed < 0 ? 1 : 0), rest: place.rest),
      warped: path.position(of: warped),
      speed: speed)
  }

  /// The place on the way of `output`, to the nearest sample.
  mutating func place(at output: Int) -> Int {
    var points: [ControlPoint] = []
    append(output..<output + 1, to: &points)
    return leg.place(ofSample: points[0].index + (points[0].fraction < 0.5 ? 0 : 1))
  }

  /// Appends the points of `outputs`, on the leg or beyond its ends.
  mutating func append(_ outputs: Range<Int>, to points: inout [ControlPoint]) {
    if isBrief { return before.append(outputs, to: &points) }
    before.append(outputs.clamped(to: .min..<leg.outputs.lowerBound), to: &points)
    appendOwn(outputs.clamped(to: leg.outputs.lowerBound..<end), to: &points)
    after.append(outputs.clamped(to: end..<Int.max), to: &points)
  }

  private mutating func appendOwn(_ outputs: Range<Int>, to points: inout [ControlPoint]) {
    var next = outputs.lowerBound
    while next < outputs.upperBound {
      let piece = piece(at: next)
      let isStill = piece < path.map.pieces.count && path.map.pieces[piece].direction == .still
      let pieceEnd =
        piece < path.map.pieces.count ? path.position(of: path.map.pieces[piece].warpedEnd).firstSample : .max
      let end = min(outputs.upperBound, pieceEnd)
      if isStill {
        still(path.map.pieces[piece].sourceStart).append(next..<end, to: &points)
      } else {
        path.append(next..<end, to: &points)
      }
      next = end
    }
  }

  private func still(_ source: Double) -> SampleLine {
    let place = path.position(of: source)
    return SampleLine(
      source: SamplePosition(whole: place.whole - (leg.direction == .backward ? 1 : 0), rest: place.rest),
      warped: SamplePosition(whole: 0, rest: 0), speed: 0)
  }

  private func piece(at output: Int) -> Int {
    path.map.pieces.borderIndex { path.position(of: $0.warpedEnd).firstSample > output }
  }
}

/// The other way round, for onsets.
extension LegCourse {
  /// The output at which the way comes by `place`; nil if it never does.
  ///
  /// - Parameter hint: a piece that it lies in or behind; moved on to the one found.
  func output(at place: Int, searchingFrom hint: inout Int) -> Int? {
    let sample = leg.direction == .backward ? 1 - place : place
    let source = Double(sample) / Double(path.rate)
    let sign: Double = leg.direction == .backward ? -1 : 1
    hint = max(hint, leg.pieces.lowerBound)
    while hint < leg.pieces.upperBound {
      let piece = path.map.pieces[hint]
      if piece.direction != .still, sign * (piece.sourceEnd - source) > 0 {
        // What is before the start of the leg comes by at its start as far as it comes by at all.
        return sign * (source - piece.sourceStart) < 0 ? nil : output(at: piece.warped(at: source))
      }
      hint += 1
    }
    guard leg.hasTail, let tail = path.map.tail, source >= tail.source else { return output(beyond: place) }
    return output(at: tail.warped(at: source))
  }

  private func output(beyond place: Int) -> Int? {
    guard after.speed != 0, end < Int.max else { return nil }
    let distance = Double(place - leg.place(ofSample: after.source.whole)) / abs(after.speed)
    return distance < 1e9 ? end + Int(distance.rounded()) : nil
  }

  private func output(at warped: Double) -> Int? {
    let output = (warped * Double(path.rate)).rounded()
    return output < 1e18 ? Int(output) : nil
  }
}
