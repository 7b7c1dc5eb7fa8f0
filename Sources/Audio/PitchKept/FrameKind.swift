/// The kinds of frames.
enum FrameKind: Int, CaseIterable {
  /// For tones that last.
  case long
  /// For sound that changes.
  case quick
  /// For sound that changes, where the map is more than a quarter faster than the source and a hop leads further.
  case quickest
  /// For onsets in sound that changes, and for onsets close together.
  case short

  /// The size of frames of this kind, where long ones have the size `long`.
  func size(_ long: FrameSize) -> FrameSize {
    switch self {
    case .long: long
    case .quick: FrameSize(length: long.length / 2, heard: long.length / 4)
    case .quickest: FrameSize(length: long.length / 2, heard: long.length / 8)
    case .short: FrameSize(length: long.length / 4, heard: long.length / 8)
    }
  }
}

extension Array {
  /// The element that belongs to a kind of frames, in an array that has one for each.
  subscript(_ kind: FrameKind) -> Element {
    get { self[kind.rawValue] }
    _modify { yield &self[kind.rawValue] }
  }
}
