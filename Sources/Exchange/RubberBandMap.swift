import Values

/// Rubber Band's time map. Each text line contains a sample number in the source and the one in the result.
enum RubberBandMap {
  static func text(_ request: ExchangeRequest) throws(Refusal) -> ExchangeText {
    guard let rate = request.sampleRate else {
      throw .usage("--to rubberband needs --rate", advice: "write the sample rate of the sound, as in --rate 48000")
    }
    let map = request.map
    _ = try map.requiredLength(for: "--to")
    // The map has a single stretch, because the format cannot express cuts, freezes or backward play.
    let stretch = map.stretches[0]
    let outline = Outline(
      fixed: [stretch.sourceStart, stretch.sourceEnd],
      landmarks: map.pieces[stretch.pieces].flatMap { [$0.sourceStart] + $0.sourceLandmarks },
      bounds: stretch.warpedStart...stretch.warpedEnd, isForWholeNumbers: false,
      finest: 1 / Double(rate),
      function: { map.warped(at: $0, in: stretch) })
    let perSecond = Double(rate)
    let (pairs, deviation) = try outline.lines(within: request.limit) { Self.pairs(of: $0, perSecond) }
    guard pairs.count > 1 else {
      throw .map(
        "the result is shorter than one sample", at: "at 0 s in the source", advice: "rubberband needs a slower map")
    }
    let numbers = pairs.map { (source: Int(($0.x * perSecond).rounded()), warped: Int(($0.y * perSecond).rounded())) }
    let text = numbers.map { "\($0.source) \($0.warped)\n" }.joined()
    return ExchangeText(bytes: Array(text.utf8), pointCount: pairs.count, deviation: deviation)
  }

  /// Rounds knots to whole samples, in seconds. Rubber Band accepts only one text line per sample. Therefore a knot on
  /// the sample of the previous knot moves to the next sample. The last knot does not move.
  private static func pairs(of knots: [Knot], _ perSecond: Double) -> [Knot] {
    var pairs: [Knot] = []
    for (index, knot) in knots.enumerated() {
      var pair = Knot(x: (knot.x * perSecond).rounded(), y: (knot.y * perSecond).rounded())
      if index == knots.count - 1 {
        while pairs.count > 1, let last = pairs.last, last.x >= pair.x || last.y >= pair.y { pairs.removeLast() }
        if let last = pairs.last, last.x >= pair.x || last.y >= pair.y { continue }
      } else if let last = pairs.last {
        if pair == last { continue }
        pair = Knot(x: max(pair.x, last.x + 1), y: max(pair.y, last.y + 1))
      }
      pairs.append(pair)
    }
    return pairs.map { Knot(x: $0.x / perSecond, y: $0.y / perSecond) }
  }
}
