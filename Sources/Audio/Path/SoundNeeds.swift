import Warp

/// Which of the source's samples a map ever needs.
///
/// A map that never returns leaves out what lies in the gaps of its cuts: those samples are read and forgotten, however
/// long the gaps are. Of another map only the first sample that it needs is known; it is taken to need all that follow.
package struct SoundNeeds: Sendable {
  /// Ranges of samples: the lower bound is in a range, the upper bound is not.
  private let needed: DisjointIntervals<Int>

  /// - Parameter reach: how many samples around what is shown are read to render it.
  init(_ map: TimeMap, rate: Int, reach: Int) {
    func sample(_ seconds: Double) -> Int { Int((seconds * Double(rate)).rounded(.down)) }
    guard map.neverReturns else {
      needed = DisjointIntervals([sample(map.sourceRange.start) - reach...Int.max])
      return
    }
    needed = DisjointIntervals(
      map.stretches.map { stretch in
        sample(stretch.sourceStart) - reach...(stretch.isOpen ? .max : sample(stretch.sourceEnd) + reach + 2)
      })
  }

  func overlaps(_ samples: Range<Int>) -> Bool {
    let ranges = needed.intervals
    let next = ranges.borderIndex { $0.upperBound > samples.lowerBound }
    return next < ranges.count && ranges[next].lowerBound < samples.upperBound
  }
}
