/// Computes the `width` of control points near kinks, where the speed jumps between two pieces of the map. The width is
/// the speed that decides which frequencies are filtered out.
///
/// The faster piece needs a narrower frequency band, and so a larger width. Over a hundredth of a second, the width of
/// the slower piece approaches that of the faster piece. Frequencies above the faster piece's band thus fade out
/// gradually. Only widths change; positions do not.
struct KinkWidths: Equatable, Sendable {
  /// The numbers of the output samples in this piece of the map.
  private let outputs: Range<Int>
  /// The length of the transition between the speeds of two pieces, in output samples.
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
  ///   - outputs: the output samples of the piece.
  ///   - before: the speed at which the previous piece ends; 0 if there is none.
  ///   - after: the speed at which the next piece begins; 0 if there is none.
  ///   - reach: the length of the transition between the speeds of two pieces, in output samples.
  init(over outputs: Range<Int>, before: Double, after: Double, reach: Int) {
    // The transition is no longer than the piece, so that even in a short piece the width reaches the piece's speed.
    self.init(outputs: outputs, reach: Double(max(1, min(reach, outputs.count))), before: before, after: after)
  }

  /// Returns the width (the speed that decides the filtering) at sample `output`, where the piece plays at `speed`.
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
