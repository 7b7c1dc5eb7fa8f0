import TestMaps
import TestSupport
import Testing
import Values
import Warp

@testable import Exchange

/// Maps in other programs' formats, read by independent parsers and compared with the map.
@Suite struct ExchangeTests {
  static let rates = [FrameRate(Rational(30)!)!, FrameRate(Rational(24000, 1001)!)!, FrameRate(Rational(50)!)!]

  static func text(
    _ format: ExchangeFormat, _ map: TimeMap, _ rate: FrameRate?, error: Double? = nil, duration: Double? = nil
  ) throws -> (text: String, points: Int, deviation: Double) {
    let text = try ExchangeText(
      ExchangeRequest(
        format, of: map, clip: "clip.mp4", duration: duration, frameRate: rate, sampleRate: 48000, error: error))
    return (String(decoding: text.bytes, as: UTF8.self), text.pointCount, text.deviation)
  }

  /// The largest distance at frames of the result and, if `isExact`, between frames.
  static func deviation(
    _ lines: ExportedLines, _ map: TimeMap, _ rate: FrameRate, isExact: Bool
  ) -> Double {
    var largest = 0.0
    let courses = Course.all(of: map)
    for line in lines.lines {
      // A line ends where the next frame begins, so its end is not checked.
      let (first, end) = (Int(rate.position(at: line.from.x).rounded()), Int(rate.position(at: line.to.x).rounded()))
      var instants = (first..<max(first, end)).map(rate.start(ofFrame:))
      if isExact {
        instants += (0..<50).map { line.from.x + (line.to.x - line.from.x) * (Double($0) + 0.5) / 50 }
        // The error is largest just before and after a jump.
        let beside = [-2e-6, -1.5e-6, -1e-6, -5e-7, 5e-7, 1e-6, 1.5e-6, 2e-6]
        instants += map.pieces.flatMap { piece in beside.map { piece.warpedStart + $0 } }
      }
      for instant in instants where instant >= line.from.x - 1e-9 && instant <= line.to.x {
        let frame = (rate.position(at: instant) + 1e-6).rounded(.down)
        let course = courses.last { rate.firstFrame(at: $0.warpedStart) <= Int(frame) } ?? courses[0]
        // Times have units of 1/720000 s, which matters where the source time is very steep.
        let value = line.value(at: instant)
        let near = [-1.5e-6, 1.5e-6].map { course.source(at: instant + $0) }.sorted()
        largest = max(largest, near[0] - value, value - near[1])
      }
    }
    return largest
  }

