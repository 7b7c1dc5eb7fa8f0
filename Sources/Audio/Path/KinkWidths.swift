/// How the band goes over from one piece to the next where the speed jumps between them.
///
/// The faster side needs the narrower band. The slower one narrows towards it over a hundredth of a second, so that what
/// the fast side cannot hold fades out and does not break off; no point is moved.
struct KinkWidths: Equatable, Sendable {
  /// The outputs of the slower piece over which its width comes down from, or goes up to, its neighbour's.
  private let outputs: Range<Int>
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
  ///   - before: the speed with which the piece before ends; 0 if there is none.
  ///   - after: the speed with which the piece after begins.
  ///   - reach: in samples of the output.
  init(over outputs: Range<Int>, before: Double, after: Double, reach: Int) {
    // Within a piece both sides come down to its own width, however short it is.
    self.init(outputs: outputs, reach: Double(max(1, min(reach, outputs.count))), before: before, after: after)
  }

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
