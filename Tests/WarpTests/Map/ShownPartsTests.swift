import TestMaps
import Testing

@testable import Warp

/// The parts of the source that a map shows, in total and up to an instant.
@Suite struct ShownPartsTests {
  /// 0 to 1 s, 11 to 12 s, then back to 5 s.
  private static let map = try! TableText.map("0 0\n1 1\n11 1\n12 2\n5 2\n6 3\n")

  @Test func closePartsAreJoined() {
    #expect(Self.map.shownParts(apart: 2) == [0...1, 5...6, 11...12])
    #expect(Self.map.shownParts(apart: 5) == [0...6, 11...12] && Self.map.shownParts(apart: 5.1) == [0...12])
    #expect(Self.map.shownParts() == [0...12])
  }

  @Test func onlyTheWindowCounts() {
    #expect(Self.map.shownParts(apart: 2, within: 0.5...1.5) == [0.5...1, 11...11.5])
    #expect(Self.map.shownParts(apart: 2, within: 2.25...9) == [5.25...6])
    #expect(Self.map.neverReturns(within: 0...1.5) && !Self.map.neverReturns(within: 0...2.5))
    let turn = try! TableText.map("0 0\n1 1\n1 2\n2 3\n0 5\n")
    #expect(turn.neverReturns(within: 0...2.5) && !turn.neverReturns(within: 0...4))
  }

  @Test func requiredSourceIsTheLatestShown() throws {
    #expect([0.5, 1.5, 2, 2.5, 9].map(Self.map.requiredSource(upTo:)) == [0.5, 11.5, 12, 12, 12])
    let backward = try TableText.map("4 0\n0 4\n")
    #expect(backward.requiredSource(upTo: 1) == 4 && backward.requiredSource(upTo: 4) == 4)
  }

  @Test func lastShowingIsTheEndOfEarlierSource() {
    #expect([0, 0.5, 3, 5, 5.5, 20].map(Self.map.lastShowing(before:)) == [0, 0.5, 1, 1, 2.5, 3])
  }

  /// An input that ends before the open end begins shows everything before the open end.
  @Test func anOpenEndAddsNothingToAShortInput() throws {
    let map = try TimeMap(scale: 2, duration: nil).frozen(at: 5, for: 1)
    #expect(map.warpedLength(ofInputEnding: 3) == 11 && map.warpedLength(ofInputEnding: 6) == 13)
  }

  @Test func longestMapIsAccepted() throws {
    #expect(try TimeMap(scale: 1, duration: 1e9).warpedLength == 1e9)
  }

  @Test func landmarksRiseInBackwardPlayToo() throws {
    let wave = try MapFitTests.map("sine", 1.5, 0.5, 10)
    for map in [wave, try wave.reversed()] {
      let landmarks = map.pieces.flatMap(\.warpedLandmarks)
      #expect(landmarks.count > 20 && zip(landmarks, landmarks.dropFirst()).allSatisfy { $0 < $1 })
    }
  }
}
