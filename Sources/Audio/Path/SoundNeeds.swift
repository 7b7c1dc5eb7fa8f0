import Values
import Warp

/// The source samples that a map needs. All other samples are dropped as soon as they are read.
package struct SoundNeeds: Sendable {
  /// Ranges of samples that contain their lower bound and not their upper bound.
  private let needed: DisjointIntervals<Int>

  /// - Parameter reach: the number of samples before and after a source position that are read to render it.
  init(_ map: TimeMap, rate: Int, reach: Int) {
    func sample(_ seconds: Double) -> Int { Int((seconds * Double(rate)).rounded(.down)) }
    needed = DisjointIntervals(
      map.stretches.map { stretch in
        sample(stretch.earliestSource) - reach...(stretch.isOpen ? .max : sample(stretch.latestSource) + reach + 2)
      })
  }

  func overlaps(_ samples: Range<Int>) -> Bool {
    let ranges = needed.intervals
    let next = ranges.borderIndex { $0.upperBound > samples.lowerBound }
    return next < ranges.count && ranges[next].lowerBound < samples.upperBound
  }

  /// Returns the needed samples as ranges of whole storage units. Ranges less than `gap` samples apart are merged.
  func parts(apart gap: Int) -> [Range<Int>] {
    let unit = SoundSupply.unitLength
    return needed.intervals.reduce(into: []) { parts, samples in
      let start = max(0, samples.lowerBound) / unit * unit
      let isOpen = samples.upperBound > Int.max - unit
      let end = isOpen ? Int.max : max(start, samples.upperBound + unit - 1) / unit * unit
      if let last = parts.last, start < last.upperBound || start - last.upperBound < gap {
        parts[parts.count - 1] = last.lowerBound..<max(last.upperBound, end)
      } else if end > start {
        parts.append(start..<end)
      }
    }
  }
}
