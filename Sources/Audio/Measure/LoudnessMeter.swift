import Glibc
import Values

/// Measures the loudness of a sound, ten times a second: momentary loudness as in EBU R 128, over 0.4 s. The value is 1
/// at −23 LUFS and doubles with each 10 LU, which listeners perceive as twice as loud. Silence is 0.
struct LoudnessMeter: SoundMeter {
  private let rate: Int
  private var filters: [KWeighting]
  private let weights: [Double]
  private var lines: TimedLines

  private typealias Block = (power: Double, count: Int)
  /// The last blocks of 0.1 s, at most four.
  private var blocks: [Block] = []
  private var blockCount = 0
  /// The block that is not full yet.
  private var open: Block = (0, 0)
  private var sampleCount = 0

  init(_ format: SoundFormat, from start: Double) {
    rate = format.rate
    filters = Array(repeating: KWeighting(rate: format.rate), count: format.channels)
    weights = Self.weights(channels: format.channels)
    lines = TimedLines(from: start)
  }

  /// The weights of the channels in WAV's order: two or three front channels, then, from six channels on, a
  /// low-frequency channel, then surround channels.
  private static func weights(channels: Int) -> [Double] {
    switch channels {
    case 4, 5: Array(repeating: 1, count: channels - 2) + [1.41, 1.41]
    case 6...8: [1, 1, 1, 0] + Array(repeating: 1.41, count: channels - 4)
    default: Array(repeating: 1, count: channels)
    }
  }

  mutating func take(_ sound: Planes<Float>, count: Int) {
    var next = 0
    while next < count {
      let end = (blockCount + 1) * rate / Self.linesPerSecond
      let length = min(count - next, end - sampleCount)
      add(sound, next..<next + length)
      next += length
      if sampleCount == end { close() }
    }
  }

  mutating func end() {
    if open.count > 0 { close() }
    guard blockCount > 0 else { return }
    writeLine(blockCount - 1, blocks.suffix(3))
  }

  mutating func takeText() -> [UInt8] { lines.take() }

  private static let linesPerSecond = 10

  private mutating func add(_ sound: Planes<Float>, _ range: Range<Int>) {
    for channel in filters.indices where weights[channel] > 0 {
      var (filter, sum) = (filters[channel], 0.0)
      for index in range {
        let sample = filter.weigh(Double(sound.samples[channel * sound.capacity + index]))
        sum += sample * sample
      }
      filters[channel] = filter
      open.power += weights[channel] * sum
    }
    open.count += range.count
    sampleCount += range.count
  }

  /// Ends the current block of 0.1 s. Each line of output describes four blocks: two before its time and two after it.
  private mutating func close() {
    if blocks.count == 4 { blocks.removeFirst() }
    blocks.append(open)
    open = (0, 0)
    blockCount += 1
    if blockCount > 1 { writeLine(blockCount - 2, blocks[...]) }
  }

  private mutating func writeLine(_ number: Int, _ blocks: ArraySlice<Block>) {
    let power = blocks.reduce(0) { $0 + $1.power } / Double(max(1, blocks.reduce(0) { $0 + $1.count }))
    let value = power > 0 ? exp2((Self.loudness(ofPower: power) + 23) / 10) : 0
    lines.write(at: Double(number) / Double(Self.linesPerSecond), " \(DecimalText.print(value, decimals: 4))")
  }

  /// The loudness in LUFS.
  private static func loudness(ofPower power: Double) -> Double { -0.691 + 10 * log10(power) }
}
