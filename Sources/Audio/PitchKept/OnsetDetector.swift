/// Hears where sounds begin: where the upper part of the sound gets four times stronger from one moment to the next.
///
/// Low tones swing slowly, and in short blocks that looks like rising and falling; in differences from sample to sample
/// they are faint. A block counts against the strongest of those before it, so that a slow beat is no onset.
struct OnsetDetector: Sendable {
  let blockLength: Int
  /// The energies of the blocks before, round and round.
  private var history: [Float]
  private var blockNumber = 0
  /// The strengths of the samples of the latest blocks.
  private var recent: [Float]
  /// How many blocks are still awaited to tell where exactly the onset is that was heard.
  private var awaited: Int?

  init(_ size: FrameSize) {
    blockLength = size.onsetBlock
    history = Array(repeating: 0, count: Self.memory)
    recent = Array(repeating: 0, count: (Self.patience + 2) * blockLength)
  }

  /// Blocks that are looked back on.
  static let memory = 16
  /// Blocks after the rise in which the sound comes to its full strength.
  static let patience = 7
  private static let rise: Float = 4
  /// A hundred dB below full scale, in each sample.
  private static let faintest: Float = 1e-10

  /// Takes the strengths of the next block's samples, squared differences.
  ///
  /// - Returns: where an onset was found, in samples before the end of the block.
  mutating func take(_ strengths: ArraySlice<Float>) -> Int? {
    let energy = strengths.reduce(0, +)
    recent.removeFirst(blockLength)
    recent.append(contentsOf: strengths)
    let loudest = history.reduce(0) { max($0, $1) }
    history[blockNumber % Self.memory] = energy
    blockNumber += 1
    if let left = awaited {
      awaited = left > 1 ? left - 1 : nil
      return left > 1 ? nil : recent.count - place()
    }
    let isRise = energy > Self.rise * loudest + Self.faintest * Float(blockLength)
    // Until there is something to look back on, everything would be a rise.
    if isRise, blockNumber > Self.memory { awaited = Self.patience }
    return nil
  }

  /// The place in `recent` at which the sound first has half the amplitude it comes to.
  private func place() -> Int {
    let width = blockLength / 4
    var sum: Float = 0
    var sums = [Float](repeating: 0, count: recent.count - width)
    for index in sums.indices {
      // Summed anew each time: what is added and taken away again leaves its rounding behind.
      sum = 0
      for sample in index..<index + width { sum += recent[sample] }
      sums[index] = sum
    }
    let quarter = (sums.max() ?? 0) / 4
    return (sums.firstIndex { $0 >= quarter } ?? 0) + width - 1
  }
}
