import Warp

/// Rubber Band's time map: a pair of sample numbers to a line, where a sample of the source is and where it is to be.
enum RubberBandMap {
  static func text(_ request: ExchangeRequest, within limit: Double) throws(Refusal) -> ExchangeText {
    guard let rate = request.sampleRate else {
      throw .usage("--to rubberband needs --rate", advice: "give the samples a second of the sound")
    }
    let map = request.map
    _ = try map.requiredLength(for: "--to")
    guard let stretch = map.stretches.first else { return ExchangeText(bytes: [], pointCount: 0, deviation: 0) }
    let outline = Outline(
      fixed: [stretch.sourceStart, stretch.sourceEnd],
      landmarks: map.pieces[stretch.pieces].flatMap { [$0.sourceStart] + $0.sourceLandmarks },
      bounds: stretch.warpedStart...stretch.warpedEnd, isForWholeNumbers: false,
      function: { map.warped(at: $0, in: stretch) })
    let perSecond = Double(rate)
    let (knots, deviation) = try outline.lines(within: limit) { knots in
      knots.map { Knot(x: ($0.x * perSecond).rounded() / perSecond, y: ($0.y * perSecond).rounded() / perSecond) }
    }
    var text = ""
    var (count, last) = (0, (-1, -1))
    for knot in knots {
      let pair = (Int((knot.x * perSecond).rounded()), Int((knot.y * perSecond).rounded()))
      // Rubber Band takes no two lines for one sample.
      guard pair.0 > last.0, pair.1 > last.1 else { continue }
      text += "\(pair.0) \(pair.1)\n"
      (count, last) = (count + 1, pair)
    }
    return ExchangeText(bytes: Array(text.utf8), pointCount: count, deviation: deviation)
  }
}
