import Streams
import Video

/// The frames of a clip, and what is needed to read and keep them.
struct FrameFeed<Source: ByteSource & ~Copyable>: ~Copyable {
  var reader: FrameReader<Source>
  let store: UnitStore
  let recall: Recall<Source>
  var parts: ClipParts<Source>? = nil
  /// Receives the input when no more of it is needed.
  let close: (consuming Source, _ hasEnded: Bool) throws(StreamFailure) -> Void
}
