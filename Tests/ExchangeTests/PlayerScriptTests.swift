import TestMaps
import TestSupport
import Testing
import Values
import Warp

@testable import Exchange

/// The rows of the script for mpv, compared with the map. PlayerTests plays them.
@Suite struct PlayerScriptTests {
  private struct Row {
    let warped: Double
    let source: Double
    let speed: Double
  }

  private static func rows(_ text: String) throws -> (rows: [Row], finish: Double) {
    let row = /\{ warped = ([0-9.]+), source = ([0-9.]+), speed = ([0-9.]+) \},/
    let rows = text.matches(of: row).map { match in
      Row(warped: Double(match.1)!, source: Double(match.2)!, speed: Double(match.3)!)
    }
    let finish = try #require(text.firstMatch(of: /local finish = ([0-9.]+)/))
    return (rows, Double(finish.1)!)
  }

  @Test func rowsFollowTheMapInSmallSteps() throws {
    var accepted = 0
    for seed in Campaign.share(of: 0..<UInt64(300)) {
      let map = try RandomRows.map(seed: seed)
      let error = [nil, 0.002, 0.1][Int(seed % 3)]
      // The random maps also play backward, and faster than mpv.
      guard let result = try? ExchangeTests.text(.mpv, map, ExchangeTests.rates[0], error: error) else { continue }
      accepted += 1
      let (rows, finish) = try Self.rows(result.text)
      let courses = Course.all(of: map)
      #expect(rows.count == result.points && abs(finish - map.warpedLength!) < 1e-6, "seed \(seed)")
      let ends = rows.dropFirst().map(\.warped) + [finish]
      for (row, end) in zip(rows, ends) {
        for share in [0.02, 0.2, 0.4, 0.6, 0.8, 0.98] where end - row.warped > 1e-4 {
          let time = row.warped + share * (end - row.warped)
          let course = courses.last { $0.warpedStart <= time } ?? courses[0]
          let distance = abs(row.source + row.speed * (time - row.warped) - course.source(at: time))
          // Times are rounded to microseconds, which matters at a high speed.
          let rounding = 1e-6 * (2 + row.speed)
          #expect(distance <= 1.02 * result.deviation + rounding, "seed \(seed) at \(time): \(distance)")
        }
      }
      #expect(result.deviation <= error ?? 1.0 / 60, "seed \(seed)")
    }
    #expect(accepted >= Campaign.least(35), "\(accepted)")
  }

  /// Where a scale changes steadily, neighbouring speeds differ by 5 %, or a row is short.
  @Test(arguments: [0.4, 0.8, 2.7, 9]) func stepsAreSmall(scale: Double) throws {
    let (ramp, rest) = (10 * (1 + scale) / 2, 5 * scale)
    let map = try TableText.map("source warped scale\n0 0 1\n10 \(ramp) \(scale)\n15 \(ramp + rest) \(scale)\n")
    let (rows, finish) = try Self.rows(ExchangeTests.text(.mpv, map, nil).text)
    let ends = rows.dropFirst().map(\.warped) + [finish]
    for (index, row) in rows.enumerated().dropFirst() {
      let before = rows[index - 1]
      let change = max(row.speed, before.speed) / min(row.speed, before.speed)
      let least = min(row.warped - before.warped, ends[index] - row.warped)
      #expect(change < 1.05 || least <= 0.1 + 1e-6, "\(before) \(row)")
    }
    #expect(rows.count > 4 && rows.count < 400, "\(rows.count)")
  }
}
