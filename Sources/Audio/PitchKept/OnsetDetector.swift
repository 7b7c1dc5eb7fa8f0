/// Detects where sounds begin: where the energy of the high frequencies rises to more than four times what it was.
///
/// The detector is given squared second differences, in which low tones are faint: within a short block the slow swing
/// of a low tone would look like a rise. A block is compared with the strongest of several before it, so that a slow
/// beat is no onset.
struct OnsetDetector: Sendable {
  let blockLength: Int
  /// Ring buffer of the energies of the last `memory` blocks.
  private var history: [Float]
  private var blockNumber = 0
  /// The squared differences of the latest blocks.
  private var recent: [Float]
  /// After a rise: how many more blocks have to come before the onset's index can be told.
  private var awaited: Int?

  init(_ size: FrameSize) {
    blockLength = size.onsetBlock
    history = Array(repeating: 0, count: Self.memory)
    recent = Array(repeating: 0, count: (Self.patience + 2) * blockLength)
  }

  /// How many blocks a block is compared with.
  static let memory = 16
  /// How many blocks after a rise the sound is given to come to its full strength.
  static let patience = 7
  private static let rise: Float = 4
  /// The least energy per sample: 100 dB below full scale.
  private static let faintest: Float = 1e-10

  /// Takes the squared second differences at the next `blockLength` samples; blocks follow each other without a gap.
  /// While the index of one onset is awaited, no other is detected.
  ///
  /// - Returns: if the index of an onset can be told now, how many samples before the end of this block it is.
  mutating func take(_ strengths: ArraySlice<Float>) -> Int? {
    let energy = strengths.reduce(0, +)
    recent.removeFirst(blockLength)
    recent.append(contentsOf: strengths)
    let loudest = history.reduce(0) { max($0, $1) }
    history[blockNumber % Self.memory] = energy
    blockNumber += 1
    if let left = awaited {
      awaited = left > 1 ? left - 1 : nil
      return left > 1 ? nil : recent.count - onsetIndex()
    }
    let isRise = energy > Self.rise * loudest + Self.faintest * Float(blockLength)
    // Before the history is full, any sound would be a rise.
    if isRise, blockNumber > Self.memory { awaited = Self.patience }
    return nil
  }

  /// The index in `recent` at which the sound has come to half of its largest amplitude. The energy of each `width`
  /// samples is summed; the first sum of at least a quarter of the largest counts, at its last sample.
  private func onsetIndex() -> Int {
    let width = blockLength / 4
    var sums = [Float](repeating: 0, count: recent.count - width)
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
