import Values
import Warp

/// The packets of a picture, from the list of warp-video.
struct CodedList: Answer {
  private(set) var frames: [CodedFrame] = []
  /// The length of a tick; nil if the list has no beginning.
  private(set) var tick: Rational?
  /// The numbers of the parameter sets, by type.
  private(set) var sets: [Int: [Int]] = [:]
  private(set) var obstacles: [String] = []

  mutating func take(_ line: ArraySlice<UInt8>) {
    let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    if line.starts(with: CodedFrames.title.utf8) {
      tick = words.last.flatMap { Rational(positive: $0) }
    } else if words.count == 3, words[0] == "set", let type = Int(words[1]), let number = Int(words[2]) {
      sets[type, default: []].append(number)
    } else if words.count == 2, words[0] == "obstacle" {
      obstacles.append(words[1])
    } else if words.count == 2, let stamp = Int(words[0]), let entry = CodedFrame.Entry(rawValue: words[1]) {
      frames.append(CodedFrame(stamp: stamp, entry: entry))
    }
  }
}
