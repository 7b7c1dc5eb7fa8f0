import Streams

/// How frames that were not kept can be read again.
package enum Recall<Source: ByteSource & ~Copyable> {
  /// Not at all: the input is a pipe.
  case never
  /// From the file that the input is; the stream began at this byte of it.
  case file(start: Int)
  /// From a command that is run again.
  case passes(ClipPasses<Source>)

  /// Has to be told of every frame whose head has been read, in order.
  func note(_ head: FrameHead) {
    if case .passes(let passes) = self { passes.note(stamp: head.stamp ?? 0) }
  }

  /// Whether reading a frame again takes much longer than keeping it in memory for a while.
  var isDear: Bool { if case .passes = self { true } else { false } }

  /// The offset at which the store can read the frame again; nil if the frame has to be kept. `head` is the one noted
  /// last.
  func offset(of head: FrameHead) -> Int? {
    switch self {
    case .never: nil
    case .file(let start): head.offset.map { start + $0 }
    case .passes(let passes): passes.latestOffset
    }
  }
}
