import Warp

/// Rubber Band's time map: a pair of sample numbers to a line, where a sample of the source is and where it is to be.
enum RubberBandMap {
  static func text(_ request: ExchangeRequest) throws(Refusal) -> ExchangeText {
    guard let rate = request.sampleRate else {
      throw .usage("--to rubberband needs --rate", advice: "give the samples a second of the sound")
    }
    let map = request.map
    _ = try map.requiredLength(for: "--to")
    // What the format can say is one stretch.
    let stretch = map.stretches[0]
    let outline = Outline(
      fixed: [stretch.sourceStart, stretch.sourceEnd],
      landmarks: map.pieces[stretch.pieces].flatMap { [$0.sourceStart] + $0.sourceLandmarks },
      bounds: stretch.warpedStart...stretch.warpedEnd, isForWholeNumbers: false,
      finest: 1 / Double(rate),
      function: { map.warped(at: $0, in: stretch) })
    let perSecond = Double(rate)
    let (knots, deviation) = try outline.lines(within: request.limit) { knots in
      knots.map { Knot(x: ($0.x * perSecond).rounded() / perSecond, y: ($0.y * perSecond).rounded() / perSecond) }
    }
    // Rubber Band takes no two lines for one sample; the last line stays.
    var pairs: [(source: Int, warped: Int)] = []
    for (index, knot) in knots.enumerated() {
      let pair = (source: Int((knot.x * perSecond).rounded()), warped: Int((knot.y * perSecond).rounded()))
      let isLast = index == knots.count - 1
      while isLast, pairs.count > 1, let last = pairs.last, last.source >= pair.source || last.warped >= pair.warped {
        pairs.removeLast()
      }
      if let last = pairs.last, last.source >= pair.source || last.warped >= pair.warped { continue }
      pairs.append(pair)
    }
    guard pairs.count > 1 else {
      throw .map("the result lasts less than a sample", at: "source 0 s", advice: "rubberband needs a slower map")
    }
    let text = pairs.map { "\($0.source) \($0.warped)\n" }.joined()
    let count = pairs.count
    return ExchangeText(bytes: Array(text.utf8), pointCount: count, deviation: deviation)
  }
}
