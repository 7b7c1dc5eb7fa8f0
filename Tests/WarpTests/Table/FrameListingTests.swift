import Testing

@testable import Values
@testable import Warp

@Suite struct FrameListingTests {
  private static let rate = FrameRate(Rational(25)!)!

  private static func outputRow(_ frame: Int, of map: TimeMap, sourceRate: FrameRate? = rate) throws -> [Double?] {
    var listing = try listing(map, rate, sourceRate: sourceRate)
    return listing.row(frame)
  }

  /// The listing for a clip with as many frames as the map needs.
  private static func listing(_ map: TimeMap, _ rate: FrameRate, sourceRate: FrameRate?) throws -> OutputFrameListing {
    try OutputFrameListing(
      map, length: try map.requiredLength(for: "a listing"), rate: rate,
      sourceRate.map { rate in
        ShownFrames.Basis(FrameClock(rate: rate, count: rate.frameCount(startingWithin: map.requiredSource)!), .hold)
      })
  }

  @Test func namesTheColumnsOfTheContract() {
    #expect(SourceFrameListing.columns == ["frame", "source", "warped", "scale", "speed"])
    #expect(OutputFrameListing.columns == ["frame", "warped", "source", "position", "shown", "shown_source"])
  }

  @Test func sourceRowsContainTimeAndSpeed() throws {
    let map = try TimeMap(scale: 2, duration: 10)
    #expect(SourceFrameListing.row(0, rate: Self.rate, in: map) == [0, 0, 0, 2, 0.5])
    #expect(SourceFrameListing.row(100, rate: Self.rate, in: map) == [100, 4, 8, 2, 0.5])
  }

  @Test func unshownFramesHaveEmptyFields() throws {
    let map = try TimeMap(scale: 1, duration: 10).trimmed(from: 2, to: 5)
    #expect(SourceFrameListing.row(25, rate: Self.rate, in: map) == [25, 1, nil, nil, nil])
    #expect(SourceFrameListing.row(75, rate: Self.rate, in: map) == [75, 3, 1, 1, 1])
  }

  @Test func aFrozenFrameHasSpeedZeroAndNoScale() throws {
    let map = try TimeMap(scale: 1, duration: 10).frozen(at: 4, for: 1)
    #expect(SourceFrameListing.row(100, rate: Self.rate, in: map) == [100, 4, 4, nil, 0])
    #expect(SourceFrameListing.row(125, rate: Self.rate, in: map) == [125, 5, 6, 1, 1])
  }

  @Test func backwardSpeedIsNegative() throws {
    let map = try TimeMap(scale: 2, duration: 10).reversed()
    #expect(SourceFrameListing.row(25, rate: Self.rate, in: map) == [25, 1, 18, -2, -0.5])
  }

  @Test func outputRowsContainSourceAndPosition() throws {
    let map = try TimeMap(scale: 2, duration: 10)
    #expect(try Self.outputRow(0, of: map) == [0, 0, 0, 0, 0, 0])
    #expect(try Self.outputRow(75, of: map) == [75, 3, 1.5, 37.5, 37, 1.48])
    #expect(try Self.outputRow(75, of: map, sourceRate: nil) == [75, 3, 1.5, nil, nil, nil])
  }

  @Test func identityHasWholePositions() throws {
    let ntsc = FrameRate(Rational(30000, 1001)!)!
    let map = try TimeMap(scale: 1, duration: ntsc.start(ofFrame: 1000))
    var listing = try Self.listing(map, ntsc, sourceRate: ntsc)
    for frame in 0..<1000 {
      let row = listing.row(frame)
      #expect(abs(row[3]! - Double(frame)) < 1e-9)
      #expect(row[1] == row[2])
    }
  }

  /// Output frame k of a reversed clip of n frames shows frame n − 1 − k.
  @Test func aFullReverseShowsEveryFrameInReverseOrder() throws {
    let map = try TimeMap(scale: 1, duration: 10).reversed()
    for frame in 0..<250 { #expect(abs(try Self.outputRow(frame, of: map)[3]! - Double(249 - frame)) < 1e-9) }
  }

  @Test func roundedUpFrameShowsTheEnd() throws {
    let map = try TimeMap(scale: 1, duration: 0.001)
    #expect(Self.rate.frameCount(filling: 0.001) == 1)
    #expect(try Self.outputRow(0, of: map) == [0, 0, 0, 0, 0, 0])
    #expect(try Self.outputRow(1, of: map) == [1, 0.001, 0.001, 0.025, nil, nil])
  }
}
