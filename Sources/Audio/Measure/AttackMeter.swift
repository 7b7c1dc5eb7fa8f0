/// Finds the millisecond in which a sound begins, if the time is known to within 15 ms.
struct AttackMeter {
  private let rate: Int
  private let blockLength: Int
  /// For each millisecond, the power of the sound and of its second differences, in which low frequencies are faint.
  private var powers = RecentFrames(SIMD2<Float>(0, 0))
  private var open = SIMD2<Float>(0, 0)
  private var openCount = 0
  private var (last, beforeLast): (Float, Float) = (0, 0)

  init(rate: Int) {
    self.rate = rate
    blockLength = max(1, rate / 1000)
  }

  mutating func take(_ samples: [Float]) {
    for sample in samples {
      let difference = sample - 2 * last + beforeLast
      (beforeLast, last) = (last, sample)
      let pair = SIMD2(sample, difference)
      open += pair * pair
      openCount += 1
      if openCount == blockLength {
        powers.append(open)
        (open, openCount) = (SIMD2(0, 0), 0)
      }
    }
  }

  struct Attack {
    /// Whether the power of the sound, or only of its high frequencies, grows more than fourfold. High frequencies
    /// alone do not count where the sound ends.
    let isSudden: Bool
    /// When the high frequencies reach half of their peak amplitude. If only the whole sound rises suddenly, when the
    /// sound does so; nil if neither rises suddenly.
    let time: Double?
  }

  /// The number of blocks of 1 ms examined on either side of the given time.
  private static let near = 15
  /// The number of earlier blocks of 1 ms to compare with: half a period of the lowest audible tone.
  private static let past = 30
  private static let least: Float = 4
  private static let silence: Float = 1e-10

  /// - Parameter time: seconds after the first sample.
  func attack(around time: Double) -> Attack {
    let middle = Int(time * Double(rate)) / blockLength
    let blocks = max(0, middle - Self.near)..<max(0, min(powers.count, middle + Self.near))
    let before = max(0, blocks.lowerBound - Self.past)..<blocks.lowerBound
    guard !blocks.isEmpty else { return Attack(isSudden: false, time: nil) }
    func largest(_ blocks: Range<Int>, _ index: Int) -> Float { blocks.reduce(0) { max($0, powers[$1][index]) } }
    func rise(_ index: Int) -> Double? {
      let (earlier, strongest) = (largest(before, index), largest(blocks, index))
      guard strongest > Self.least * earlier + Self.silence * Float(blockLength) else { return nil }
      let first = blocks.first { powers[$0][index] >= max(earlier, strongest / Self.least) }
      return first.map { Double($0 * blockLength) / Double(rate) }
    }
    let (own, high) = (rise(0), rise(1))
    let after = blocks.upperBound..<max(blocks.upperBound, min(powers.count, blocks.upperBound + Self.past))
    let goesOn = Self.least * largest(after, 0) >= largest(before, 0)
    return Attack(isSudden: own != nil || high != nil && goesOn, time: high ?? own)
  }
}
