import Values

/// Changes of a finished map. Each returns a new map.
extension TimeMap {
  /// The map without the source before `start` and after `end`. The remaining parts follow each other without a gap
  /// in warped time. If `end` is nil, everything after `start` stays.
  package func trimmed(from start: Double, to end: Double?) throws(Refusal) -> TimeMap {
    let end = end ?? .infinity
    guard start < end else {
      throw .usage(
        "--trim keeps nothing", advice: "write FROM..TO with FROM before TO; to play backward, use --play")
    }
    var builder = MapBuilder()
    for piece in pieces {
      builder.append(piece, from: min(max(piece.sourceStart, start), end), to: min(max(piece.sourceEnd, start), end))
    }
    if let openEnd { builder.append(openEnd, from: max(openEnd.source, start), to: end) }
    guard !builder.isEmpty else {
      throw .usage("--trim keeps nothing, because the map does not play that part", advice: playedPart)
    }
    return try builder.map()
  }

  /// What the map plays, for an error.
  private var playedPart: String {
    let (start, end) = sourceRange
    let until = end.map { "to \(BriefNumber.print($0)) s" } ?? "until the input ends"
    return "the map plays from \(BriefNumber.print(start)) s \(until); to see what, write --plot"
  }

  /// The map with an end: if it would play until the input ends, it now plays until the source time `duration`.
  package func closed(at duration: Double) throws(Refusal) -> TimeMap {
    guard let openEnd else { return self }
    var builder = MapBuilder()
    for piece in pieces { builder.append(piece, from: piece.sourceStart, to: piece.sourceEnd) }
    builder.append(openEnd, from: openEnd.source, to: duration)
    return try builder.map()
  }

  /// The map with a freeze of `length` warped seconds at every visit of `source`.
  package func frozen(at source: Double, for length: Double) throws(Refusal) -> TimeMap {
    guard length > 0 else {
      throw .usage("--freeze needs a length above 0", advice: "write TIME=LENGTH, as in 2s=1.5s")
    }
    let stops = visits(of: source).map(\.warped)
    guard !stops.isEmpty else {
      throw .usage(
        "--freeze cannot hold the frame at \(BriefNumber.print(source)) s: the map never plays that time",
        advice: playedPart)
    }
    var builder = MapBuilder()
    var waiting = stops[...]
    for piece in pieces {
      // One stop per piece is enough. A piece shows `source` at most once, and a freeze is one visit. A visit on the
      // border of two pieces belongs to the second piece.
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

  /// The map with all warped times multiplied by one factor, so that it lasts exactly `length`.
  package func fitted(to length: Double, on clip: Clip = Clip()) throws(Refusal) -> TimeMap {
    let current = try requiredLength(for: "--fit", on: clip)
    guard length > 0 else { throw .usage("--fit needs a length above 0") }
    if length == current { return self }
    let factor = length / current
    // The end is exactly `length`; the product could differ in its last digit.
    func fitted(_ warped: Double) -> Double { warped == current ? length : warped * factor }
    return try TimeMap(
      pieces.map { piece in
        piece.lasting(from: fitted(piece.warpedStart), until: fitted(piece.warpedEnd))
      })
  }

  /// The map played backward in warped time: the last instant comes first.
  package func reversed(on clip: Clip = Clip()) throws(Refusal) -> TimeMap {
    let length = try requiredLength(for: "--reverse", on: clip)
    return try TimeMap(
      pieces.reversed().map { piece in
        piece.mirrored(from: length - piece.warpedEnd, until: length - piece.warpedStart)
      })
  }
}

extension Piece {
  /// A piece that plays the same source by the same law, but over another span of warped time.
  func lasting(from start: Double, until end: Double) -> Piece {
    guard let law else { return Piece(holding: sourceStart, from: start, until: end) }
    // The gain is computed from the new span. Multiplying the old gain would also multiply its rounding error.
    let gain = (end - start) / abs(law.integral(to: sourceEnd) - law.integral(to: sourceStart))
    return Piece(law, gain: gain, from: sourceStart, to: sourceEnd, at: start, until: end)
  }

  /// A piece that plays the same source in the other direction, over another span of warped time of the same length.
  fileprivate func mirrored(from start: Double, until end: Double) -> Piece {
    guard let law else { return Piece(holding: sourceStart, from: start, until: end) }
    return Piece(law, gain: gain, from: sourceEnd, to: sourceStart, at: start, until: end)
  }
}

/// Reads the arguments of `trimmed` and `frozen`.
package enum ChangeSyntax {
  /// Reads `[FROM]..[TO]` in source time. FROM defaults to 0. Without TO, the end is nil: the part lasts to the end.
  ///
  /// - Parameter place: the option, for messages.
  package static func part(
    _ text: String, on clip: Clip, at place: String = "--trim"
  ) throws(Refusal) -> (start: Double, end: Double?) {
    guard let ends = RangeSyntax.ends(of: text[...]) else {
      let bound = (try? TimeSyntax.instant(text, on: clip)).map { _ in
        "write \(text).. to start there, or ..\(text) to end there"
      }
      throw .usage(
        "'\(text)' is not a range", at: place,
        advice: bound ?? RangeSyntax.corrected(text) ?? "write FROM..TO, as in 2s..5s")
    }
    do throws(Refusal) {
      return (
        try ends.from.isEmpty ? 0 : TimeSyntax.instant(ends.from, inside: clip),
        try ends.to.isEmpty ? nil : TimeSyntax.instant(ends.to, on: clip)
      )
    } catch {
      throw error.within("\(place) '\(text)'")
    }
  }

  /// Reads `T=LENGTH`: the source instant to hold, and for how many warped seconds.
  package static func freeze(_ text: String, on clip: Clip) throws(Refusal) -> (source: Double, length: Double) {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2 else {
      let isTime = (try? TimeSyntax.instant(text, on: clip)) != nil
      throw .usage(
        "'\(text)' is not a freeze", at: "--freeze",
        advice: isTime ? "add the length, as in \(text)=1.5s" : "write TIME=LENGTH, as in 2s=1.5s")
    }
    do throws(Refusal) {
      return (try TimeSyntax.instant(sides[0], inside: clip), try TimeSyntax.seconds(sides[1], on: clip))
    } catch {
      throw error.within("freeze '\(text)'")
    }
  }
}
