import Warp

/// Which of the source's samples a map ever needs.
///
/// A map whose source only rises does not need the samples that its cuts skip: they are read and forgotten, however
/// many they are. Any other map is taken to need all samples from the first that it shows.
package struct SoundNeeds: Sendable {
  /// Ranges of samples: the lower bound is in a range, the upper bound is not.
  private let needed: DisjointIntervals<Int>

  /// - Parameter reach: how many samples before and after a source position are read to render it.
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
