struct FrameTools {
  let size: FrameSize
  let window: FrameWindow
  let transform: FourierTransform

  init(_ size: FrameSize) {
    self.size = size
    window = FrameWindow(size)
    transform = FourierTransform(length: size.length)
  }
}

extension [FrameTools] {
  static func all(rate: Int) -> [FrameTools] {
    let long = FrameSize(rate: rate)
    return FrameKind.allCases.map { FrameTools($0.size(long)) }
  }
}
