/// The polynomial of a piece that plays by a cubic: when y seconds of source have been played, in either direction,
/// y(first + y(second + y·third)) seconds of warped time have gone by.
///
/// Both times are counted from the start of the piece, so no digits are lost however late in the clip the piece is.
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
  /// Nil for a freeze, and for a piece that plays by another law than a cubic; a table has no such piece.
  package var curve: PieceCurve? {
    guard let law, case .cubic(let cubic) = law else { return nil }
    if cubic.isStraight { return PieceCurve(first: gain * cubic.startScale) }
    let length = cubic.sourceEnd - cubic.sourceStart
    let secant = cubic.rise / length
    // From the start of the cubic's interval, x seconds of source take a·x + b·x² + c·x³ seconds. The polynomial is
    // shifted to the start of the piece and, for a backward piece, mirrored, which changes the sign of the even term.
    let b = (3 * secant - 2 * cubic.startScale - cubic.endScale) / length
    let c = (cubic.startScale + cubic.endScale - 2 * secant) / (length * length)
    let start = sourceStart - cubic.sourceStart
    let sign: Double = direction == .forward ? 1 : -1
    return PieceCurve(
      first: gain * cubic.scale(at: sourceStart), second: gain * sign * (b + 3 * c * start), third: gain * c)
  }
}
