import TestMaps
import TestSupport
import Testing
import Values
import Warp

@testable import Exchange

/// Lines play in the same direction as the map, at any allowed error.
@Suite struct DirectionTests {
  private static let rate = FrameRate(Rational(25)!)!

  private static func lines(_ format: ExchangeFormat, _ map: TimeMap, error: Double) throws -> ExportedLines {
    try ExportedLines.read(format, ExchangeTests.text(format, map, rate, error: error).text, rate: rate)
  }

  /// The first part ends at 9 s, and the second reaches 22 s.
  @Test func linesStayWithinTheEndsOfTheirPart() throws {
    let map = try TableText.map(
      "0 0\n9 9\n1 17\n1.26613 17.6149\n2.40329 19.3494\n2.7995 20.9879\n2.95681 22.6701\n")
    for error in [0.1, 0.3, 0.6, 1, 3] {
      let lines = try Self.lines(.otio, map, error: error).lines
      for line in lines {
        #expect(line.from.x < 9 || line.from.x >= 17 ? line.from.y <= line.to.y : line.from.y >= line.to.y, "\(error)")
      }
    }
  }

  /// Between two frames with only rising or only falling stretches on screen, no line turns.
  @Test(arguments: [ExchangeFormat.mlt, .fcpxml, .fcp7, .otio])
  func linesTurnOnlyWhereTheMapDoes(_ format: ExchangeFormat) throws {
    var random = SplitMix64(seed: 22)
    // MLT's values are shifted by a microsecond in the direction of play, and Final Cut's are rounded to similar units.
    let grace = format == .otio ? 0 : 4e-6
    var count = 0
    for seed in Campaign.share(of: 0..<400 as Range<UInt64>) {
      let map = try RandomRows.map(seed: seed)
      guard let lines = try? Self.lines(format, map, error: random.double(0.02, 3)) else { continue }
      for line in lines.lines {
        // A stretch between two frames at a border belongs to both sides.
        let (from, to) = (line.from.x - 1 / Self.rate.value, line.to.x + 1 / Self.rate.value)
        let directions = Set(
          map.stretches.filter { $0.warpedEnd > from && $0.warpedStart < to }.map(\.direction))
        if !directions.contains(.backward) { #expect(line.from.y <= line.to.y + grace, "seed \(seed)") }
        if !directions.contains(.forward) { #expect(line.from.y >= line.to.y - grace, "seed \(seed)") }
        if directions.count == 1 { count += 1 }
      }
    }
    #expect(count > Campaign.least(500), "\(count)")
  }

  /// Warped time as a function of source time only rises, also where its ends are rounded to frames.
  @Test(arguments: [ExchangeFormat.rubberband, .autoEditor])
  func monotoneMapsGiveMonotoneLines(_ format: ExchangeFormat) throws {
    var random = SplitMix64(seed: 23)
    var count = 0
    for seed in 0..<400 {
      var (rows, source, warped) = ("0 0\n", 0.0, 0.0)
      for _ in 0...random.whole(below: 8) {
        source += random.double(0.02, 1)
        warped += random.double(0.02, 1)
        rows += "\(source) \(warped)\n"
      }
      let map = try TableText.map(rows)
      guard let lines = try? Self.lines(format, map, error: random.double(0.02, 0.5)).lines else { continue }
      for line in lines { #expect(line.from.y <= line.to.y, "seed \(seed)") }
      // A frame that no line shows would be missing from the sum.
      let end = lines.last?.to.y ?? 0
      #expect(abs(end - warped) <= 0.5 / Self.rate.value + 1e-6, "seed \(seed): \(end) for \(warped)")
      count += 1
    }
    #expect(count > 200, "\(count)")
  }
}
