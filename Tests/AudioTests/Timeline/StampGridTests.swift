import Testing

@testable import Audio

@Suite struct StampGridTests {
  @Test(arguments: [(0, 1152), (-529, 1024), (480_000, 960)]) func millisecondsIdentifyPackets(
    first: Int, length: Int
  ) {
    guard let grid = StampGrid(first: first, length: length) else {
      Issue.record("no grid")
      return
    }
    for packet in 0..<2000 {
      let sample = Double(first + packet * length)
      let milliseconds = (sample / 44.1).rounded()
      #expect(grid.nearest(milliseconds * 44.1) == sample)
    }
  }

  @Test func gridsOfInvalidLengthAreNil() {
    #expect(StampGrid(first: 0, length: 0) == nil && StampGrid(first: 0, length: -5) == nil)
    #expect(StampGrid(first: Int.min, length: 1) == nil && StampGrid(first: Int.max, length: 1) == nil)
  }
}
