/// Parts of a large file, from its start to its end, that ffmpeg reads as one file. This works for containers without
/// an index, whose parts can be read separately. In a tenth of a second, the packets reveal the length of the file, and
/// whether its timestamps restart.
struct FileSamples: Equatable, Sendable {
  private let path: String
  private let size: Int
  /// The bytes to read at the start and at the end: six seconds, so that all reordered frames are complete, and all
  /// tracks begin and end.
  private let edge: Int
  /// The number of parts in the middle, and the bytes of each: a tenth of a second.
  private let count: Int
  private let length: Int

  /// A multiple of the packet sizes of broadcasts, 188 and 192 bytes, so that each part begins with a whole packet.
  private static let unit = 188 * 192 / 4
  /// The longest argument that Linux allows.
  private static let longestWord = 128 * 1024

  /// Nil if the whole file should be read: it is small, its name cannot be written in a list, or parts of its format
  /// cannot be read separately.
  init?(of file: String, _ container: ProbedContainer, _ kind: ContainerKind) {
    guard let size = container.size, let duration = container.duration, duration > 0,
      case .inParts(let count) = kind.lastPackets, !file.utf8.contains(UInt8(ascii: "|"))
    else { return nil }
    path = file
    self.count = count
    self.size = size
    /// The bytes for a number of seconds, in whole units, and limited so that reading is fast.
    func bytes(_ seconds: Double, _ units: ClosedRange<Double>) -> Int {
      let count = Double(size) / duration * seconds / Double(Self.unit)
      return Self.unit * Int(min(max(count, units.lowerBound), units.upperBound))
    }
    edge = bytes(6, 54...544)
    length = bytes(0.1, 1...4)
    guard size > 2 * (2 * edge + count * length), size < 1 << 53, url.utf8.count < Self.longestWord else { return nil }
  }

  /// The byte ranges of the parts.
  var parts: [Range<Int>] {
    func start(_ byte: Int) -> Int { byte / Self.unit * Self.unit }
    let distance = (size - 2 * edge) / (count + 1)
    let middle = (0..<count).map { start(edge + ($0 + 1) * distance) }.map { $0..<$0 + length }
    let tail = start(size - edge)
    return [0..<edge] + middle + [tail..<size]
  }

  /// The URL that ffmpeg opens.
  var url: String {
    let words = parts.map { "subfile,,start,\($0.lowerBound),end,\($0.upperBound),,:\(path)" }
    return "concat:" + words.joined(separator: "|")
  }
}
