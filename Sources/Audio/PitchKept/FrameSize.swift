/// How long a frame is: as many samples as are looked at together to tell which tones sound.
///
/// Tones less than 2 / 85 ms apart are not told apart, and what happens within a frame is not told in which order it
/// does, so a frame has to be long and short at once. A twelfth of a second is where both can be borne.
struct FrameSize: Equatable, Sendable {
  /// A power of two.
  let length: Int

  private init(length: Int) { self.length = length }

  init(rate: Int) {
    var length = Self.shortest
    while length < Self.longest, Double(length) < Double(rate) * Self.seconds { length *= 2 }
    self.init(length: length)
  }

  /// 4096 samples at 44.1 and at 48 kHz.
  private static let seconds = 0.085
  private static let shortest = 256
  private static let longest = 65_536

  /// Frames follow each other a quarter of their length apart, whatever the map does.
  var hop: Int { length / 4 }
  var half: Int { length / 2 }
  /// The same in frames half as long, which are as close as they are short.
  var halved: FrameSize { FrameSize(length: length / 2) }
  /// Samples in which onsets are told apart: a millisecond and a half.
  var onsetBlock: Int { length / 64 }
}
