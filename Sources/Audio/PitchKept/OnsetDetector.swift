/// Detects where sounds are struck: where the energy of the high frequencies rises all at once to many times what it was,
/// and is then past its largest.
///
/// The detector is given squared second differences, in which low tones are faint: within a short block the slow swing
/// of a low tone would look like a rise. A block is compared with the strongest of several before it, so that a slow
/// beat is no onset.
///
/// Most sounds of speech rise over more than three milliseconds, or go on rising. They are no onsets, and where most rises
/// are like that the sudden ones, such as a `t`, are none either: frames held at each would put the speech around it out
/// of its place.
struct OnsetDetector: Sendable {
  let blockLength: Int
  /// Ring buffer of the energies of the last `memory` blocks.
  private var history: [Float]
  private var blockNumber = 0
  /// The squared differences of the latest blocks.
  private var recent: [Float]
  /// The rise that may turn out to be an onset.
  private var rise: Rise?
  /// Which share of the latest rises, about `remembered`, was gradual.
  private var gradual = OnsetDetector.most

  init(_ size: FrameSize) {
    blockLength = size.onsetBlock
    history = Array(repeating: 0, count: Self.memory)
    recent = Array(repeating: 0, count: (Self.patience + 2) * blockLength)
  }

  /// How many blocks a block is compared with.
  static let memory = 16
  /// How many blocks after a rise have to come before it is known for an onset.
  static let patience = 16
  /// How many of these the sound is given to come to its full strength.
  private static let ascent = 7
  /// Where a larger share of rises than this is gradual, somebody is speaking.
  private static let most: Float = 0.5
  private static let remembered: Float = 6
  /// A block this many times as strong as those before begins a rise.
  private static let least: Float = 4
  /// The least energy per sample: 100 dB below full scale.
  private static let faintest: Float = 1e-10

  /// Takes the squared second differences at the next `blockLength` samples; blocks follow each other without a gap.
  /// While it is not known whether a rise is an onset, no other is detected.
  ///
  /// - Returns: if the index of an onset can be told now, how many samples before the end of this block it is.
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

  /// The index in `recent` at which the sound has come to half of its largest amplitude. The energy of each `width`
  /// samples is summed; the first sum of at least a quarter of the largest counts, at its last sample.
  private func onsetIndex() -> Int {
    let width = blockLength / 4
    var sums = [Float](repeating: 0, count: (Self.ascent + 2) * blockLength - width)
    for index in sums.indices {
      // Summed anew each time: adding the next and subtracting the last would accumulate rounding errors.
      var sum: Float = 0
      for sample in index..<index + width { sum += recent[sample] }
      sums[index] = sum
    }
    let enough = (sums.max() ?? 0) / 4
    return (sums.firstIndex { $0 >= enough } ?? 0) + width - 1
  }
}

/// A block of much more energy than those before, and the blocks after it.
private struct Rise: Sendable {
  /// The energy of the strongest block before, or what silence is taken for.
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

  /// Whether, as far as is known, the rise is a sudden one: so strong within two blocks, three milliseconds, and nearly
  /// at its largest within three.
  var isSudden: Bool {
    let isStrong = blocks < 2 || strongest > Self.least * floor
    return isStrong && latest <= Self.growth * strongest
  }

  private static let early = 3
  private static let least: Float = 16
  private static let growth: Float = 1.4
}
