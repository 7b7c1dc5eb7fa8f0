/// The last 1,024 of a row of values, one a frame, each known by its number.
struct RecentFrames<Element> {
  private(set) var count = 0
  private var ring: [Element]

  static var capacity: Int { 1024 }

  init(_ zero: Element) { ring = Array(repeating: zero, count: Self.capacity) }

  mutating func append(_ element: Element) {
    ring[count & (Self.capacity - 1)] = element
    count += 1
  }

  subscript(frame: Int) -> Element { ring[frame & (Self.capacity - 1)] }

  /// The value at a frame, or at the nearest that there is.
  subscript(nearest frame: Int) -> Element { self[min(count - 1, max(0, frame))] }
}

/// Sums of a row of values over spans of frames.
struct RunningSum<Value: SIMD> where Value.Scalar == Double {
  private var sums = RecentFrames<Value>(.zero)
  private var sum = Value.zero

  /// How many values there are.
  var count: Int { sums.count - 1 }

  init() { sums.append(.zero) }

  mutating func append(_ value: Value) {
    sum += value
    sums.append(sum)
  }

  /// The mean over a span, of which at least one frame is there.
  func mean(from start: Int, to end: Int) -> Value {
    let (first, last) = (max(0, start), min(count, end))
    return (sums[last] - sums[first]) / Double(last - first)
  }
}

/// The extremes of a row of values over spans of frames, to a block of ten frames.
struct RunningExtreme<Value> {
  private let worst: Value
  private let better: (Value, Value) -> Value
  private var blocks: RecentFrames<Value>
  private var open: Value
  private(set) var count = 0

  static var blockLength: Int { 10 }

  /// - Parameters:
  ///   - worst: what every value is better than.
  ///   - better: the better of two values.
  init(_ worst: Value, _ better: @escaping (Value, Value) -> Value) {
    (self.worst, self.better) = (worst, better)
    (blocks, open) = (RecentFrames(worst), worst)
  }

  mutating func append(_ value: Value) {
    open = better(open, value)
    count += 1
    guard count.isMultiple(of: Self.blockLength) else { return }
    blocks.append(open)
    open = worst
  }

  /// The best value from a frame up to another, and in the rest of both blocks.
  func best(from start: Int, to end: Int) -> Value {
    let first = max(0, start) / Self.blockLength
    let last = end / Self.blockLength
    var best = last >= blocks.count ? open : worst
    for block in first..<max(first, min(blocks.count, last + 1)) { best = better(best, blocks[block]) }
    return best
  }
}
