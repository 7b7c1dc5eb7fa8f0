/// Lays pieces end to end in warped time.
struct MapBuilder {
  private var pieces: [Piece] = []
  private var openEnd: TimeMap.OpenEnd?
  private var warped = 0.0
  /// Where the last piece ended in the map it was taken from, and by how much it has moved; nil if it was made here.
  private var lastTaken: (end: Double, shift: Double)?

  var isEmpty: Bool { pieces.isEmpty && openEnd == nil }

  /// Plays `law` from one source time to another; nothing if they are the same.
  mutating func play(_ law: Law, gain: Double = 1, from sourceStart: Double, to sourceEnd: Double) {
    guard sourceStart != sourceEnd else { return }
    add(Piece(law, gain: gain, from: sourceStart, to: sourceEnd, at: warped))
  }

  /// Plays `law` forward through `places`, one piece between each two.
  ///
  /// Every piece is placed from the law's own integral, so that what comes later does not depend on how often it was
  /// cut.
  mutating func play(_ law: Law, along places: [Double]) {
    let (start, origin) = (warped, law.integral(to: places[0]))
    for (place, next) in zip(places, places.dropFirst()) where place < next {
      let end = start + (law.integral(to: next) - origin)
      add(Piece(law, from: place, to: next, at: warped, until: end))
    }
  }

  /// Plays at one scale.
  mutating func play(scale: Double, from sourceStart: Double, to sourceEnd: Double) {
    guard sourceStart != sourceEnd else { return }
    let line = Cubic(line: scale, from: min(sourceStart, sourceEnd), to: max(sourceStart, sourceEnd))
    play(.cubic(line), from: sourceStart, to: sourceEnd)
  }

  mutating func hold(_ source: Double, for length: Double) {
    add(Piece(holding: source, from: warped, until: warped + length))
  }

  /// The part of `piece` that plays between two of its source times; all of a piece that stands still in between.
  mutating func append(_ piece: Piece, from sourceStart: Double, to sourceEnd: Double) {
    guard let law = piece.law else {
      if sourceStart == piece.sourceStart { hold(piece.sourceStart, for: piece.warpedLength) }
      return
    }
    guard sourceStart != sourceEnd else { return }
    let (start, end) = (piece.warped(at: sourceStart), piece.warped(at: sourceEnd))
    // Pieces that followed each other are moved by one and the same amount, so that rounding does not add up over a
    // long table.
    let shift = lastTaken.flatMap { $0.end == start ? $0.shift : nil } ?? warped - start
    add(Piece(law, gain: piece.gain, from: sourceStart, to: sourceEnd, at: warped, until: end + shift))
    lastTaken = (end, shift)
  }

  /// The part of an open end between two source times, the second of which may be infinite.
  mutating func append(_ openEnd: TimeMap.OpenEnd, from sourceStart: Double, to sourceEnd: Double) {
    guard sourceStart < sourceEnd else { return }
    if sourceEnd.isFinite {
      play(scale: openEnd.scale, from: sourceStart, to: sourceEnd)
    } else {
      goOn(from: sourceStart, scale: openEnd.scale)
    }
  }

  /// Ends the map with an open end.
  mutating func goOn(from source: Double, scale: Double) {
    openEnd = TimeMap.OpenEnd(source: source, warped: warped, scale: scale)
  }

  func map() throws(Refusal) -> TimeMap { try TimeMap(pieces, openEnd: openEnd) }

  private mutating func add(_ piece: Piece) {
    pieces.append(piece)
    warped = piece.warpedEnd
    lastTaken = nil
  }
}
