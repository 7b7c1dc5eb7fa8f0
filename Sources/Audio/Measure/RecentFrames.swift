/// The last 1,024 of a series of values, one for each frame, indexed by frame number.
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

  /// The value at a frame, or at the nearest frame that has a value.
  subscript(nearest frame: Int) -> Element { self[min(count - 1, max(0, frame))] }
}

/// Sums of a series of values over spans of frames.
struct RunningSum<Value: SIMD> where Value.Scalar == Double {
  private var sums = RecentFrames<Value>(.zero)
  private var sum = Value.zero

  var count: Int { sums.count - 1 }

  init() { sums.append(.zero) }

  mutating func append(_ value: Value) {
    sum += value
    sums.append(sum)
  }

  /// The mean over a span, which must have at least one value.
  func mean(from start: Int, to end: Int) -> Value {
    let (first, last) = (max(0, start), min(count, end))
    return (sums[last] - sums[first]) / Double(last - first)
  }
}

/// The maximum of a series of values over spans of frames, to a resolution of ten frames.
struct RunningMaximum {
  private var blocks = RecentFrames(Float(0))
  private var open: Float = 0
  private(set) var count = 0

  static var blockLength: Int { 10 }

  mutating func append(_ value: Float) {
    if value > open { open = value }
    count += 1
    guard count.isMultiple(of: Self.blockLength) else { return }
    blocks.append(open)
    open = 0
  }

  /// Returns the maximum of all blocks of ten frames that contain a frame from `start` to `end`.
  func maximum(from start: Int, to end: Int) -> Float {
    let first = max(0, start) / Self.blockLength
    let last = end / Self.blockLength
    var maximum = last >= blocks.count ? open : 0
    for block in first..<max(first, min(blocks.count, last + 1)) where blocks[block] > maximum {
      maximum = blocks[block]
    }
    return maximum
  }
}

/// The last rows of values, one row for each frame, indexed by frame number.
struct RecentRows {
  let width: Int
  private(set) var count = 0
  private let mask: Int
  private var values: [Float]

  /// - Parameter capacity: the number of rows that are kept, a power of two.
  init(width: Int = BandMeter.count, capacity: Int = RecentFrames<Float>.capacity) {
    self.width = width
    mask = capacity - 1
    values = [Float](repeating: 0, count: capacity * width)
  }

  /// Appends a row. `body` returns the value of a column.
  @inline(__always)
  mutating func append(_ body: (Int) -> Float) {
    let start = self.start(of: count)
    for column in 0..<width { values[start + column] = body(column) }
    count += 1
  }

  /// The index, for `self[_:]`, at which the row of a frame starts.
  @inline(__always)
  func start(of frame: Int) -> Int { (frame & mask) * width }

  @inline(__always)
  subscript(index: Int) -> Float { values[index] }

  /// The row of a frame.
  func row(_ frame: Int) -> ArraySlice<Float> { values[start(of: frame)..<start(of: frame) + width] }

  /// The mean absolute difference between the rows of two frames, or of the nearest frames that have rows.
  func distance(_ frame: Int, _ other: Int) -> Float {
    let (one, two) = (start(of: min(count - 1, max(0, frame))), start(of: min(count - 1, max(0, other))))
    var sum: Float = 0
    for column in 0..<width { sum += (values[one + column] - values[two + column]).magnitude }
    return sum / Float(width)
  }
}

/// An estimate of the noise in each column of a series of rows, such as the bands of a sound: the smallest mean power
/// of ten successive frames within a span.
struct NoiseFloor {
  private var blocks: RecentRows
  private var sums: [Float]
  private var count = 0

  init(width: Int = BandMeter.count) {
    blocks = RecentRows(width: width, capacity: 128)
    sums = [Float](repeating: 0, count: width)
  }

  mutating func append(_ powers: ArraySlice<Float>) {
    for column in 0..<blocks.width { sums[column] += powers[powers.startIndex + column] }
    count += 1
    if count.isMultiple(of: RunningMaximum.blockLength) { complete() }
  }

  /// Completes the last block, which may have fewer frames. Without this, these frames do not count.
  mutating func end() {
    if !count.isMultiple(of: RunningMaximum.blockLength) { complete() }
  }

  private mutating func complete() {
    let (sums, length) = (sums, (count - 1) % RunningMaximum.blockLength + 1)
    blocks.append { sums[$0] / Float(length) }
    for column in 0..<blocks.width { self.sums[column] = 0 }
  }

  /// The noise floor from `start` to `end`; 0 before a block is complete.
  func floor(from start: Int, to end: Int) -> [Float] {
    var floor = [Float](repeating: 0, count: blocks.width)
    guard blocks.count > 0 else { return floor }
    let last = min(blocks.count - 1, end / RunningMaximum.blockLength)
    let first = min(last, max(0, start) / RunningMaximum.blockLength)
    for block in first...last {
      let row = blocks.start(of: block)
      for column in 0..<blocks.width where block == first || blocks[row + column] < floor[column] {
        floor[column] = blocks[row + column]
      }
    }
    return floor
  }
}
