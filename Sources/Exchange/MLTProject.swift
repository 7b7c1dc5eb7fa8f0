import Values

/// A retimed film for MLT: a chain with a `timeremap` link.
///
/// Each key of the link is a frame number of the result with a source time in seconds. MLT multiplies the source time
/// by the frame rate and rounds down. If a frame begins exactly at the source time, a rounding error could select its
/// neighbour. Therefore source times are shifted by a microsecond in the direction of play.
enum MLTProject {
  static func text(_ request: ExchangeRequest) throws(Refusal) -> ExchangeText {
    let rate = try request.requiredFrameRate()
    let keys = try FrameKeys(request, at: rate, within: request.limit - grain)
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

  /// The largest error of a written source time in seconds: the shift by a microsecond, and rounding.
  private static let grain = 1.5e-6

  /// The keys for a run of frames without a cut. If another run follows, the last key holds its value (`|=`). Otherwise
  /// MLT would interpolate across the cut.
  private static func words(_ run: FrameKeys.Run, isLast: Bool) -> [String] {
    let knots = run.knots
    var words = knots.indices.dropLast(isLast ? 0 : 1).map { index in
      let falls = run.falls(after: min(index, knots.count - 2))
      guard index > 0, index < knots.count - 1, run.falls(after: index - 1) != falls else {
        return word(Int(knots[index].x), "=", knots[index].y, isFalling: falls, by: 1e-6)
      }
      // A freeze shows the frame that begins at its source time, so its value is not shifted down before backward play.
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

  /// - Parameter offset: the shift of the source time in seconds, almost zero where the direction of play changes.
  private static func word(
    _ frame: Int, _ sign: String, _ source: Double, isFalling: Bool, by offset: Double
  ) -> String {
    "\(frame)\(sign)\(DecimalText.print(max(0, source + (isFalling ? -offset : offset)), decimals: 9))"
  }
}

extension FrameKeys.Run {
  /// Whether source time decreases from this knot to the next. The last knot is not allowed.
  fileprivate func falls(after index: Int) -> Bool { knots[index + 1].y < knots[index].y }
}
