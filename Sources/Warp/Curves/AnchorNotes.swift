import Values

/// Warnings about possible typing errors: anchors that play backward or very fast, and smooth curves that become too
/// fast.
extension Anchors {
  /// The warnings, one line each.
  package var notes: [String] {
    let spans = runs.flatMap { Array(zip($0, $0.dropFirst())) }
    return Self.firstOf(spans.compactMap { slip(from: $0, to: $1) }) + Self.firstOf(overshoots)
  }

  /// The speed above which a straight line causes a warning.
  private static var fastest: Double { 8 }

  /// Limits the number of warnings, because a file may have thousands of anchors.
  private static func firstOf(_ notes: [String]) -> [String] {
    let most = 3
    guard notes.count > most else { return notes }
    return notes.prefix(most) + ["\(notes.count - most) more pairs of anchors have the same problem"]
  }

  private func slip(from anchor: Anchor, to next: Anchor) -> String? {
    let speed = Self.speed(from: anchor, to: next)
    let pair = "between the anchors \(text(anchor)) and \(text(next))"
    if next.source < anchor.source { return "playback is backward \(pair), at \(Self.print(speed))" }
    return speed > Self.fastest ? "playback is very fast \(pair), at \(Self.print(speed))" : nil
  }

  /// Warnings for smooth curves that play more than twice as fast as the fastest straight line between anchors. Slow
  /// curves need none: by `MonotoneSlopes`, they play at more than half the speed of the slowest straight line.
  private var overshoots: [String] {
    guard easing == .smooth else { return [] }
    let spans = runs.flatMap { run in Array(zip(zip(run, run.dropFirst()), (try? pieces(of: run)) ?? [])) }
    let fastest = spans.reduce(0) { max($0, Self.speed(from: $1.0.0, to: $1.0.1)) }
    return spans.compactMap { anchors, piece in
      guard let scales = piece.scaleRange, 1 / max(0, scales.lowerBound) > 2 * fastest else { return nil }
      let speed = Self.print(1 / max(0, scales.lowerBound))
      return """
        the smooth curve between the anchors \(text(anchors.0)) and \(text(anchors.1)) reaches \(speed); \
        --anchor-easing linear reaches at most \(Self.print(fastest))
        """
    }
  }

  private static func speed(from anchor: Anchor, to next: Anchor) -> Double {
    abs(next.source - anchor.source) / (next.warped - anchor.warped)
  }

  /// Prints a speed with three digits.
  private static func print(_ speed: Double) -> String {
    guard speed < 1e6 else { return "more than 1000000x" }
    var unit = 100.0
    while speed * unit < 100, unit < 1e9 { unit *= 10 }
    return "\(NumberSyntax.print((speed * unit).rounded() / unit))x"
  }
}
