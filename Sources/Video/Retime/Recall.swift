import Streams

/// How frames can be had again that were not kept.
package enum Recall<Source: ByteSource & ~Copyable> {
  /// They cannot: the input is a pipe.
  case never
  /// The input is a file, and the stream began at this byte of it.
  case file(start: Int)
  /// By running a command again.
  case passes(ClipPasses<Source>)

  /// A frame has been seen.
  func note(_ head: FrameHead) {
    if case .passes(let passes) = self { passes.note(stamp: head.stamp ?? 0) }
  }

  /// Whether to have a frame again takes much longer than to keep it for a while.
  var isDear: Bool { if case .passes = self { true } else { false } }

  /// Where the frame seen last is found again; nil if it has to be kept.
  func place(of head: FrameHead) -> Int? {
    switch self {
    case .never: nil
    case .file(let start): head.place.map { start + $0 }
    case .passes(let passes): passes.latestPlace
    }
  }
}
