/// Rising timestamps, which can be looked up by index or by time. The earliest can be released from memory.
struct StampWindow: Equatable, Sendable {
  private var stamps: [Double] = []
  /// The index of the first timestamp in memory.
  private(set) var first = 0

  /// The number of appended timestamps, including released ones.
  var count: Int { first + stamps.count }
  var last: Double? { stamps.last }

  subscript(index: Int) -> Double { stamps[index - first] }

  mutating func append(_ stamp: Double) { stamps.append(stamp) }

  /// Removes all timestamps except the first `count`.
  mutating func limit(to count: Int) { stamps.removeLast(min(stamps.count, max(0, self.count - count))) }

  /// Releases the timestamps before `index`, but keeps at least the last three. Amortised O(1) per timestamp.
  ///
  /// The last two timestamps give the length of a frame. The third is needed if the last one is removed by `limit`.
  mutating func release(before index: Int) {
    let dead = min(index - first, stamps.count - 3)
    // The remaining timestamps are copied to the front. To keep this cheap, waits until half of them can go.
    guard dead >= 64, dead * 2 >= stamps.count else { return }
    stamps.removeFirst(dead)
    first += dead
  }

  /// The last index whose timestamp is not after `time`; nil before the first one in memory. O(log n).
  func index(at time: Double) -> Int? {
    let next = stamps.borderIndex { $0 > time }
    return next == 0 ? nil : first + next - 1
  }
}
