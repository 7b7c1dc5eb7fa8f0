/// The source positions that a leg (a part of the map without cuts) plays. Before its start and after its end, the
/// sound continues at constant speed, because frames and cross-fades extend beyond the leg.
struct LegCourse: Sendable {
  let leg: Leg
  private var path: ControlPath
  private let before: SampleLine
  /// The source positions after the end of the leg, at constant speed; nil if the leg has no end.
  private let after: SampleLine?
  /// The first output sample after the end of the leg or of the map, whichever comes first. Here, `after` takes over.
  private let end: Int
  let isBrief: Bool

  /// - Parameters:
  ///   - shortest: a leg with fewer output samples is too short for a tone, and plays at source speed.
  ///   - fastest: the speed limit beyond the ends of the leg, as a multiple of source speed.
  init(_ leg: Leg, on path: ControlPath, shortest: Int, fastest: Double = fastest) {
    self.leg = leg
    self.path = path
    let map = path.map
    let (first, last) = (map.stretches[leg.stretches.lowerBound], map.stretches[leg.stretches.upperBound - 1])
    isBrief = leg.outputs.count < shortest
    let startSpeed = isBrief ? 1 : Self.speed(map.startScale(of: first), upTo: fastest)
    before = path.line(from: first.sourceStart, at: first.warpedStart, speed: startSpeed, playing: leg.direction)
    guard !leg.isOpen else {
      after = nil
      end = .max
      return
    }
    let endSpeed = Self.speed(map.endScale(of: last), upTo: fastest)
    after = path.line(from: last.sourceEnd, at: last.warpedEnd, speed: endSpeed, playing: leg.direction)
    end = min(leg.outputs.upperBound, path.position(of: last.warpedEnd).firstSample)
  }

  /// The limit if a leg is heard there only during a short fade, in which nobody notices it.
  static let fastest = 2.0

  /// Converts the scale at the start or end of the leg (output seconds per source second) to a speed. The sound beyond
  /// the leg plays at this speed. A freeze has no scale and the speed 0.
  private static func speed(_ scale: Double?, upTo fastest: Double) -> Double {
    guard let scale else { return 0 }
    let speed = min(fastest, 1 / abs(scale))
    return abs(speed - 1) <= UnscaledParts.tolerance ? 1 : speed
  }

  /// The source position that `output` plays, to the nearest sample. In backward play, it is a negated sample number.
  mutating func position(at output: Int) -> Int {
    var points: [ControlPoint] = []
    append(output..<output + 1, to: &points)
    return leg.position(ofSample: points[0].index + (points[0].fraction < 0.5 ? 0 : 1))
  }

  /// Appends the source positions of the output samples `outputs`, which may extend beyond this part of the map.
  mutating func append(_ outputs: Range<Int>, to points: inout [ControlPoint]) {
    if isBrief { return before.append(outputs, to: &points) }
    before.append(outputs.clamped(to: .min..<leg.outputs.lowerBound), to: &points)
    appendOwn(outputs.clamped(to: leg.outputs.lowerBound..<end), to: &points)
    after?.append(outputs.clamped(to: end..<Int.max), to: &points)
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

  /// The source positions during a freeze: every output sample plays the source time `source`.
  private func still(_ source: Double) -> SampleLine {
    SampleLine(
      source: path.position(of: source, playing: leg.direction), warped: SamplePosition(whole: 0, rest: 0), speed: 0)
  }

  /// The index of the piece of the map that contains `output`; the number of pieces stands for the endless last part.
  private func piece(at output: Int) -> Int {
    path.map.pieces.borderIndex { path.position(of: $0.warpedEnd).firstSample > output }
  }
}

/// Finds the output sample that plays the onset of a sound.
extension LegCourse {
  /// The output sample that plays `position`, a source position negated in backward play; nil if there is none.
  ///
  /// - Parameter hint: the index of the map's piece at which the search begins. The function advances it to the piece
  ///   that contains the position, so that a slightly higher position is then found at once.
  func output(at position: Int, searchingFrom hint: inout Int) -> Int? {
    // Backward play reaches sample n at its end, which is the start of sample n + 1.
    let sample = leg.direction == .backward ? 1 - position : position
    let source = Double(sample) / Double(path.rate)
    let sign: Double = leg.direction == .backward ? -1 : 1
    hint = max(hint, leg.pieces.lowerBound)
    while hint < leg.pieces.upperBound {
      let piece = path.map.pieces[hint]
      if piece.direction != .still, sign * (piece.sourceEnd - source) > 0 {
        // A position before the start of the leg is not on the leg.
        return sign * (source - piece.sourceStart) < 0 ? nil : output(at: piece.warped(at: source))
      }
      hint += 1
    }
    guard leg.isOpen, let openEnd = path.map.openEnd, source >= openEnd.source else { return output(beyond: position) }
    return output(at: openEnd.warped(at: source))
  }

  /// The output sample that plays a position after the end of the leg, where `after` gives the positions.
  private func output(beyond position: Int) -> Int? {
    guard let after, after.speed != 0, end < Int.max else { return nil }
    let distance = Double(position - leg.position(ofSample: after.source.whole)) / abs(after.speed)
    return distance < 1e9 ? end + Int(distance.rounded()) : nil
  }

  private func output(at warped: Double) -> Int? {
    let output = (warped * Double(path.rate)).rounded()
    return output < 1e18 ? Int(output) : nil
  }
}
