enum FrameKind: Int, CaseIterable {
  /// For sustained tones.
  case long
  /// For changing sound.
  case quick
  /// For changing sound at more than 1.25 times source speed, where successive frames lie further apart in the source.
  case quickest
  /// For abrupt beginnings of sounds (onsets) that lie in changing sound or close together.
  case short

  /// The size of frames of this kind, if long ones have the size `long`.
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
  /// The element for a kind of frames, in an array with one element for each kind.
  subscript(_ kind: FrameKind) -> Element {
    get { self[kind.rawValue] }
    _modify { yield &self[kind.rawValue] }
  }
}
