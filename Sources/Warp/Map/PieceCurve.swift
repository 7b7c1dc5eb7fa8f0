/// A cubic piece as seen from its own start, the way it plays: after y seconds of source it has taken
/// y(first + y(second + y·third)) seconds of warped time.
///
/// Counted from the start of the piece, times keep all their digits however late in the clip it comes.
package struct PieceCurve: Equatable, Sendable {
  package let first: Double
  package let second: Double
  package let third: Double

  package init(first: Double, second: Double = 0, third: Double = 0) {
    self.first = first
    self.second = second
    self.third = third
  }
}

extension Piece {
  /// Nil where the piece stands still or plays by another law than a cubic; the pieces of a table never do.
  package var curve: PieceCurve? {
    guard let law, case .cubic(let cubic) = law else { return nil }
    if cubic.isStraight { return PieceCurve(first: gain * cubic.startScale) }
    let length = cubic.sourceEnd - cubic.sourceStart
    let secant = cubic.rise / length
    // Warped time over the cubic's whole interval is a·x + b·x² + c·x³ in seconds of x; here it is shifted to the
    // piece's start and, played backward, mirrored, which turns the sign of the even term.
    let b = (3 * secant - 2 * cubic.startScale - cubic.endScale) / length
    let c = (cubic.startScale + cubic.endScale - 2 * secant) / (length * length)
    let start = sourceStart - cubic.sourceStart
    let sign: Double = direction == .forward ? 1 : -1
    return PieceCurve(
      first: gain * cubic.scale(at: sourceStart), second: gain * sign * (b + 3 * c * start), third: gain * c)
  }
}
