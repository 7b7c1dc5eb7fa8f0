import Values

/// The constant frame rates of a source and of a result.
package struct FrameGrid: Equatable, Sendable {
  package let source: FrameRate
  package let result: FrameRate

  package init(source: FrameRate, result: FrameRate) { (self.source, self.result) = (source, result) }
}

extension TimeMap {
  /// The map with each steady part moved by at most half a frame of the result, so that its output frames are source
  /// frames. A part is steady if it plays whole frames, as at normal speed. What lies between two steady parts takes up
  /// the difference. Beside a cut, a steady part grows to the next frame.
  ///
  /// Otherwise a part at normal speed after a ramp lies some fraction of a frame beside the source frames. Then all its
  /// frames would be mixed from two.
  ///
  /// - Parameter duration: the length of the source, beyond which nothing grows.
  package func settled(on grid: FrameGrid, within duration: Double? = nil) throws(Refusal) -> TimeMap {
    var settler = Settler(grid, within: duration ?? .infinity)
    for piece in pieces { settler.append(piece) }
    if let openEnd { settler.append(openEnd) }
    // A map that is settled stays as it is, to the last digit.
    return settler.hasMoved ? try TimeMap(settler.pieces, openEnd: settler.openEnd) : self
  }
}

/// The line of a steady part: warped = offset + slope · source. The slope is negative if it plays backward. Its output
/// frames are source frames if the offset is a whole multiple of 1 / (step · rate of the result).
private struct SteadyLine {
  var offset: Double
  let slope: Double
  /// The number of source frames from one output frame to the next.
  let step: Double

  /// The line through an instant. Nil if output frames are not whole source frames apart.
  init?(slope: Double, through source: Double, _ warped: Double, on grid: FrameGrid) {
    let exact = grid.source.value / grid.result.value / abs(slope)
    step = exact.rounded()
    guard step >= 1, abs(exact - step) < 1e-9, step * grid.result.value <= Self.finest else { return nil }
    self.slope = grid.source.value / grid.result.value / step * (slope < 0 ? -1 : 1)
    offset = warped - self.slope * source
  }

  /// Offsets per second. On a finer grid, nothing would move visibly, and late times would have no digits for it.
  private static let finest = 1e6

  func warped(at source: Double) -> Double { offset + slope * source }
  func source(at warped: Double) -> Double { (warped - offset) / slope }

  func piece(from start: Double, to end: Double, at warpedStart: Double) -> Piece {
    let law = Law.cubic(Cubic(line: abs(slope), from: min(start, end), to: max(start, end)))
    return Piece(law, from: start, to: end, at: warpedStart, until: warped(at: end))
  }
}

/// Puts the pieces of a map one after the other.
private struct Settler {
  private let grid: FrameGrid
  private let duration: Double
  private(set) var pieces: [Piece] = []
  private(set) var openEnd: TimeMap.OpenEnd?
  private(set) var hasMoved = false

  /// The line of the last piece; nil if it is not steady.
  private var line: SteadyLine?
  /// The first of the last pieces that are not steady and follow each other without a cut. They can be stretched.
  private var firstLoose = 0
  /// The source end of the last piece in the map before.
  private var sourceBefore: Double?
  /// By how much later an instant is than in the map before, because parts have grown. Settling moves it around this.
  private var growth = 0.0

  init(_ grid: FrameGrid, within duration: Double) { (self.grid, self.duration) = (grid, duration) }

  private var warped: Double { pieces.last?.warpedEnd ?? 0 }

  mutating func append(_ piece: Piece) {
    let old = steadyLine(of: piece)
    if let (line, start) = place(old, from: piece.sourceStart, piece.warpedStart, to: piece.sourceEnd) {
      pieces.append(line.piece(from: start, to: piece.sourceEnd, at: warped))
      (self.line, firstLoose) = (line, pieces.count)
    } else {
      let start = warped
      pieces.append(piece.lasting(from: start, until: start + piece.warpedLength))
      line = nil
    }
    sourceBefore = piece.sourceEnd
  }

  mutating func append(_ end: TimeMap.OpenEnd) {
    let old = SteadyLine(slope: end.scale, through: end.source, end.warped, on: grid)
    let placed = place(old, from: end.source, end.warped, to: .infinity)
    openEnd = TimeMap.OpenEnd(source: placed?.start ?? end.source, warped: warped, scale: end.scale)
  }

