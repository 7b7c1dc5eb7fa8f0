import Streams
import TestMaps
import TestSupport
import Testing
import Values

@testable import Video
@testable import Warp

/// The table of output frames says what the film shows. All samples of frame n have the value 4 n, so the value of a
/// mixed frame shows its position.
@Suite struct ListedFramesTests {
  private static let count = 60
  private static let step = 4

  private static func film() throws -> [UInt8] {
    let size = NumberedFrames.format.layout.frameBytes
    return try Stream.bytes(
      .y4m, NumberedFrames.format, (0..<count).map { [UInt8](repeating: UInt8(step * $0), count: size) })
  }

  /// The sample values of the output frames.
  private static func values(_ map: TimeMap, _ choice: FrameChoice, _ rate: FrameRate) throws -> [UInt8] {
    let sink = MemorySink()
    var format = NumberedFrames.format
    (format.rate, format.timebase) = (rate, nil)
    let schedule = try FixedSchedule(map, FrameClock(rate: FrameRate(Rational(10)!)!), rate: rate, choice: choice)
    var retimer = Retimer(
      FrameFeed(try NumberedFrames.reader(try film())), schedule, times: .counted,
      writer: try Container.y4m.writer(for: format), to: sink, moving: CopyingMover(), keeping: NumberedFrames.store())
    try retimer.run { _, _ in }
    try retimer.close()
    return sink.bytes.isEmpty ? [] : try Stream(sink.bytes).frames.map { $0[0] }
  }

  @Test(arguments: Campaign.share(of: Array(0..<50 as Range<UInt64>)))
  func theTableSaysWhatTheFilmShows(seed: UInt64) throws {
    let map = try AlgebraMaps.any(seed: seed, on: Double(Self.count) / 10)
    let length = try #require(map.warpedLength)
    let rate = try #require(FrameRate(Rational([8, 10, 25][Int(seed % 3)])!))
    let clock = FrameClock(rate: FrameRate(Rational(10)!)!, count: Self.count)
    for choice in [FrameChoice.hold, .middle, .nearest, .next, .blend, .motion] {
      var listing = try OutputFrameListing(map, length: length, rate: rate, ShownFrames.Basis(clock, choice))
      let values = try Self.values(map, choice, rate)
      let count = try #require(rate.frameCount(filling: length))
      #expect(values.count == count, "\(choice)")
      for (number, value) in values.enumerated() {
        let row = listing.row(number)
        let (shown, source) = (try #require(row[4]), try #require(row[5]))
        #expect(abs(shown * Double(Self.step) - Double(value)) <= 1, "\(choice), frame \(number)")
        #expect(abs(source - shown / 10) < 1e-9)
        // Only a mix has a fraction.
        #expect(choice.mixes || shown == shown.rounded())
      }
    }
  }
}
