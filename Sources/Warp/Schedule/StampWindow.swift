/// Rising times known by their index, the earliest of which can be let go.
struct StampWindow: Equatable, Sendable {
  private var stamps: [Double] = []
  /// The index of the first that is still known.
  private(set) var first = 0

  var count: Int { first + stamps.count }
  var last: Double? { stamps.last }

  subscript(index: Int) -> Double { stamps[index - first] }

  mutating func append(_ stamp: Double) { stamps.append(stamp) }

  /// Takes back all but the first `count`.
  mutating func limit(to count: Int) { stamps.removeLast(min(stamps.count, max(0, self.count - count))) }

  /// Lets go of what comes before `index`, but for the last three; amortised O(1) a stamp.
  ///
  /// Two of them tell how long a frame stands, also when one has been taken back.
  mutating func release(before index: Int) {
    let dead = min(index - first, stamps.count - 3)
    // Moving the rest costs as much as there is of it: only worth it when that is the smaller part.
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
