/// The width of control points near kinks, where the speed jumps from one piece to the next.
///
/// At a kink, the band changes gradually. The faster piece needs the narrower band, which means the larger width. The
/// slower piece approaches that width over a hundredth of a second. Frequencies above the faster piece's band thus fade
/// out instead of breaking off. Only widths change; points do not move.
struct KinkWidths: Equatable, Sendable {
  /// The outputs of the piece.
  private let outputs: Range<Int>
  /// The length of the transition, in output samples.
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
  ///   - outputs: the outputs of the piece.
  ///   - before: the speed at which the previous piece ends; 0 if there is none.
  ///   - after: the speed at which the next piece begins; 0 if there is none.
  ///   - reach: the length of the transition, in output samples.
  init(over outputs: Range<Int>, before: Double, after: Double, reach: Int) {
    // At most the length of the piece, so that even a short piece reaches its own width.
    self.init(outputs: outputs, reach: Double(max(1, min(reach, outputs.count))), before: before, after: after)
  }

  /// The width at an output of the piece at which the piece's own speed is `speed`.
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
