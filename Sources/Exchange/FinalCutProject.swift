import Values

/// A retimed film in Final Cut Pro's XML. Each part of the map between two cuts becomes a clip with its own time map.
enum FinalCutProject {
  static func text(_ request: ExchangeRequest) throws(Refusal) -> ExchangeText {
    let rate = try request.requiredFrameRate()
    let (courses, count) = try CourseFrames.all(of: request.map, at: rate)
    let time = FinalCutTime(rate)
    let start = request.timecode.map { time.rounded($0.seconds) } ?? 0
    var clips = ""
    var (pointCount, largest) = (0, 0.0)
    for frames in courses {
      let (knots, deviation) = try frames.exactOutline(grain: time.grain).lines(within: request.limit) { knots in
        Self.rising(knots.map { Knot(x: time.rounded($0.x), y: time.rounded($0.y)) })
      }
      clips += clip(request, showing: frames, knots, startingAt: start, time)
      pointCount += knots.count
      largest = max(largest, deviation)
    }
    let length = request.duration ?? request.map.sourceRange.end ?? 0
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE fcpxml>
      <fcpxml version="1.10">
        <resources>
          <format id="r1" frameDuration="\(time.text(frames: 1))"/>
          <asset id="r2" name="\(request.name)" start="\(time.text(start))" duration="\(time.text(length))" \
      hasVideo="1" hasAudio="1" format="r1">
            <media-rep kind="original-media" src="\(XMLText.escaped(FileURL.text(request.clip)))"/>
          </asset>
        </resources>
        <library>
          <event name="warp">
            <project name="\(request.name)">
              <sequence format="r1" tcStart="0s" duration="\(time.text(frames: count))">
                <spine>
      \(clips)          </spine>
              </sequence>
            </project>
          </event>
        </library>
      </fcpxml>

      """
    return ExchangeText(bytes: Array(text.utf8), pointCount: pointCount, deviation: largest)
  }

  /// Keeps only the last of several knots at the same time, but always keeps the first knot of the list.
  private static func rising(_ knots: [Knot]) -> [Knot] {
    knots.reduce(into: []) { rising, knot in
      if rising.last?.x != knot.x { rising.append(knot) } else if rising.count > 1 { rising[rising.count - 1] = knot }
    }
  }

  /// Builds a clip. The times in its time map count from the start of the clip.
  ///
  /// - Parameter start: the time of the film's first frame, by its timecode.
  private static func clip(
    _ request: ExchangeRequest, showing frames: CourseFrames, _ knots: [Knot], startingAt start: Double,
    _ time: FinalCutTime
  ) -> String {
    let points = knots.map { knot in
      let elapsed = time.text(knot.x - frames.rate.start(ofFrame: frames.first))
      return "              <timept time=\"\(elapsed)\" value=\"\(time.text(start + knot.y))\" interp=\"linear\"/>\n"
    }
    let (offset, duration) = (time.text(frames: frames.first), time.text(frames: frames.end - frames.first))
    let labels = request.timecode.map { " tcFormat=\"\($0.isDropFrame ? "DF" : "NDF")\"" } ?? ""
    return """
                  <asset-clip ref="r2" name="\(request.name)" offset="\(offset)" start="0s" \
      duration="\(duration)" format="r1"\(labels)>
                    <timeMap frameSampling="floor" preservesPitch="0">
      \(points.joined())              </timeMap>
                  </asset-clip>

      """
  }
}

/// Seconds as fractions, as in FCPXML. Their common denominator can express frame times exactly.
struct FinalCutTime {
  private let rate: FrameRate
  private let unitsPerSecond: Int64

  init(_ rate: FrameRate) {
    self.rate = rate
    let numerator = rate.framesPerSecond.numerator
    // Final Cut's own unit is 1/720000 s, in which frames of all usual rates are whole numbers. For other rates, uses
    // the finest unit whose denominator fits in 32 bits.
    let usual: Int64 = 720_000
    unitsPerSecond = usual % numerator == 0 ? usual : numerator * max(1, Int64(Int32.max) / numerator)
  }

  var grain: Double { 1 / Double(unitsPerSecond) }

  func rounded(_ seconds: Double) -> Double { Double(units(seconds)) / Double(unitsPerSecond) }

  func text(_ seconds: Double) -> String { text(units(seconds), unitsPerSecond) }

  func text(frames count: Int) -> String {
    text(Int64(count) * rate.framesPerSecond.denominator, rate.framesPerSecond.numerator)
  }

  /// Times are at most `TimeSyntax.longest`, so the result fits in Int64.
  private func units(_ seconds: Double) -> Int64 { Int64((seconds * Double(unitsPerSecond)).rounded()) }

  /// Writes a fraction in lowest terms, and whole seconds without a denominator.
  private func text(_ numerator: Int64, _ denominator: Int64) -> String {
    "\(Rational(numerator, denominator)?.description ?? "\(numerator)/\(denominator)")s"
  }
}
