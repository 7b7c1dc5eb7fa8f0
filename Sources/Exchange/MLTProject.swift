import Warp

/// A film along a map as MLT plays it: a chain with a link that remaps time.
///
/// The link's keys are frames of the result, their values seconds of source. MLT shows the frame whose number is the value
/// times the rate, rounded down in floating point; so every value is a microsecond off towards what plays next, or a frame that
/// begins just there could be missed by rounding.
enum MLTProject {
  static func text(_ request: ExchangeRequest) throws(Refusal) -> ExchangeText {
    let rate = try request.requiredFrameRate()
    let keys = try FrameKeys(request.map, at: rate, within: request.limit - grain)
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
    let knots = run.knots
    var words = knots.indices.dropLast(isLast ? 0 : 1).map { index in
      let falls = run.falls(after: min(index, knots.count - 2))
      guard index > 0, index < knots.count - 1, run.falls(after: index - 1) != falls else {
        return word(Int(knots[index].x), "=", knots[index].y, isFalling: falls, by: 1e-6)
      }
      // A freeze shows the frame that begins there, whichever way time goes on.
      let isFrozen = knots[index - 1].y == knots[index].y
      return word(Int(knots[index].x), "=", knots[index].y, isFalling: falls && !isFrozen, by: 1e-9)
    }
    guard !isLast else { return words }
    let (from, to) = (knots[knots.count - 2], knots[knots.count - 1])
    let last = to.x - 1
    let source = from.y + (last - from.x) / (to.x - from.x) * (to.y - from.y)
    if from.x == last { words.removeLast() }
    words.append(word(Int(last), "|=", source, isFalling: to.y < from.y, by: 1e-6))
    return words
  }

  /// - Parameter offset: by how much the value is off. Where time turns it is next to nothing, since lines on both sides end
  ///   there.
  private static func word(
    _ frame: Int, _ sign: String, _ source: Double, isFalling: Bool, by offset: Double
  ) -> String {
    "\(frame)\(sign)\(DecimalText.print(max(0, source + (isFalling ? -offset : offset)), decimals: 9))"
  }
}

extension FrameKeys.Run {
  /// Whether source time falls after a knot that is not the last one.
  fileprivate func falls(after index: Int) -> Bool { knots[index + 1].y < knots[index].y }
}
