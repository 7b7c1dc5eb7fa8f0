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

/// The last rows of values, one row for each frame and one value for each frequency band, indexed by frame number.
struct RecentBands {
  private(set) var count = 0
  private var rows = [Float](repeating: 0, count: RecentFrames<Float>.capacity * BandMeter.count)

  /// Appends a row. `body` returns the value of a frequency band.
  @inline(__always)
  mutating func append(_ body: (Int) -> Float) {
    let start = self.start(of: count)
    for band in 0..<BandMeter.count { rows[start + band] = body(band) }
    count += 1
  }

  /// The index, for `self[_:]`, at which the row of a frame starts.
  @inline(__always)
  func start(of frame: Int) -> Int { (frame & (RecentFrames<Float>.capacity - 1)) * BandMeter.count }

  @inline(__always)
  subscript(index: Int) -> Float { rows[index] }

  /// The mean absolute difference between the rows of two frames, or of the nearest frames that have rows.
  func distance(_ frame: Int, _ other: Int) -> Float {
    let (one, two) = (start(of: min(count - 1, max(0, frame))), start(of: min(count - 1, max(0, other))))
    var sum: Float = 0
    for band in 0..<BandMeter.count { sum += (rows[one + band] - rows[two + band]).magnitude }
    return sum / Float(BandMeter.count)
  }
}

/// An estimate of the noise in each frequency band: the smallest mean power of ten successive frames within a span.
struct NoiseFloor {
  private var blocks = RecentBands()
  private var sums = [Float](repeating: 0, count: BandMeter.count)
  private var count = 0

  mutating func append(_ powers: ArraySlice<Float>) {
    for band in 0..<BandMeter.count { sums[band] += powers[powers.startIndex + band] }
    count += 1
    guard count.isMultiple(of: RunningMaximum.blockLength) else { return }
    let sums = sums
    blocks.append { sums[$0] / Float(RunningMaximum.blockLength) }
    for band in 0..<BandMeter.count { self.sums[band] = 0 }
  }

  /// The noise floor from `start` to `end`; 0 before there are ten frames.
  func floor(from start: Int, to end: Int) -> [Float] {
    var floor = [Float](repeating: 0, count: BandMeter.count)
    guard blocks.count > 0 else { return floor }
    let last = min(blocks.count - 1, end / RunningMaximum.blockLength)
    let first = min(last, max(0, start) / RunningMaximum.blockLength)
    for block in first...last {
      let row = blocks.start(of: block)
      for band in 0..<BandMeter.count where block == first || blocks[row + band] < floor[band] {
        floor[band] = blocks[row + band]
      }
    }
    return floor
  }
}
