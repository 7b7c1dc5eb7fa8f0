import Warp

/// Straight lines and freezes, one after the other, as other programs have them.
struct LineList {
  private var pieces: [Piece] = []
  private(set) var warped = 0.0
  /// The source time shown last; nil before the first line.
  private(set) var source: Double?
  var openEnd: TimeMap.OpenEnd?

  /// Plays from one source time to another until a warped time. What lasts no time is left out.
  mutating func play(from start: Double, to end: Double, until stop: Double) throws(Refusal) {
    for time in [start, end, stop] {
      guard time.isFinite, time <= TimeSyntax.longest else { throw Self.outOfRange(time) }
    }
    // Rounding may lead a little below 0.
    guard start > -0.01, end > -0.01 else { throw Self.outOfRange(min(start, end)) }
    let (start, end) = (max(0, start), max(0, end))
    guard stop > warped else {
      source = end
      return
    }
    let (low, high, rise) = (min(start, end), max(start, end), stop - warped)
    let secant = rise / (high - low)
    if high > low,
      let line = Cubic(from: low, to: high, rise: rise, startScale: secant, endScale: secant)
    {
      pieces.append(Piece(.cubic(line), from: start, to: end, at: warped, until: stop))
    } else {
      pieces.append(Piece(holding: start, from: warped, until: stop))
    }
    (warped, source) = (stop, end)
    guard pieces.count <= Self.mostLines else { throw .map("the list has more than \(Self.mostLines) parts") }
  }

  /// Plays at a speed for a time, backward if the speed is below 0.
  mutating func play(from start: Double, speed: Double, for length: Double) throws(Refusal) {
    try play(from: start, to: start + speed * length, until: warped + length)
  }

  /// Holds what was shown last until a warped time. Before the first line, the next one holds its start.
  mutating func hold(until stop: Double, before next: Double? = nil) throws(Refusal) {
    // A shorter time comes of rounding.
    guard stop > warped + 1e-9 else { return }
    let source = self.source ?? next ?? 0
    try play(from: source, to: source, until: stop)
  }

  static let mostLines = 1_000_000

  func map() throws(Refusal) -> TimeMap { try TimeMap(pieces, openEnd: openEnd) }

  private static func outOfRange(_ time: Double) -> Refusal {
    .map("the time \(NumberSyntax.print(time)) s is out of range")
  }
}

/// The one film that a map is about.
struct OneFilm {
  private var name: String?

  /// Refuses a second film. Parts without a name belong to any.
  mutating func take(_ name: String?) throws(Refusal) {
    guard let name, !name.isEmpty else { return }
    if let first = self.name, first != name {
      throw .map(
        "the edit shows two films, '\(first)' and '\(name)'", advice: "--map needs an edit of one film")
    }
    self.name = name
  }
}
