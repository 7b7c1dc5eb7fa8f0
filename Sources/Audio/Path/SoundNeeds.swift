import Warp

/// Which of the source's samples a map ever needs.
///
/// A map that only goes on leaves gaps at its cuts. What lies in them is read and forgotten, however long they are; of
/// other maps it is not worth while to say more than where they begin.
package struct SoundNeeds: Sendable {
  /// Rising and apart from each other.
  private let ranges: [Range<Int>]

  /// - Parameter reach: how far around what is shown samples are looked at.
  init(_ map: TimeMap, rate: Int, reach: Int) {
    func sample(_ seconds: Double) -> Int { Int((seconds * Double(rate)).rounded(.down)) }
    guard map.neverReturns else {
      ranges = [sample(map.sourceRange.start) - reach..<Int.max]
      return
    }
    var spans = map.runs.map { run in
      sample(map.pieces[run.lowerBound].sourceStart) - reach..<sample(map.pieces[run.upperBound - 1].sourceEnd) + reach
        + 2
    }
    if let tail = map.tail { spans.append(sample(tail.source) - reach..<Int.max) }
    var ranges: [Range<Int>] = []
    for span in spans {
      if let last = ranges.last, span.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
      } else {
        ranges.append(span)
      }
    }
    self.ranges = ranges
  }

  func overlaps(_ samples: Range<Int>) -> Bool {
    let next = ranges.borderIndex { $0.upperBound > samples.lowerBound }
    return next < ranges.count && ranges[next].lowerBound < samples.upperBound
  }
}
