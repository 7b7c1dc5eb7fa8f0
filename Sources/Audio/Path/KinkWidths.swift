/// The width of control points near kinks, where the speed jumps from one piece to the next.
///
/// At a kink the band goes over gradually. The faster piece needs the narrower band, which means the larger width. The
/// slower piece approaches that width over a hundredth of a second, so that frequencies above the faster piece's band
/// fade out and do not break off. Only widths change: no point is moved.
struct KinkWidths: Equatable, Sendable {
  /// The outputs of the piece.
  private let outputs: Range<Int>
  /// Over how many outputs the width goes over.
  private let reach: Double
  private let before: Double
  private let after: Double

  static let none = KinkWidths(outputs: 0..<0, reach: 1, before: 0, after: 0)

  private init(outputs: Range<Int>, reach: Double, before: Double, after: Double) {
    self.outputs = outputs
    self.reach = reach
    self.before = before
    self.after = after
  }

  /// - Parameters:
  ///   - outputs: those of the piece.
  ///   - before: the speed at which the piece before ends; 0 if there is none.
  ///   - after: the speed at which the piece after begins; 0 if there is none.
  ///   - reach: over how many outputs the width goes over.
  init(over outputs: Range<Int>, before: Double, after: Double, reach: Int) {
    // No more than the length of the piece: so even a short one reaches its own width.
    self.init(outputs: outputs, reach: Double(max(1, min(reach, outputs.count))), before: before, after: after)
  }

  /// The width of an output of the piece, where its own speed is `speed`.
  func width(of speed: Double, at output: Int) -> Double {
    if before <= speed, after <= speed { return speed }
    let fromStart = Double(output - outputs.lowerBound) / reach
    let toEnd = Double(outputs.upperBound - output) / reach
    return max(Self.fade(before, to: speed, fromStart), Self.fade(after, to: speed, toEnd))
  }

  private static func fade(_ neighbour: Double, to speed: Double, _ share: Double) -> Double {
    guard neighbour > speed, share < 1 else { return speed }
    return speed + (neighbour - speed) * (1 - share * share * (3 - 2 * share))
  }
}
