/// A few parts of a large file, from its start to its end, as one file that ffmpeg reads: packets of kinds of file that have
/// no index, of which any part can be read by itself, tell in a tenth of a second how long the file lasts, and whether its
/// times start again in the middle.
struct FileSamples: Equatable, Sendable {
  private let path: String
  private let size: Int

  /// Packets of a broadcast are 188 or 192 bytes long: each part begins with a whole one.
  private static let unit = 188 * 192 / 4
  /// How many bytes are read from the start, and at the end: enough for seconds of nearly every film, so that frames
  /// which are shown in another order than they are stored in are all there.
  private static let edge = 544 * unit
  /// How many parts are read between them, and how many bytes of each.
  private static let count = 512
  private static let length = 188 * 160
  /// The system allows no longer word on a command line.
  private static let longestWord = 128 * 1024

  /// Nil where all of the file is better read: it is small, or its name cannot be written in a list.
  init?(of file: String, size: Int) {
    guard size > 2 * (2 * Self.edge + Self.count * Self.length), !file.utf8.contains(UInt8(ascii: "|")) else {
      return nil
    }
    path = file
    self.size = size
    guard url.utf8.count < Self.longestWord else { return nil }
  }

  /// The parts, in bytes.
  var parts: [Range<Int>] {
    func start(_ byte: Int) -> Int { byte / Self.unit * Self.unit }
    let distance = (size - 2 * Self.edge) / (Self.count + 1)
    let middle = (1...Self.count).map { start(Self.edge + $0 * distance) }.map { $0..<$0 + Self.length }
    let tail = start(size - Self.edge)
    return [0..<Self.edge] + middle + [tail..<size]
  }

  /// What ffmpeg opens.
  var url: String {
    let words = parts.map { "subfile,,start,\($0.lowerBound),end,\($0.upperBound),,:\(path)" }
    return "concat:" + words.joined(separator: "|")
  }

  /// Kinds of file in which any part can be read by itself.
  static func arePossible(in container: ProbedContainer) -> Bool { Joint.isPossible(in: container) }
}
