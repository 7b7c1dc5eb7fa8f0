import Values
import Warp

/// Consecutive straight lines and freezes, which is how other programs describe a map.
struct LineList {
  private var pieces: [Piece] = []
  private(set) var warped = 0.0
  /// The last shown source time; nil before the first line.
  private(set) var source: Double?
  var openEnd: TimeMap.OpenEnd?
  /// The result time at which the list ends.
  private let limit: Double

  init(until limit: Double = .infinity) { self.limit = limit }

  /// Adds a line between two source times that ends at the result time `stop`. Lines without a duration are dropped.
  mutating func play(from start: Double, to end: Double, until stop: Double) throws(Refusal) {
    for time in [start, end, stop] { try Self.check(time) }
    // By rounding, a time may be slightly below 0.
    guard start > -0.01, end > -0.01 else { throw Self.outOfRange(min(start, end)) }
    let (start, end) = (max(0, start), max(0, end))
    guard stop > warped, warped < limit else {
      source = end
      return
    }
    guard stop <= limit else {
      let share = (limit - warped) / (stop - warped)
      return try play(from: start, to: start + share * (end - start), until: limit)
    }
    // If the first line begins after 0, a freeze of the line's first source time precedes it.
    if pieces.isEmpty, warped > 0 { pieces.append(Piece(holding: start, from: 0, until: warped)) }
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

  /// Plays at a constant speed for a time, backward if the speed is negative.
  mutating func play(from start: Double, speed: Double, for length: Double) throws(Refusal) {
    try play(from: start, to: start + speed * length, until: warped + length)
  }

  /// Holds the last shown source time until the result time `stop`. Before the first line, holds that line's start.
  mutating func hold(until stop: Double) throws(Refusal) {
    // A shorter time is a rounding error.
    guard stop > warped + 1e-9 else { return }
    if let source { return try play(from: source, to: source, until: stop) }
    try Self.check(stop)
    warped = stop
  }

  static let mostLines = 1_000_000

  func map() throws(Refusal) -> TimeMap { try TimeMap(pieces, openEnd: openEnd) }

  private static func check(_ time: Double) throws(Refusal) {
    guard time.isFinite, time <= TimeSyntax.longest else { throw outOfRange(time) }
  }

  private static func outOfRange(_ time: Double) -> Refusal {
    .map("the time \(NumberSyntax.print(time)) s is out of range")
  }
}

/// Ensures that a map is about a single film.
struct OneFilm {
  private var name: String?

  /// Throws for a second film. Parts without a name are accepted.
  mutating func take(_ name: String?) throws(Refusal) {
    guard let name, !name.isEmpty else { return }
    if let first = self.name, first != name {
      throw .map(
        "the edit shows two videos, '\(first)' and '\(name)'", advice: "--map needs an edit of one video")
    }
    self.name = name
  }
}
