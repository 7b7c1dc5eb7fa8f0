import Pixels
import Streams

@testable import Motion

extension FrameMaker {
  /// Prepares to make frames between frame `first` of a film and the next frame.
  func take(_ first: Int, of frames: [[UInt8]]) {
    take(FrameRow(first, first + 1, of: frames.count)) { number, take in
      let frame = frames[number]
      take(frame.span)
    }
  }

  /// Whether there is a cut between the frame `first` of a film and the next frame.
  static func cuts(after first: Int, of frames: [[UInt8]], _ layout: PixelLayout) -> Bool {
    let maker = FrameMaker(layout, by: OneWorker())
    maker.take(first, of: frames)
    return maker.isCut
  }
}

extension GuidePyramid {
  /// Creates the image pyramid of the first component of an 8-bit frame.
  init(_ frame: [UInt8], _ layout: PixelLayout) {
    let planes = FramePlanes<UInt8>(layout)
    planes.load(frame.span)
    self.init(width: layout.width, height: layout.height)
    levels[0].take(planes.planes[0], shiftedBy: 0)
    build()
  }
}
