import Warp

/// A film along a map as MLT plays it: a chain with a link that remaps time.
///
/// The link's keys are frames of the result, their values seconds of source. MLT shows the frame whose number is the value
/// times the rate, rounded down in floating point; so every value is a microsecond off towards what plays next, or a frame that
/// begins just there could be missed by rounding.
enum MLTProject {
  static func text(_ request: ExchangeRequest, at rate: FrameRate, within limit: Double) throws(Refusal) -> ExchangeText
  {
    let keys = try FrameKeys(request.map, at: rate, within: limit - grain)
    let words = keys.runs.enumerated().flatMap { index, run in
      self.words(run, isLast: index == keys.runs.count - 1)
    }
    let map = words.joined(separator: ";")
    let terms = rate.framesPerSecond
    let text = """
      <?xml version="1.0" encoding="utf-8"?>
      <mlt LC_NUMERIC="C" producer="chain0">
        <profile frame_rate_num="\(terms.numerator)" frame_rate_den="\(terms.denominator)" progressive="1"/>
        <chain id="chain0" in="0" out="\(keys.frameCount - 1)">
          <property name="length">\(keys.frameCount)</property>
          <property name="resource">\(XMLText.escaped(request.clip))</property>
          <property name="mlt_service">avformat</property>
          <link id="link0">
            <property name="mlt_service">timeremap</property>
            <property name="time_map">\(map)</property>
            <property name="map">\(map)</property>
          </link>
        </chain>
      </mlt>

      """
    return ExchangeText(bytes: Array(text.utf8), pointCount: words.count, deviation: keys.deviation + grain)
  }

  /// By how much a value is off, its rounding included.
  private static let grain = 1.5e-6

  /// The keys of a run. Where another follows, its last frame holds, so that nothing is between the two.
  private static func words(_ run: FrameKeys.Run, isLast: Bool) -> [String] {
    var words: [String] = []
    for (index, knot) in run.knots.enumerated().dropLast(isLast ? 0 : 1) {
      let isFalling = run.falls(after: index)
      words.append(word(Int(knot.x), "=", knot.y, isFalling: isFalling))
    }
    guard !isLast, run.knots.count > 1 else { return words }
    let (from, to) = (run.knots[run.knots.count - 2], run.knots[run.knots.count - 1])
    let last = to.x - 1
    let source = from.y + (last - from.x) / (to.x - from.x) * (to.y - from.y)
    if from.x == last { words.removeLast() }
    words.append(word(Int(last), "|=", source, isFalling: to.y < from.y))
    return words
  }

  private static func word(_ frame: Int, _ sign: String, _ source: Double, isFalling: Bool) -> String {
    "\(frame)\(sign)\(DecimalText.print(max(0, source + (isFalling ? -1e-6 : 1e-6)), decimals: 6))"
  }
}

extension FrameKeys.Run {
  /// Whether source time falls after a knot; after the last one, whether it fell before.
  fileprivate func falls(after index: Int) -> Bool {
    let from = min(index, knots.count - 2)
    return from >= 0 && knots[from + 1].y < knots[from].y
  }
}
