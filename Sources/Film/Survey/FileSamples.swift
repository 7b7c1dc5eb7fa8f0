/// A few parts of a large file, from its start to its end, as one file that ffmpeg reads: packets of kinds of file that have
/// no index, of which any part can be read by itself, tell in a tenth of a second how long the file lasts, and whether its
/// times start again in the middle.
struct FileSamples: Equatable, Sendable {
  private let path: String
  private let size: Int
  /// How many bytes are read from the start, and at the end: six seconds, so that frames which are shown in another order
  /// than they are stored in are all there, and all tracks begin and end.
  private let edge: Int
  /// How many parts are read between them, and how many bytes of each: a tenth of a second.
  private let count: Int
  private let length: Int

  /// Packets of a broadcast are 188 or 192 bytes long: each part begins with a whole one.
  private static let unit = 188 * 192 / 4
  /// The system allows no longer word on a command line.
  private static let longestWord = 128 * 1024

  /// Nil where all of the file is better read: it is small, its name cannot be written in a list, or it is of a kind of which
  /// parts cannot be read by themselves.
  init?(of file: String, _ container: ProbedContainer, _ kind: ContainerKind) {
    guard let size = container.size, let duration = container.duration, duration > 0,
      case .inParts(let count) = kind.lastPackets, !file.utf8.contains(UInt8(ascii: "|"))
    else { return nil }
    path = file
    self.count = count
    self.size = size
    /// So many bytes in whole units, within what takes little time to read.
    func bytes(_ seconds: Double, _ units: ClosedRange<Double>) -> Int {
      let count = Double(size) / duration * seconds / Double(Self.unit)
      return Self.unit * Int(min(max(count, units.lowerBound), units.upperBound))
    }
    edge = bytes(6, 54...544)
    length = bytes(0.1, 1...4)
    guard size > 2 * (2 * edge + count * length), size < 1 << 53, url.utf8.count < Self.longestWord else { return nil }
  }

  /// The parts, in bytes.
  var parts: [Range<Int>] {
    func start(_ byte: Int) -> Int { byte / Self.unit * Self.unit }
    let distance = (size - 2 * edge) / (count + 1)
    let middle = (0..<count).map { start(edge + ($0 + 1) * distance) }.map { $0..<$0 + length }
    let tail = start(size - edge)
    return [0..<edge] + middle + [tail..<size]
  }

  /// What ffmpeg opens.
  var url: String {
    let words = parts.map { "subfile,,start,\($0.lowerBound),end,\($0.upperBound),,:\(path)" }
    return "concat:" + words.joined(separator: "|")
  }
}
