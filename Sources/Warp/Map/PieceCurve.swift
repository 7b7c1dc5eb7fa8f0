/// The polynomial of a piece that plays by a cubic. After y seconds of source, in either direction, y(first + y(second
/// + y·third)) warped seconds have passed.
///
/// Both times start at the piece's start, so no digits are lost in late pieces of a long clip.
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
  /// Nil for a freeze. Also nil for a law other than a cubic, which a map from a table never contains.
  package var curve: PieceCurve? {
    guard let law, case .cubic(let cubic) = law else { return nil }
    if cubic.isStraight { return PieceCurve(first: gain * cubic.startScale) }
    let length = cubic.sourceEnd - cubic.sourceStart
    let secant = cubic.rise / length
    // From the start of the cubic's interval, x seconds of source last a·x + b·x² + c·x³ warped seconds. This
    // polynomial is shifted to the start of the piece. For a backward piece it is also mirrored, which changes the sign
    // of the even term.
    let b = (3 * secant - 2 * cubic.startScale - cubic.endScale) / length
    let c = (cubic.startScale + cubic.endScale - 2 * secant) / (length * length)
    let start = sourceStart - cubic.sourceStart
    let sign: Double = direction == .forward ? 1 : -1
    return PieceCurve(
      first: gain * cubic.scale(at: sourceStart), second: gain * sign * (b + 3 * c * start), third: gain * c)
  }
}
