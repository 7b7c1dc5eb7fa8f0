/// Rising times known by their index, the earliest of which can be released: a FIFO that is searched by time.
struct StampWindow: Equatable, Sendable {
  private var stamps: [Double] = []
  /// The index of the first stamp that is still known.
  private(set) var first = 0

  /// How many have been appended, those released included.
  var count: Int { first + stamps.count }
  var last: Double? { stamps.last }

  subscript(index: Int) -> Double { stamps[index - first] }

  mutating func append(_ stamp: Double) { stamps.append(stamp) }

  /// Takes back all but the first `count`.
  mutating func limit(to count: Int) { stamps.removeLast(min(stamps.count, max(0, self.count - count))) }

  /// Releases the stamps before `index`, except that the last three of all are kept; amortised O(1) a stamp.
  ///
  /// The last two tell how long a frame is on screen, and the third is needed for that once the last is taken back.
  mutating func release(before index: Int) {
    let dead = min(index - first, stamps.count - 3)
    // The stamps that stay are moved to the front of the array, so there must be no more of them than go.
    guard dead >= 64, dead * 2 >= stamps.count else { return }
    stamps.removeFirst(dead)
    first += dead
  }

  /// The last index whose stamp is not after `time`; nil before the first that is known. O(log n).
  func index(at time: Double) -> Int? {
    let next = stamps.borderIndex { $0 > time }
    return next == 0 ? nil : first + next - 1
  }
}
