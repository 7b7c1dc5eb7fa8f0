import Streams

/// How frames that were not kept can be read again.
package enum Recall {
  /// Frames cannot be read again, because the input is a pipe.
  case never
  /// Frames are read from the input file, in which the stream begins at this offset.
  case file(any SeekableFile, start: Int)
  /// Frames are printed again by a command.
  case passes(ClipPasses)

  /// What the store reads frames from; nil if it must keep them.
  var origin: (any SeekableFile)? {
    switch self {
    case .never: nil
    case .file(let file, _): file
    case .passes(let passes): passes
    }
  }

  /// Records a frame whose head has been read. Must be called for every frame, in order.
  func note(_ head: FrameHead) {
    if case .passes(let passes) = self { passes.note(stamp: head.stamp ?? 0) }
  }

  /// Whether reading a frame again takes much longer than keeping it in memory for a while.
  var isDear: Bool { if case .passes = self { true } else { false } }

  /// The offset at which the store can read the frame again; nil if the frame must be kept. `head` is the one recorded
  /// last.
  func offset(of head: FrameHead) -> Int? {
    switch self {
    case .never: nil
    case .file(_, let start): head.offset.map { start + $0 }
    case .passes(let passes): passes.latestOffset
    }
  }
}
