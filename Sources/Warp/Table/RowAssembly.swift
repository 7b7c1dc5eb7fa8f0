import Values

/// An error in a row that cannot follow the previous rows. `TableReader` adds file, line and column.
struct RowFault: Error {
  let problem: String
  var column = MapTable.Column.warped
  /// The source time in the error message. If nil, the message contains the row's own source time.
  var source: Double?
  var advice: String?
}

/// Converts rows to the pieces between them, and to a map.
struct RowAssembly {
  private var pieces: [Piece] = []
  private var openEnd: TimeMap.OpenEnd?
  private var last: MapTable.Row?
  private var rowCount = 0

  mutating func add(source: Double?, warped: Double?, scale: Double?) throws(RowFault) {
    guard openEnd == nil else {
      throw RowFault(
        problem: "a row follows the row 'inf inf'", column: .source,
        advice: "write 'inf inf K' last; it goes on at scale K until the input ends")
    }
    rowCount += 1
    guard rowCount <= TimeMap.mostRows else {
      throw RowFault(
        problem: "the table has more than \(TimeMap.mostRows) rows", column: .source,
        advice: "make the table with a larger --tolerance")
    }
    // In the row for an open end, both times are infinite. A spreadsheet cannot write infinity, so both may be missing.
    if source ?? .infinity == .infinity, warped ?? .infinity == .infinity, source == warped {
      return try endOpenly(scale)
    }
    let row = MapTable.Row(
      source: try time(source, .source), warped: try time(warped, .warped), scale: try slope(scale))
    if let last {
      try join(last, row)
    } else if row.warped != 0 {
      throw RowFault(
        problem: "the first row has warped time \(print(row.warped))", advice: "start the table at warped time 0")
    }
    last = row
  }

  func map() throws(RowFault) -> TimeMap {
    guard rowCount >= 2 else {
      throw RowFault(
        problem: rowCount == 0 ? "the table is empty" : "the table has only one row", source: last?.source,
        advice: "a map needs at least two rows")
    }
    guard openEnd != nil || !pieces.isEmpty else {
      throw RowFault(
        problem: "the result would be empty: every row has warped time 0", source: last?.source,
        advice: "add a row with a later warped time")
    }
    do throws(Refusal) {
      return try TimeMap(pieces, openEnd: openEnd)
    } catch {
      throw RowFault(problem: error.problem, advice: error.advice)
    }
  }

  private func time(_ value: Double?, _ column: MapTable.Column) throws(RowFault) -> Double {
    guard let value else {
      throw RowFault(
        problem: "the row has no \(column.rawValue) time", column: column,
        advice: "write a source time and a warped time in each row")
    }
    guard value >= 0, value <= TimeSyntax.longest else {
      throw RowFault(
        problem: "the \(column.rawValue) time \(value == .infinity ? "inf" : print(value)) is out of range",
        column: column,
        advice: value == .infinity
          ? "to play until the input ends, write 'inf inf K' with a scale K"
          : "write 0 to \(print(TimeSyntax.longest)) s")
    }
    return value == 0 ? 0 : value
  }

  private func slope(_ value: Double?) throws(RowFault) -> Double? {
    guard value != .infinity else {
      throw RowFault(
        problem: "the scale is infinite", column: .scale,
        advice: "for straight lines between rows, leave the scale empty")
    }
    return value
  }

  private mutating func endOpenly(_ scale: Double?) throws(RowFault) {
    guard let last else {
      throw RowFault(
        problem: "'inf inf' is the first row", column: .source, advice: "write a row such as '0 0' before it")
    }
    guard let scale, scale > 0 else {
      throw RowFault(
        problem: "the row 'inf inf' has no scale above 0", column: .scale,
        advice: "write 'inf inf 1' to go on at normal speed")
    }
    guard scale <= Curve.largestFactor else {
      throw RowFault(
        problem: "the scale \(print(scale)) of the row 'inf inf' is out of range", column: .scale,
        advice: "write a scale of at most \(print(Curve.largestFactor))")
    }
    openEnd = TimeMap.OpenEnd(source: last.source, warped: last.warped, scale: scale)
  }

  private mutating func join(_ last: MapTable.Row, _ row: MapTable.Row) throws(RowFault) {
    guard row.warped >= last.warped else {
      throw RowFault(
        problem: "warped time goes back from \(print(last.warped)) to \(print(row.warped))", source: row.source,
        advice: "sort rows by warped time; to play backward, let the source time fall")
    }
    // Two rows with equal warped times have no piece between them. If their source times are equal too, the scale jumps
    // there. Otherwise they are a cut.
    if row.warped == last.warped { return }
    if row.source == last.source {
      pieces.append(Piece(holding: row.source, from: last.warped, until: row.warped))
    } else {
      pieces.append(try play(from: last, to: row))
    }
  }

  private func play(from last: MapTable.Row, to row: MapTable.Row) throws(RowFault) -> Piece {
    let isForward = row.source > last.source
    let (low, high) = isForward ? (last, row) : (row, last)
    let sign: Double = isForward ? 1 : -1
    let rise = row.warped - last.warped
    let secant = rise / (high.source - low.source)
    // A straight line unless both rows have a scale.
    let scales = low.scale.flatMap { low in high.scale.map { high in (low * sign, high * sign) } } ?? (secant, secant)
    let cubic = Cubic(
      from: low.source, to: high.source, rise: rise, startScale: scales.0, endScale: scales.1)
    guard let cubic else { throw turningBack(from: last, to: row, secant: secant) }
    return Piece(.cubic(cubic), from: last.source, to: row.source, at: last.warped, until: row.warped)
  }

  /// The error for two rows that no cubic can join. They are too close together, or their scales have the wrong sign,
  /// or the curve would turn back between them.
  private func turningBack(from last: MapTable.Row, to row: MapTable.Row, secant: Double) -> RowFault {
    guard Cubic.isInRange(secant: secant), let scale = last.scale, let nextScale = row.scale else {
      return RowFault(
        problem: "two rows have nearly the same source time", column: .source, source: row.source,
        advice: "remove one of the two rows")
    }
    let sign: Double = row.source > last.source ? 1 : -1
    if min(scale * sign, nextScale * sign) < 0 {
      let goes = sign > 0 ? "rises" : "falls"
      return RowFault(
        problem: "scale \(print(scale * sign < 0 ? scale : nextScale)) has the wrong sign: the source time \(goes)",
        column: .scale, source: scale * sign < 0 ? last.source : row.source,
        advice: sign > 0 ? "to play forward, write a positive scale" : "to play backward, write a negative scale")
    }
    let length = abs(row.source - last.source)
    let share = Cubic.firstReversal(secant: secant, startScale: scale * sign, endScale: nextScale * sign)
    return RowFault(
      problem: "the curve between two rows runs back in time", column: .scale,
      source: last.source + sign * share * length,
      advice: "write scales of at most three times \(print(sign * secant)), or leave the scales out")
  }

  private func print(_ value: Double) -> String { NumberSyntax.print(value) }
}
