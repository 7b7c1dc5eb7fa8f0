import TestMaps
import TestSupport
import Testing
import Values
import Warp

@testable import Exchange

/// Reads the output of `--to` by `--map`.
@Suite struct ReadBackTests {
  private static func map(_ text: String, _ clip: Clip = Clip()) throws -> TimeMap {
    let bytes = Array(text.utf8)
    return try ForeignMap.map(bytes, try #require(ForeignMap.kind(of: bytes)), named: "file", on: clip)
  }

  private static func lines(_ map: TimeMap, overSource: Bool = false) -> ExportedLines {
    ExportedLines(
      lines: map.pieces.map { piece in
        let ends = ((piece.warpedStart, piece.sourceStart), (piece.warpedEnd, piece.sourceEnd))
        return overSource
          ? .init(from: (ends.0.1, ends.0.0), to: (ends.1.1, ends.1.0)) : .init(from: ends.0, to: ends.1)
      })
  }

  @Test(arguments: [ExchangeFormat.mlt, .fcpxml, .otio])
  func readMapIsWithinTheStatedError(_ format: ExchangeFormat) throws {
    var accepted = 0
    for seed in Campaign.share(of: 0..<UInt64(300)) {
      let map = try RandomRows.map(seed: seed)
      let rate = ExchangeTests.rates[Int(seed) % ExchangeTests.rates.count]
      let error = [nil, 0.002, 0.1][Int(seed / 3 % 3)]
      // Final Cut's times are too coarse for some of these errors.
      guard let written = try? ExchangeTests.text(format, map, rate, error: error) else { continue }
      accepted += 1
      let read = try Self.map(written.text)
      let deviation = ExchangeTests.deviation(Self.lines(read), map, rate, isExact: format == .fcpxml)
      let limit = written.deviation + (error ?? 0.5 / rate.value) / 200
      #expect(deviation <= limit, "seed \(seed): \(deviation) for \(written.deviation)")
      let frames = Double(rate.frameCount(filling: map.warpedLength!)!)
      #expect(abs(rate.position(at: read.warpedLength!) - frames) < 1e-6, "seed \(seed)")
    }
    #expect(accepted > Campaign.least(295), "\(accepted)")
  }

  @Test func chunksAreReadWithinTheStatedError() throws {
    for seed in Campaign.share(of: 0..<UInt64(300)) {
      let map = try ExchangeTests.forward(seed)
      let rate = ExchangeTests.rates[Int(seed) % ExchangeTests.rates.count]
      let written = try ExchangeTests.text(.autoEditor, map, rate, error: 2 / rate.value)
      let read = try Self.map(written.text)
      let largest = ExchangeTests.distance(of: Self.lines(read, overSource: true), map, rate)
      #expect(largest <= written.deviation + 1e-7, "seed \(seed): \(largest) for \(written.deviation)")
    }
  }
}