  /// Nil if the piece is not steady, or shorter than an output frame.
  private func steadyLine(of piece: Piece) -> SteadyLine? {
    guard piece.warpedLength * grid.result.value >= 1 - FramePosition.grace, let scales = piece.scaleRange,
      scales.upperBound - scales.lowerBound <= 1e-9 * scales.upperBound
    else { return nil }
    let slope = piece.direction == .backward ? -scales.lowerBound : scales.lowerBound
    return SteadyLine(slope: slope, through: piece.sourceStart, piece.warpedStart, on: grid)
  }

  /// The settled line of a part, and where it begins in the source. What is before it then ends there. Nil if the part
  /// is not steady, or cannot be settled.
  ///
  /// - Parameters:
  ///   - old: the line of the part in the map before; nil if it is not steady.
  ///   - source: where the part begins in the source, and in the map before at `before`.
  private mutating func place(
    _ old: SteadyLine?, from source: Double, _ before: Double, to end: Double
  ) -> (line: SteadyLine, start: Double)? {
    let placed: (line: SteadyLine, start: Double)?
    if source != sourceBefore {
      growLine()
      firstLoose = pieces.count
      placed = old.flatMap { begin($0, from: source) }
      growth = (placed?.line.warped(at: source) ?? warped) - before
    } else {
      placed = old.flatMap { follow($0, from: source, to: end) }
    }
    if let placed, let old { hasMoved = hasMoved || abs(placed.line.offset - old.offset) > 1e-9 }
    return placed
  }

  /// The first part after a cut begins at the last output frame that is not after it.
  private mutating func begin(_ old: SteadyLine, from source: Double) -> (line: SteadyLine, start: Double)? {
    var new = old
    new.offset = aligned(warped - old.slope * source, old, .up)
    let start = new.source(at: warped)
    if let line, let last = pieces.last, let sourceBefore, line.slope == old.slope,
      (source - sourceBefore) * line.slope >= 0,
      (start - last.sourceEnd) * line.slope < FramePosition.grace / grid.result.value
    {
      // Nothing is left of the cut.
      hasMoved = true
      endLine(at: source)
      return (line, source)
    }
    return (0...duration).contains(start) ? (new, start) : nil
  }

  private mutating func follow(
    _ old: SteadyLine, from source: Double, to end: Double
  ) -> (line: SteadyLine, start: Double)? {
    var new = old
    new.offset = aligned(old.offset + growth, old, .toNearestOrAwayFromZero)
    guard let line, let last = pieces.last else {
      stretchLoose(before: &new, at: source)
      return (new, source)
    }
    if line.slope == old.slope { return (line, source) }
    // Two steady parts meet where their lines do.
    let meeting = (new.offset - line.offset) / (line.slope - new.slope)
    guard (meeting - last.sourceStart) * line.slope > 0, (end - meeting) * new.slope > 0, meeting <= duration else {
      return nil
    }
    endLine(at: meeting)
    return (new, meeting)
  }

  /// Stretches the loose pieces so that they end where a steady part begins. If they would become much shorter, the
  /// part begins one frame later.
  private mutating func stretchLoose(before new: inout SteadyLine, at source: Double) {
    let start = firstLoose < pieces.count ? pieces[firstLoose].warpedStart : warped
    let length = warped - start
    while new.warped(at: source) - start < length / 2 { new.offset += 1 / (new.step * grid.result.value) }
    let factor = (new.warped(at: source) - start) / length
    var reached = start
    for index in firstLoose..<pieces.count {
      let isLast = index == pieces.count - 1
      let end = isLast ? new.warped(at: source) : start + (pieces[index].warpedEnd - start) * factor
      pieces[index] = pieces[index].lasting(from: reached, until: end)
      reached = end
    }
  }

  /// Lets the last part end at the next output frame, if it is steady.
  private mutating func growLine() {
    guard let line else { return }
    let frame = (grid.result.position(at: warped) - FramePosition.grace).rounded(.up)
    let end = grid.result.start(ofFrame: Int(frame))
    guard end - warped > 1e-9, (0...duration).contains(line.source(at: end)) else { return }
    hasMoved = true
    endLine(at: line.source(at: end))
  }

  private mutating func endLine(at source: Double) {
    guard let line, let last = pieces.popLast() else { return }
    pieces.append(line.piece(from: last.sourceStart, to: source, at: last.warpedStart))
  }

  /// The nearest offset at which output frames show source frames or, rounded up, the next one.
  private func aligned(_ offset: Double, _ line: SteadyLine, _ rule: FloatingPointRoundingRule) -> Double {
    let position = grid.result.position(at: offset) * line.step
    let whole = (rule == .up ? position - FramePosition.grace : position).rounded(rule)
    return grid.result.start(ofFrame: Int(whole)) / line.step
  }
}
