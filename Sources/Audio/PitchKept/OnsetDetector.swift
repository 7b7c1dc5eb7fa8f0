/// Detects onsets: places where the energy of the high frequencies suddenly rises to many times its level, and soon
/// passes its peak.
///
/// The input is squared second differences, in which low tones are faint: within a short block, the slow swing of a low
/// tone would look like a rise. A block is compared with the strongest of several previous blocks, so that a slow beat
/// is not an onset.
///
/// Most sounds of speech rise over more than three milliseconds, or continue to rise, and are not onsets. If most rises
/// are gradual, sudden ones such as a `t` do not count either: frames held at each would displace the speech around it.
struct OnsetDetector: Sendable {
  let blockLength: Int
  /// A ring buffer with the energies of the last `memory` blocks.
  private var history: [Float]
  private var blockNumber = 0
  /// The squared differences of the latest blocks.
  private var recent: [Float]
  /// The rise that may turn out to be an onset.
  private var rise: Rise?
  /// The share of gradual rises among the latest ones, about `remembered` of them.
  private var gradual = OnsetDetector.most

  init(_ size: FrameSize) {
    blockLength = size.onsetBlock
    history = Array(repeating: 0, count: Self.memory)
    recent = Array(repeating: 0, count: (Self.patience + 2) * blockLength)
  }

  /// The number of previous blocks with which a block is compared.
  static let memory = 16
  /// The number of blocks to wait for after a rise before the rise can count as an onset.
  static let patience = 16
  /// The number of these blocks in which the sound may reach its full strength.
  private static let ascent = 7
  /// With a larger share of gradual rises than this, somebody is speaking.
  private static let most: Float = 0.5
  private static let remembered: Float = 6
  /// A block with this many times the energy of previous ones begins a rise.
  private static let least: Float = 4
  /// The smallest energy per sample: 100 dB below full scale.
  private static let faintest: Float = 1e-10

  /// Takes the squared second differences at the next `blockLength` samples. Blocks follow each other without gaps.
  /// While it is open whether a rise is an onset, no other rise is detected.
  ///
  /// - Returns: how many samples before the end of this block an onset is, if one can be located now; otherwise nil.
  mutating func take(_ strengths: ArraySlice<Float>) -> Int? {
    let energy = strengths.reduce(0, +)
    recent.removeFirst(blockLength)
    recent.append(contentsOf: strengths)
    let loudest = history.reduce(0) { max($0, $1) }
    history[blockNumber % Self.memory] = energy
    blockNumber += 1
    rise?.add(energy)
    if rise?.isSudden == false { end(isSudden: false) }
    if let found = rise {
      guard found.blocks > Self.patience else { return nil }
      end(isSudden: true)
      return gradual > Self.most ? nil : recent.count - onsetIndex()
    }
    let floor = loudest + Self.faintest / Self.least * Float(blockLength)
    // Before the history is full, any sound would be a rise.
    if energy > Self.least * floor, blockNumber > Self.memory { rise = Rise(energy, above: floor) }
    return nil
  }

  private mutating func end(isSudden: Bool) {
    rise = nil
    gradual += ((isSudden ? 0 : 1) - gradual) / Self.remembered
  }

  /// The index in `recent` at which the sound reaches half of its largest amplitude: the last sample of the first
  /// `width` samples with at least a quarter of the largest energy.
  private func onsetIndex() -> Int {
    let width = blockLength / 4
    var sums = [Float](repeating: 0, count: (Self.ascent + 2) * blockLength - width)
    for index in sums.indices {
      // Summed anew each time, since a running sum would accumulate rounding errors.
      var sum: Float = 0
      for sample in index..<index + width { sum += recent[sample] }
      sums[index] = sum
    }
    let enough = (sums.max() ?? 0) / 4
    return (sums.firstIndex { $0 >= enough } ?? 0) + width - 1
  }
}

/// A block of much more energy than the previous ones, and the blocks after it.
private struct Rise: Sendable {
  /// The energy of the strongest previous block, or the energy that counts as silence.
  private let floor: Float
  /// The energy of the strongest of the first `early` blocks.
  private var strongest: Float
  private var latest: Float
  private(set) var blocks = 1

  init(_ energy: Float, above floor: Float) {
    self.floor = floor
    strongest = energy
    latest = energy
  }

  mutating func add(_ energy: Float) {
    if blocks < Self.early { strongest = max(strongest, energy) }
    latest = energy
    blocks += 1
  }

  /// Whether the rise is sudden, as far as is known: strong within two blocks, three milliseconds, and nearly at its
  /// largest within three blocks.
  var isSudden: Bool {
    let isStrong = blocks < 2 || strongest > Self.least * floor
    return isStrong && latest <= Self.growth * strongest
  }

  private static let early = 3
  private static let least: Float = 16
  private static let growth: Float = 1.4
}
