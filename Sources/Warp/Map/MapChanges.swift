/// Changes to a finished map: each gives a new one.
extension TimeMap {
  /// Only what lies in the source from `start` to `end`; every stretch is cut to it and what is left closes up.
  package func trimmed(from start: Double, to end: Double?) throws(Refusal) -> TimeMap {
    let end = end ?? .infinity
    guard start < end else { throw .usage("the trim is empty", advice: "its end has to come after its start") }
    var builder = MapBuilder()
    for piece in pieces {
      builder.append(piece, from: min(max(piece.sourceStart, start), end), to: min(max(piece.sourceEnd, start), end))
    }
    if let openEnd { builder.append(openEnd, from: max(openEnd.source, start), to: end) }
    guard !builder.isEmpty else {
      throw .usage("nothing of the map lies in the trim", advice: "--info shows what source the map covers")
    }
    return try builder.map()
  }

  /// The map of an input that ends at `duration`: an open end goes that far.
  package func closed(at duration: Double) throws(Refusal) -> TimeMap {
    guard let openEnd else { return self }
    var builder = MapBuilder()
    for piece in pieces { builder.append(piece, from: piece.sourceStart, to: piece.sourceEnd) }
    builder.append(openEnd, from: openEnd.source, to: duration)
    return try builder.map()
  }

  /// Stops for `length` at every visit of `source`.
  package func frozen(at source: Double, for length: Double) throws(Refusal) -> TimeMap {
    guard length > 0 else { throw .usage("a freeze has to last", advice: "write T=LENGTH with LENGTH above 0") }
    let stops = visits(of: source).map(\.warped)
    guard !stops.isEmpty else {
      throw .usage(
        "nothing to freeze: the map never shows source \(NumberSyntax.print(source)) s",
        advice: "--info shows what source the map covers")
    }
    var builder = MapBuilder()
    var waiting = stops[...]
    for piece in pieces {
      // A piece of one direction visits `source` once at most, and two pieces share no instant but their border.
      guard let stop = waiting.first, stop < piece.warpedEnd else {
        builder.append(piece, from: piece.sourceStart, to: piece.sourceEnd)
        continue
      }
      waiting.removeFirst()
      if piece.direction != .still { builder.append(piece, from: piece.sourceStart, to: source) }
      builder.hold(source, for: length)
      builder.append(piece, from: source, to: piece.sourceEnd)
    }
    if waiting.first != nil {
      if let openEnd { builder.append(openEnd, from: openEnd.source, to: source) }
      builder.hold(source, for: length)
    }
    if let openEnd { builder.append(openEnd, from: waiting.isEmpty ? openEnd.source : source, to: .infinity) }
    return try builder.map()
  }

  /// The same map with its warped axis stretched to last exactly `length`.
  package func fitted(to length: Double) throws(Refusal) -> TimeMap {
    let current = try requiredLength(for: "--fit")
    guard length > 0 else { throw .usage("--fit needs a length above 0") }
    if length == current { return self }
    let factor = length / current
    func placed(_ warped: Double) -> Double { warped == current ? length : warped * factor }
    return try TimeMap(
      pieces.map { piece in
        piece.placed(from: placed(piece.warpedStart), until: placed(piece.warpedEnd))
      })
  }

  /// The same frames in reverse order.
  package func reversed() throws(Refusal) -> TimeMap {
    let length = try requiredLength(for: "--reverse")
    return try TimeMap(
      pieces.reversed().map { piece in
        piece.turned(from: length - piece.warpedEnd, until: length - piece.warpedStart)
      })
  }
}

extension Piece {
  /// The same source by the same law, elsewhere in warped time.
  fileprivate func placed(from start: Double, until end: Double) -> Piece {
    guard let law else { return Piece(holding: sourceStart, from: start, until: end) }
    // A gain that leads to the end exactly: else what rounding had left between them would be stretched with the rest.
    let gain = (end - start) / abs(law.integral(to: sourceEnd) - law.integral(to: sourceStart))
    return Piece(law, gain: gain, from: sourceStart, to: sourceEnd, at: start, until: end)
  }

  /// The same source in the other direction.
  fileprivate func turned(from start: Double, until end: Double) -> Piece {
    guard let law else { return Piece(holding: sourceStart, from: start, until: end) }
    return Piece(law, gain: gain, from: sourceEnd, to: sourceStart, at: start, until: end)
  }
}
