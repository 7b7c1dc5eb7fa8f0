import Expressions
import Found
import Plots
import Values
import Warp

/// Targets that parse maps, and the changes that options make to them.
extension Target {
  static let curves = [
    Target(
      name: "table",
      words: [
        "\t", "\n", ",", "inf", "1e-9", "1e400", "nan", "-", "#", "0\t0\t1\n", "source\twarped\n", "1e-300", "1e9",
        "1e154", "1e200", "1e308", "0\t0\t2e154\n1\t1\t2e154\n",
      ],
      run: readTable),
    Target(
      name: "spreadsheet",
      words: [
        ";", ",", "\t", "\"", "\"\"", "\"0,5\"", "0,5", "0:05", "1:02:03,5", ":", "Source;Warped\r\n", "\u{FEFF}", "#",
        "\r\n", "\"SCALE\"", "inf", "1.234,5", "999999999999999:00:00",
      ],
      run: readSpreadsheet),
    Target(
      name: "curve",
      words: CurveSyntax.names.map(\.name) + ["factor=", "modifier=", "@", "..", "%", "s", "1e6", "1e-300", ","],
      run: parseCurve),
    Target(
      name: "speed", words: ["x", "%", "smooth", "hold", "bezier(", ")", ",", "=", "1e-6x", "linear"],
      run: parseSpeed),
    Target(
      name: "expression",
      words: ["sin(", "cos(", ")", "u", "t", "d", "^", "/", "if(", "lt(", ",", "1e9", "PI", "mod(", "exp(", ";"],
      cost: 10, run: parseExpression),
    Target(name: "anchor", words: ["=", "s", "ms", ":", "%", "f", "1e9", "0"], run: parseAnchors),
    Target(name: "play", words: ["..", "@", "x", "s", "%", "f", ":"], run: parsePlay),
    Target(
      name: "ranges",
      words: [
        " ", "\t", "\n", "cut", "2x", "silence_start: ", "silence_end: 4.5 | ", "[silencedetect @ 0x1] ",
        "black_start:0 black_end:1",
        "lavfi.freezedetect.freeze_start=", "-0.1", "1e9", "0.5", "#", "\\", "\r", "1:30", "25%", "10f",
      ],
      run: readRanges),
    Target(
      name: "even", words: [" ", "\t", "\n", ";", ",", "1e15", "1e-9", "0", "-1", "10f", "0:05", "1e-300", "#"],
      run: readQuantity),
    Target(name: "change", words: ["..", "=", "s", "ms", "%", "f", "\n", "1e9", "10", "0"], run: parseChanges),
  ]

  @Sendable private static func readTable(_ bytes: [UInt8]) throws {
    let map = try? MapLaws.map(reading: bytes)
    expect((try? MapLaws.map(reading: bytes, chunk: 1 + bytes.count / 3)) == map, "a table read in chunks is the same")
    guard let map else { throw Refusal.map("this is no table") }
    try MapLaws.check(map)
    try MapLaws.checkRoundTrip(map)
  }

  @Sendable private static func readSpreadsheet(_ bytes: [UInt8]) throws {
    try readTable(bytes)
    try MapLaws.checkDialect(of: MapLaws.map(reading: bytes))
  }

