/// Detects onsets: places where the energy of the high frequencies suddenly rises to many times its level, and soon
/// passes its peak.
///
/// The input consists of squared second differences of the samples, in which low tones are faint. Otherwise, the slow
/// swing of a low tone would look like a rise within a short block. A block is compared with the strongest of several
/// previous blocks, so that slow beating is not an onset.
///
/// Most speech sounds rise over more than 3 ms, or continue to rise, and are not onsets. If most rises are gradual,
/// sudden ones, such as the sound `t`, are ignored too. Treating them as onsets would displace the speech around them.
struct OnsetDetector: Sendable {
  let blockLength: Int
  /// A ring buffer with the energies of the last `memory` blocks.
  private var history: [Float]
  private var blockNumber = 0
  /// The squared second differences of the samples in the latest blocks.
  private var recent: [Float]
  /// A rise of the energy that may turn out to be an onset; nil if there is none.
  private var rise: Rise?
  /// The share of gradual rises among about the last `remembered` rises.
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
  /// The number of blocks after the start of a rise in which the sound may reach its full strength.
  private static let ascent = 7
  /// If a larger share of the rises is gradual, the sound counts as speech, and no rise is an onset.
  private static let most: Float = 0.5
  private static let remembered: Float = 6
  /// A rise begins with a block of more than this many times the energy of the strongest previous block.
  private static let least: Float = 4
  /// The smallest energy per sample at which a rise can begin: 100 dB below full scale.
  private static let faintest: Float = 1e-10

  /// Takes the next block: the squared second differences at `blockLength` samples that follow the previous block
  /// directly. While the detector waits to see whether a rise is an onset, it detects no other rise.
  ///
  /// - Returns: if an onset has been located, how many samples before the end of this block it is; otherwise nil.
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
    // Before the history of earlier blocks is full, any sound would be a rise.
    if energy > Self.least * floor, blockNumber > Self.memory { rise = Rise(energy, above: floor) }
    return nil
  }

  private mutating func end(isSudden: Bool) {
    rise = nil
    gradual += ((isSudden ? 0 : 1) - gradual) / Self.remembered
  }

  /// Returns the index in `recent` at which the sound reaches half of its largest amplitude. This is the end of the
  /// first window of `width` samples that has at least a quarter of the largest energy.
  private func onsetIndex() -> Int {
    let width = blockLength / 4
    var sums = [Float](repeating: 0, count: (Self.ascent + 2) * blockLength - width)
    for index in sums.indices {
      // Each sum is computed anew, since a running sum would accumulate rounding errors.
      var sum: Float = 0
      for sample in index..<index + width { sum += recent[sample] }
      sums[index] = sum
    }
    let enough = (sums.max() ?? 0) / 4
    return (sums.firstIndex { $0 >= enough } ?? 0) + width - 1
  }
}

/// A rise of the energy: a block of much more energy than the previous ones, and the blocks after it.
private struct Rise: Sendable {
  /// The energy of the strongest previous block, plus a small amount that stands for silence.
  private let floor: Float
  /// The energy of the strongest of the first `early` blocks of the rise.
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

  /// Whether the rise may be sudden: strong within two blocks (about 3 ms), and almost at its peak within three.
  var isSudden: Bool {
    let isStrong = blocks < 2 || strongest > Self.least * floor
    return isStrong && latest <= Self.growth * strongest
  }

  private static let early = 3
  private static let least: Float = 16
  private static let growth: Float = 1.4
}
