import TestMaps
import TestSupport
import Testing

@testable import Values
@testable import Warp

/// For every choice that picks one frame, the listing of output frames names the source frames that warp-video shows.
@Suite struct OutputFrameLawTests {
  private static let rates: [(source: FrameRate, output: FrameRate)] = [
    (Rates.whole(25), Rates.whole(25)), (Rates.film, Rates.whole(60)), (Rates.whole(60), Rates.whole(7)),
  ]

  @Test(arguments: ScheduleMaps.tables.filter { !$0.text.contains("inf") })
  func listingNamesTheShownFrames(_ name: String, _ table: String) throws {
    for (source, output) in Self.rates { try Self.check(try TableText.map(table), source, output, name) }
  }

  @Test func listingNamesTheShownFramesOfRandomMaps() throws {
    for seed in 0..<60 as Range<UInt64> {
      let map = try RandomRows.map(seed: seed, openEnd: false)
      try Self.check(map, Rates.whole(5), Rates.whole(7), "seed \(seed)")
    }
  }

  private static func check(_ map: TimeMap, _ source: FrameRate, _ output: FrameRate, _ name: String) throws {
    let frames = Frames(source, filling: map.requiredSource)
    for choice in [FrameChoice.hold, .nearest, .next] {
      let listed = rows(map, source, output, frames.starts.count).map { row in
        pick(choice, row.position, row.direction, of: frames.starts.count)
      }
      expect(try frames.fixed(map, output, choice).shown, listed, "\(name), \(source)→\(output), \(choice)")
    }
    // The middles of output frames are the starts of every second frame at twice the rate.
    let twice = FrameRate(Rational(2 * output.framesPerSecond.numerator, output.framesPerSecond.denominator)!)!
    let middles = rows(map, source, twice, frames.starts.count).enumerated().filter { $0.offset % 2 == 1 }.map(
      \.element)
    let shown = try frames.fixed(map, output, .middle).shown
    #expect(abs(shown.count - middles.count) <= 1)
    expect(
      Array(shown.prefix(middles.count)),
      middles.map { pick(.hold, $0.position, $0.direction, of: frames.starts.count) }.prefix(shown.count).map { $0 },
      "\(name), \(source)→\(output), middle")
  }

  private static func expect(_ shown: [Shown], _ listed: [Int], _ what: String) {
    #expect(shown == listed.map(Shown.frame), "\(what)")
  }

  private static func rows(
    _ map: TimeMap, _ source: FrameRate, _ output: FrameRate, _ count: Int
  ) -> [(position: Double, direction: Direction)] {
    let length = map.warpedLength!
    let frames = ShownFrames.Basis(FrameClock(rate: source, count: count), .hold)
    var listing = try! OutputFrameListing(map, length: length, rate: output, frames)
    return (0..<output.frameCount(filling: length)!).map { frame in
      let row = listing.row(frame)
      let due = output.start(ofFrame: frame) + FramePosition.grace / output.value
      let stretch = map.stretches.last { $0.warpedStart <= due }!
      return (row[3]!, stretch.direction)
    }
  }

  /// The frame that a reader of the listing picks: the whole number before the position in playing order, or after it
  /// for the next frame. The clip's last frame replaces later ones.
  private static func pick(_ choice: FrameChoice, _ position: Double, _ direction: Direction, of count: Int) -> Int {
    let isBackward = direction == .backward
    let frame = position.rounded(isBackward ? .up : .down)
    let next = position.rounded(isBackward ? .down : .up)
    let picked =
      switch choice {
      case .nearest: abs(position - frame) < 0.5 - FramePosition.grace ? frame : next
      case .next: next
      default: frame
      }
    return min(Int(picked), count - 1)
  }
}
