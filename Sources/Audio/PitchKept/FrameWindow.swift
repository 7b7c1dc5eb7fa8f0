import Glibc

/// The Hann window, under which frames are taken, and go once more when they are laid over each other.
struct FrameWindow: Sendable {
  let size: FrameSize
  let values: [Float]
  init(_ size: FrameSize) {
    self.size = size
    values = (0..<size.length).map { index in
      Float(0.5 - 0.5 * cos(2 * .pi * Double(index) / Double(size.length)))
    }
  }
}