  @Test(arguments: [ExchangeFormat.mlt, .fcpxml, .fcp7, .otio])
  func shownSourceIsWithinTheError(_ format: ExchangeFormat) throws {
    var random = SplitMix64(seed: 7)
    let cases = (0..<300 as Range<UInt64>).map { seed in
      (seed, error: [nil, 0.002, 0.1, random.double(0.0005, 0.5)][random.whole(below: 4)])
    }
    for (seed, error) in Campaign.share(of: cases) {
      let map = try RandomRows.map(seed: seed)
      let rate = Self.rates[Int(seed) % Self.rates.count]
      let limit = error ?? 0.5 / rate.value
      let result = try Self.text(format, map, rate, error: error)
      let lines = try ExportedLines.read(format, result.text, rate: rate)
      let deviation = Self.deviation(lines, map, rate, isExact: format == .fcpxml)
      #expect(deviation <= limit * 1.001, "seed \(seed)")
      #expect(deviation <= result.deviation + limit / 200, "seed \(seed): more than is told")
      // The lines show nothing outside the map's source range.
      let (start, end) = (map.sourceRange.start - 2e-6, map.sourceRange.end! + 2e-6)
      #expect(
        lines.lines.allSatisfy { min($0.from.y, $0.to.y) >= start && max($0.from.y, $0.to.y) <= end }, "seed \(seed)")
      let last = try #require(lines.lines.last)
      #expect(abs(rate.position(at: last.to.x) - Double(rate.frameCount(filling: map.warpedLength!)!)) < 1e-6)
    }
  }

  /// For parts shorter than the written resolution, or a few times as long, the stated error is true.
  @Test(arguments: [ExchangeFormat.mlt, .fcpxml, .fcp7, .otio, .rubberband, .autoEditor])
  func statedErrorIsTrueAtJumps(_ format: ExchangeFormat) throws {
    var random = SplitMix64(seed: 21)
    var accepted = 0
    for seed in 0..<200 {
      var (rows, source, warped) = ("0 0\n", 0.0, 0.0)
      for _ in 0...random.whole(below: 4) {
        source += random.double(0.2, 3)
        warped += random.double(0.2, 3)
        rows += "\(source) \(warped)\n"
        let (narrow, wide) = (random.double(0.1, 40) * 1e-7, random.double(0.2, 2))
        let isOverSource = (format == .rubberband || format == .autoEditor) && random.whole(below: 2) == 0
        source += isOverSource ? narrow : wide
        warped += isOverSource ? wide : narrow
        rows += "\(source) \(warped)\n"
      }
      let map = try TableText.map(rows + "\(source + 1) \(warped + 1)\n")
      let rate = Self.rates[0]
      guard let result = try? Self.text(format, map, rate, error: random.double(0.1, 3)) else { continue }
      accepted += 1
      let lines = try ExportedLines.read(format, result.text, rate: rate)
      let largest =
        switch format {
        case .rubberband: Self.distance(of: lines, map, map.pieces.map(\.sourceStart))
        case .autoEditor: Self.distance(of: lines, map, rate)
        default: Self.deviation(lines, map, rate, isExact: format == .fcpxml)
        }
      #expect(largest <= result.deviation + 1e-4, "seed \(seed): \(largest) where \(result.deviation) is told")
    }
    #expect(accepted > 50, "\(accepted)")
  }

  /// The largest distance in warped time, at `sources` and between them.
  private static func distance(of lines: ExportedLines, _ map: TimeMap, _ sources: [Double]) -> Double {
    lines.lines.reduce(0) { largest, line in
      let inside = (0...50).map { line.from.x + (line.to.x - line.from.x) * Double($0) / 50 }
      return (inside + sources.filter { line.from.x...line.to.x ~= $0 }).reduce(largest) { largest, source in
        max(largest, map.visits(of: source).first.map { abs(line.value(at: source) - $0.warped) } ?? 0)
      }
    }
  }

  /// The largest distance in warped time, at frames of the source.
  static func distance(of lines: ExportedLines, _ map: TimeMap, _ rate: FrameRate) -> Double {
    lines.lines.reduce(0) { largest, line in
      let frames = Int(rate.position(at: line.from.x).rounded())..<Int(rate.position(at: line.to.x).rounded())
      return frames.reduce(largest) { largest, frame in
        let source = rate.start(ofFrame: frame)
        return max(largest, map.visits(of: source).first.map { abs(line.value(at: source) - $0.warped) } ?? 0)
      }
    }
  }

  /// Random maps that only play forward, from 0.
  static func forward(_ seed: UInt64) throws -> TimeMap {
    var random = SplitMix64(seed: seed)
    var keys: [String] = []
    var source = 0.0
    for _ in 0...random.whole(below: 6) {
      keys.append("\(source)=\(random.double(0.3, 4))x \(["linear", "smooth", "hold"][random.whole(below: 3)])")
      source += random.double(0.3, 8)
    }
    return try SpeedSyntax.keys(keys.joined(separator: ","), on: Clip(duration: source + 1)).map(duration: source + 1)
  }

  @Test func samplesAreWithinTheError() throws {
    for seed in Campaign.share(of: 0..<200 as Range<UInt64>) {
      let map = try Self.forward(seed)
      let limit = [0.01, 0.001, 0.05][Int(seed) % 3]
      let result = try Self.text(.rubberband, map, nil, error: limit)
      let lines = ExportedLines.rubberband(result.text, rate: 48000)
      var largest = 0.0
      for line in lines.lines {
        #expect(line.to.x > line.from.x && line.to.y > line.from.y)
        for step in 0..<50 {
          let source = line.from.x + (line.to.x - line.from.x) * Double(step) / 50
          largest = max(largest, abs(line.value(at: source) - map.visits(of: source)[0].warped))
        }
      }
      #expect(largest <= limit && largest <= result.deviation + limit / 200, "seed \(seed)")
    }
  }

  /// Chunks are added as auto-editor does, after rounding the length of each.
  @Test func chunksAddUpToTheMap() throws {
    let rate = Self.rates[0]
    for seed in Campaign.share(of: 0..<120 as Range<UInt64>) {
      var map = try Self.forward(seed)
      if seed % 2 == 1 {
        let end = map.sourceRange.end!
        // Cuts are on frames.
        let (from, to) = ((end * 12).rounded() / 30, (end * 18).rounded() / 30)
        map = try TableText.map(
          "0 0\n\(from) \(from / 2)\n\(to) \(from / 2)\n\(end) \(from / 2 + (end - to) * 1.3)\n")
      }
      let end = map.sourceRange.end!
      let limit = [0.5, 0.75, 2][Int(seed) % 3] / rate.value
      let result = try Self.text(.autoEditor, map, rate, error: limit, duration: end)
      let lines = try ExportedLines.autoEditor(result.text, rate: rate)
      #expect(Self.distance(of: lines, map, rate) <= limit + 1e-7, "seed \(seed)")
    }
  }

  /// Chunks contain whole frames. If a map begins or ends within a frame, the difference is a part of the error.
  @Test func errorIncludesChunksRoundedToFrames() throws {
    let rate = Self.rates[0]
    let frame = rate.start(ofFrame: 1)
    for (share, scale, far) in [(0.45, 4.0, 0.45), (0.55, 4, 0.45), (0.45, 0.25, 0.1125)] {
      let start = share * frame
      let map = try TableText.map("\(start) 0\n\(40 * frame) \(scale * (40 * frame - start))\n")
      let result = try Self.text(.autoEditor, map, rate, error: frame * 0.5, duration: 40 * frame)
      #expect(result.deviation >= far * frame - 1e-9 && result.deviation <= 0.5 * frame, "\(share), \(scale)")
      if scale < 1 { _ = try Self.text(.autoEditor, map, rate, error: 0.2 * frame, duration: 40 * frame) }
      let refusal = try #require(throws: Refusal.self) {
        try Self.text(.autoEditor, map, rate, error: far * frame * 0.9, duration: 40 * frame)
      }
      // In seconds, not in frames.
      let least = refusal.problem.split(separator: " ").compactMap { Double($0) }.first ?? 0
      #expect(least >= far * frame - 1e-9 && least < frame, "\(refusal)")
    }
    // A part shorter than half a frame has no chunk, however long it lasts in the result.
    for scale in [1.0, 100] {
      let (from, lasting) = (25 * frame, 0.3 * frame * scale)
      let map = try TableText.map(
        "\(from) 0\n\(from + 0.3 * frame) \(lasting)\n\(2 * from) \(lasting)\n\(3 * from) \(lasting + from)\n")
      if scale == 1 {
        #expect(try Self.text(.autoEditor, map, rate, error: frame / 2, duration: 4).deviation >= 0.3 * frame - 1e-9)
      } else {
        let refusal = try #require(throws: Refusal.self) {
          try Self.text(.autoEditor, map, rate, error: frame / 2, duration: 4)
        }
        #expect(
          refusal.problem.contains("more exact than 1 s") || refusal.problem.contains("more exact than 0.99999"),
          "\(refusal)")
      }
    }
  }

  /// An exact map is accepted even if the written numbers are coarser than the error.
  @Test func exactMapsAreWrittenDespiteCoarseUnits() throws {
    func text(_ scale: Double) throws -> ExchangeText {
      try ExchangeText(
        ExchangeRequest(
          .rubberband, of: TimeMap(scale: scale, duration: 10), clip: "", duration: 10, frameRate: nil, sampleRate: 100,
          error: 1e-6))
    }
    #expect(String(decoding: try text(1).bytes, as: UTF8.self) == "0 0\n1000 1000\n")
    #expect(complaint { try text(1.0001) }.contains("more exact than 0.000999"))
  }

  /// Straight lines, freezes, turns and cuts on frames are exact, whatever error is allowed.
  @Test func straightLinesStayExact() throws {
    let map = try TableText.map("0 0\n2 4\n2 5\n4 6\n1 9\n6 9\n8 10\n")
    let text = try Self.text(.mlt, map, Self.rates[0], error: 0.3).text
    // A microsecond is added in the direction of play, and the last frame before the cut holds.
    let keys = [
      "0=0.000001000", "120=2.000001000", "150=2.000001000", "180=3.999999999", "269|=1.033332333", "270=6.000001000",
      "300=8.000001000",
    ].joined(separator: ";")
    #expect(text.contains(">\(keys)<"), "\(text)")
    let points = try Self.text(.fcpxml, map, Self.rates[0], error: 0.3).text
    #expect(ExportedLines.fcpxml(points).lines.map(\.to.y) == [2, 2, 4, 1, 8])
  }

  /// No polyline has fewer lines than the fewest lines that need not meet.
  @Test func pointsAreNearlyTheFewest() throws {
    var (ours, fewest) = (0, 0)
    for seed in Campaign.share(of: 0..<60 as Range<UInt64>) {
      let map = try Self.forward(seed)
      let rate = Self.rates[0]
      let limit = [0.5, 0.1, 3][Int(seed) % 3] / rate.value
      let points = try Self.text(.otio, map, rate, error: limit).points + 1
      let values = (0...rate.frameCount(filling: map.warpedLength!)!).map { frame in
        map.instant(at: min(rate.start(ofFrame: frame), map.warpedLength!))!.source
      }
      let least = Self.fewestLines(through: values, within: limit) + 1
      #expect(2 * points <= 3 * least + 2, "seed \(seed): \(points) where \(least) might do")
      (ours, fewest) = (ours + points, fewest + least)
    }
    // In a partial campaign with few maps, each map may have one point too many.
    #expect(Double(ours) <= 1.15 * Double(fewest) + (Campaign.isWhole ? 0 : 6), "\(ours) where \(fewest) might do")
  }

  /// The least number of lines that pass within `limit` of all values, if lines need not meet.
  static func fewestLines(through values: [Double], within limit: Double) -> Int {
    var (count, start) = (0, 0)
    while start < values.count - 1 {
      var end = start + 1
      while end + 1 < values.count, isStraight(values[start...end + 1], limit) { end += 1 }
      (count, start) = (count + 1, end)
    }
    return count
  }

  /// Whether one line passes within `limit` of all values. The spread of the rests is convex in the slope, so a search
  /// finds its minimum.
  private static func isStraight(_ values: ArraySlice<Double>, _ limit: Double) -> Bool {
    func spread(_ slope: Double) -> Double {
      var (low, high) = (Double.infinity, -Double.infinity)
      for (index, value) in values.enumerated() {
        let rest = value - slope * Double(index)
        (low, high) = (min(low, rest), max(high, rest))
      }
      return high - low
    }
    let mean = (values.last! - values.first!) / Double(values.count - 1)
    var (left, right) = (mean - 2 * limit, mean + 2 * limit)
    for _ in 0..<60 {
      let (one, other) = (left + (right - left) / 3, right - (right - left) / 3)
      if spread(one) < spread(other) { right = other } else { left = one }
    }
    return spread((left + right) / 2) <= 2 * limit * (1 + 1e-9)
  }
}
