/// Makes a map by appending pieces, each of which begins at the warped time at which the one before ended.
struct MapBuilder {
  private var pieces: [Piece] = []
  private var openEnd: TimeMap.OpenEnd?
  private var warped = 0.0
  /// If the last piece was taken from another map: the warped time at which it ended there, and by how much it was
  /// moved in warped time. Nil if it was made here.
  private var lastTaken: (end: Double, shift: Double)?

  var isEmpty: Bool { pieces.isEmpty && openEnd == nil }

  /// Appends a piece that plays `law` from one source time to another; none if they are the same.
  mutating func play(_ law: Law, from sourceStart: Double, to sourceEnd: Double) {
    guard sourceStart != sourceEnd else { return }
    add(Piece(law, from: sourceStart, to: sourceEnd, at: warped))
  }

  /// Appends pieces that play `law` forward, one between each two neighbours of `sources`, which must not fall.
  ///
  /// The warped time of each border is computed from the law's integral and not by adding up lengths, so rounding does
  /// not depend on the number of pieces.
  mutating func play(_ law: Law, through sources: [Double]) {
    let (start, origin) = (warped, law.integral(to: sources[0]))
    for (source, next) in zip(sources, sources.dropFirst()) where source < next {
      let end = start + (law.integral(to: next) - origin)
      add(Piece(law, from: source, to: next, at: warped, until: end))
    }
  }

  /// Appends a piece of constant scale, forward or backward; none if both source times are the same.
  mutating func play(scale: Double, from sourceStart: Double, to sourceEnd: Double) {
    let line = Cubic(line: scale, from: min(sourceStart, sourceEnd), to: max(sourceStart, sourceEnd))
    play(.cubic(line), from: sourceStart, to: sourceEnd)
  }

  /// Appends a freeze.
  mutating func hold(_ source: Double, for length: Double) {
    add(Piece(holding: source, from: warped, until: warped + length))
  }

  /// Appends the part of a piece of another map between two of its source times, given in the order it plays them. A
  /// freeze is appended as a whole, if `sourceStart` is the instant it shows.
  mutating func append(_ piece: Piece, from sourceStart: Double, to sourceEnd: Double) {
    guard let law = piece.law else {
      if sourceStart == piece.sourceStart { hold(piece.sourceStart, for: piece.warpedLength) }
      return
    }
    guard sourceStart != sourceEnd else { return }
    let (start, end) = (piece.warped(at: sourceStart), piece.warped(at: sourceEnd))
    // Pieces that followed each other in the other map are all moved by the same amount, so that rounding does not add
    // up over a long table.
    let shift = lastTaken.flatMap { $0.end == start ? $0.shift : nil } ?? warped - start
    add(Piece(law, gain: piece.gain, from: sourceStart, to: sourceEnd, at: warped, until: end + shift))
    lastTaken = (end, shift)
  }

  /// Appends the part of an open end between two source times; up to infinity it stays an open end.
  mutating func append(_ openEnd: TimeMap.OpenEnd, from sourceStart: Double, to sourceEnd: Double) {
    guard sourceStart < sourceEnd else { return }
    if sourceEnd.isFinite {
      play(scale: openEnd.scale, from: sourceStart, to: sourceEnd)
    } else {
      endOpenly(from: sourceStart, scale: openEnd.scale)
    }
  }

  /// Gives the map an open end. Nothing may be appended after that.
  mutating func endOpenly(from source: Double, scale: Double) {
    openEnd = TimeMap.OpenEnd(source: source, warped: warped, scale: scale)
  }

  func map() throws(Refusal) -> TimeMap { try TimeMap(pieces, openEnd: openEnd) }

  private mutating func add(_ piece: Piece) {
    pieces.append(piece)
    warped = piece.warpedEnd
    lastTaken = nil
  }
}