  @Sendable private static func readRanges(_ bytes: [UInt8]) throws {
    var choices = Choices(bytes)
    let usual: Ranges.Pace? = [.cut, .speed(4), nil][choices.whole(below: 3)]
    var lines = RangeLines(on: MapLaws.clip, usual: usual)
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      try lines.take(line, at: "line")
    }
    let listed = try lines.finish()
    for (otherwise, margin, ease) in [(Ranges.Pace.speed(1), 0.0, 0.0), (.cut, 0.01, 0), (.speed(0.5), 0.1, 0.25)] {
      let ranges = Ranges(listed, otherwise: otherwise, margin: margin, ease: ease)
      expect(zip(ranges.ranges, ranges.ranges.dropFirst()).allSatisfy { $0.end <= $1.start }, "ranges do not overlap")
      for duration in [10.0, nil] {
        guard let map = try? ranges.map(duration: duration) else { continue }
        try MapLaws.check(map)
      }
    }
  }

  @Sendable private static func readQuantity(_ bytes: [UInt8]) throws {
    var choices = Choices(bytes)
    var quantity = EvenLines(on: MapLaws.clip, hasRates: choices.whole(below: 2) == 0)
    for line in lines(bytes) { try quantity.take(line) }
    for (speeds, window, length) in [(0.1...20.0, 1.0, 10.0), (1e-6...1e6, 0, 2), (0.5...2, 1e-4, 15), (1...1, 50, 10)]
    {
      let curve = try EvenCurve(quantity.points, speeds: speeds, window: window)
      guard let map = try? curve.map(duration: 10, evenIn: 0...10, lasting: length) else { continue }
      expect(abs((map.warpedLength ?? 0) - length) < 1e-6 * length, "an even map is as long as asked for")
      try MapLaws.check(map)
    }
  }

  @Sendable private static func parseCurve(_ bytes: [UInt8]) throws {
    let components = try lines(bytes).map { try CurveSyntax.parse($0, on: MapLaws.clip) }
    let map = try Components(components, duration: 10).map()
    expect(!SVGPlot(Plot(map, components: components)).text.isEmpty, "ranges can be drawn")
    try MapLaws.check(map)
  }

  @Sendable private static func parseSpeed(_ bytes: [UInt8]) throws {
    let keys = try SpeedSyntax.keys(text(bytes), on: MapLaws.clip)
    try MapLaws.check(try keys.map(duration: 10))
    try MapLaws.check(try keys.map(duration: nil))
  }

  @Sendable private static func parseExpression(_ bytes: [UInt8]) throws {
    let integral = try? ExpressionCurve.map(integral: text(bytes), duration: 10)
    if let integral { try MapLaws.check(integral) }
    try MapLaws.check(try ExpressionCurve.map(scale: text(bytes), duration: 10))
  }

  @Sendable private static func parseAnchors(_ bytes: [UInt8]) throws {
    let anchors = try lines(bytes).map { try AnchorSyntax.parse($0, on: MapLaws.clip) }
    for easing in Anchors.Easing.allCases {
      let anchors = try Anchors(anchors, easing: easing)
      try MapLaws.check(try anchors.map(duration: 10))
      try MapLaws.check(try anchors.map(duration: nil))
    }
  }

  @Sendable private static func parsePlay(_ bytes: [UInt8]) throws {
    let map = try PlayList(try lines(bytes).map { try PlaySyntax.parse($0, on: MapLaws.clip) }).map()
    try MapLaws.check(map)
    try MapLaws.check(map.reversed())
  }

  /// Applies one trim, freeze or length per line to two maps, of which one has an open end.
  @Sendable private static func parseChanges(_ bytes: [UInt8]) throws {
    var maps = [
      try PlayList([try PlaySyntax.parse("0..6@2x", on: MapLaws.clip), try PlaySyntax.parse("4..1", on: MapLaws.clip)])
        .map(),
      try SpeedSyntax.keys("1s=1x, 2s=0.5x smooth", on: MapLaws.clip).map(duration: nil),
    ]
    for line in lines(bytes) { maps = try maps.map { try changed($0, by: line) } }
    for map in maps {
      try MapLaws.check(map)
      try MapLaws.check(try map.closed(at: 20).reversed())
    }
  }

  private static func changed(_ map: TimeMap, by line: String) throws -> TimeMap {
    if let trim = try? ChangeSyntax.part(line, on: MapLaws.clip) {
      return try map.trimmed(from: trim.start, to: trim.end)
    }
    if let freeze = try? ChangeSyntax.freeze(line, on: MapLaws.clip) {
      return try map.frozen(at: freeze.source, for: freeze.length)
    }
    let length = try TimeSyntax.seconds(line)
    return map.warpedLength == nil ? map : try map.fitted(to: length)
  }
}
