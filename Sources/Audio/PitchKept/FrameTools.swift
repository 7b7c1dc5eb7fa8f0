/// What frames of one length are made with.
struct FrameTools {
  let size: FrameSize
  let window: FrameWindow
  let transform: FourierTransform

  init(_ size: FrameSize) {
    self.size = size
    window = FrameWindow(size)
    transform = FourierTransform(length: size.length)
  }

  /// Long frames for tones that last, frames half as long for what changes, and a quarter as long for onsets that come
  /// close together.
  static func all(rate: Int) -> [FrameTools] {
    let long = FrameSize(rate: rate)
    return [long, long.halved, long.halved.halved].map(FrameTools.init)
  }
}
