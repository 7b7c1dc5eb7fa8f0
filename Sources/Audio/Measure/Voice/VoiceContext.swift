/// Adds to the values of each frame how they vary around it: 88 inputs of `VoiceNetwork`. Looks 20 frames ahead
/// and three seconds back.
struct VoiceContext {
  private var sums = RunningRows(width: VoiceFeatures.count)
  private var squares = RunningRows(width: VoiceFeatures.count)
  /// The squares of how the first eight values vary at the rate of syllables.
  private var modulations = RunningRows(width: Self.modulated)
  private var taken = 0
  private var hasEnded = false

  private static let modulated = 8
  private static let ahead = 20
  /// The values of which these are inputs: the deviation within a second, the mean over three seconds, and the
  /// deviation within three seconds.
  private static let varying = [0, 1, 2, 3, 4, 7, 10, 11, 13, 14]
  private static let lasting = [4, 6, 7, 8, 9, 11, 12, 13, 14]
  private static let changing = [4, 7, 8, 11, 12, 13, 14]

  mutating func take(_ values: [Float]) {
    sums.append { Double(values[$0]) }
    squares.append { Double(values[$0] * values[$0]) }
    while modulations.count + 16 < sums.count { modulate() }
  }

  /// Must be called after the last frame.
  mutating func end() {
    hasEnded = true
    while modulations.count < sums.count { modulate() }
  }

  private mutating func modulate() {
    let frame = modulations.count
    modulations.append {
      let difference = sums.mean($0, from: frame - 2, to: frame + 3) - sums.mean($0, from: frame - 16, to: frame + 17)
      return difference * difference
    }
  }

  /// The inputs of the next frame; nil if later frames are needed for it.
  mutating func next() -> [Float]? {
    guard hasEnded ? taken < sums.count : taken + Self.ahead < sums.count else { return nil }
    let frame = taken
    taken += 1
    var inputs: [Float] = []
    func append(_ columns: some Sequence<Int>, _ value: (Int) -> Double) { inputs += columns.map { Float(value($0)) } }
    func mean(_ past: Int, _ ahead: Int) -> (Int) -> Double {
      { [sums] in sums.mean($0, from: frame - past, to: frame + ahead + 1) }
    }
    func deviation(_ past: Int, _ ahead: Int) -> (Int) -> Double {
      { [sums, squares] in
        let mean = sums.mean($0, from: frame - past, to: frame + ahead + 1)
        return max(0, squares.mean($0, from: frame - past, to: frame + ahead + 1) - mean * mean).squareRoot()
      }
    }
    append(0..<VoiceFeatures.count, mean(2, 2))
    append(0..<VoiceFeatures.count, mean(12, 12))
    append(0..<VoiceFeatures.count, mean(80, 20))
    append(Self.varying, deviation(80, 20))
    append(Self.lasting, mean(300, 20))
    append(Self.changing, deviation(300, 20))
    append(0..<Self.modulated) { modulations.mean($0, from: frame - 76, to: frame + 5).squareRoot() }
    return inputs
  }
}

/// Sums of the columns of a series of rows over spans of frames.
struct RunningRows {
  private let width: Int
  private var sums: [Double]
  private(set) var count = 0

  private static let capacity = 512

  init(width: Int) {
    self.width = width
    sums = [Double](repeating: 0, count: width * Self.capacity)
  }

  mutating func append(_ body: (Int) -> Double) {
    let (last, next) = (start(of: count), start(of: count + 1))
    for column in 0..<width { sums[next + column] = sums[last + column] + body(column) }
    count += 1
  }

  private func start(of frame: Int) -> Int { (frame & (Self.capacity - 1)) * width }

  /// The mean of a column over a span, of which at least one frame exists.
  func mean(_ column: Int, from start: Int, to end: Int) -> Double {
    let (first, last) = (max(0, start), min(count, end))
    return (sums[self.start(of: last) + column] - sums[self.start(of: first) + column]) / Double(last - first)
  }
}
