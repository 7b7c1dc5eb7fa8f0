import Values

/// Builds a map by appending pieces. Each piece begins at the warped time where the previous one ends.
package struct MapBuilder {
  private var pieces: [Piece] = []
  private var openEnd: TimeMap.OpenEnd?
  private var warped = 0.0
  /// If the last piece was copied from another map: its warped end there, and the seconds by which the copy is later.
  /// Otherwise nil.
  private var lastTaken: (end: Double, shift: Double)?

  package init() {}

  var isEmpty: Bool { pieces.isEmpty && openEnd == nil }

  /// Appends a piece that plays `law` between two source times. Appends nothing if the source times are equal.
  package mutating func play(_ law: Law, from sourceStart: Double, to sourceEnd: Double) {
    guard sourceStart != sourceEnd else { return }
    add(Piece(law, from: sourceStart, to: sourceEnd, at: warped))
  }

  /// Appends pieces that play `law` forward, one between each two adjacent times in `sources`, which must be sorted.
  ///
  /// The warped time of each border comes from the law's integral and not from a sum of lengths. Therefore rounding
  /// does not depend on the number of pieces.
  mutating func play(_ law: Law, through sources: [Double]) {
    let (start, origin) = (warped, law.integral(to: sources[0]))
    for (source, next) in zip(sources, sources.dropFirst()) where source < next {
      let end = start + (law.integral(to: next) - origin)
      add(Piece(law, from: source, to: next, at: warped, until: end))
    }
  }

  /// Appends a piece of constant scale, forward or backward. Appends nothing if the source times are equal.
  mutating func play(scale: Double, from sourceStart: Double, to sourceEnd: Double) {
    let line = Cubic(line: scale, from: min(sourceStart, sourceEnd), to: max(sourceStart, sourceEnd))
    play(.cubic(line), from: sourceStart, to: sourceEnd)
  }

  mutating func hold(_ source: Double, for length: Double) {
    add(Piece(holding: source, from: warped, until: warped + length))
  }

  /// Appends the part of another map's piece between two source times, given in playing order. A freeze is appended
  /// completely if `sourceStart` is its instant.
  mutating func append(_ piece: Piece, from sourceStart: Double, to sourceEnd: Double) {
    guard let law = piece.law else {
      if sourceStart == piece.sourceStart { hold(piece.sourceStart, for: piece.warpedLength) }
      return
    }
    guard sourceStart != sourceEnd else { return }
    let (start, end) = (piece.warped(at: sourceStart), piece.warped(at: sourceEnd))
    // Pieces that were neighbours in the other map are moved by the same amount, so that rounding does not add up over
    // a long table.
    let shift = lastTaken.flatMap { $0.end == start ? $0.shift : nil } ?? warped - start
    add(Piece(law, gain: piece.gain, from: sourceStart, to: sourceEnd, at: warped, until: end + shift))
    lastTaken = (end, shift)
  }

  /// Appends the part of an open end between two source times. If `sourceEnd` is infinite, the map gets an open end.
  mutating func append(_ openEnd: TimeMap.OpenEnd, from sourceStart: Double, to sourceEnd: Double) {
    guard sourceStart < sourceEnd else { return }
    if sourceEnd.isFinite {
      play(scale: openEnd.scale, from: sourceStart, to: sourceEnd)
    } else {
      endOpenly(from: sourceStart, scale: openEnd.scale)
    }
  }

  /// Gives the map an open end. Nothing may be appended afterwards.
  mutating func endOpenly(from source: Double, scale: Double) {
    openEnd = TimeMap.OpenEnd(source: source, warped: warped, scale: scale)
  }

  package func map() throws(Refusal) -> TimeMap { try TimeMap(pieces, openEnd: openEnd) }

  private mutating func add(_ piece: Piece) {
    pieces.append(piece)
    warped = piece.warpedEnd
    lastTaken = nil
  }
}
