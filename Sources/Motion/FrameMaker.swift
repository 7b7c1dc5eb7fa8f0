import Pixels
import Streams

/// Makes frames between two neighbouring frames from the motion between them. A made frame depends only on the two
/// frames, the frames beside them and the phase. It does not depend on earlier calls or on the number of threads.
package final class FrameMaker {
  /// An enum, because calls through a protocol would not be specialised for the type of sample, and the kernels would
  /// be a thousand times slower.
  private enum Scene {
    case narrow(MotionScene<UInt8>)
    case wide(MotionScene<UInt16>)
  }

  private let layout: PixelLayout
  private let workers: any Workers
  private let scene: Scene
  /// A copy of the first of the two frames if frames have bytes that belong to no component; made frames get these
  /// bytes from the copy. Otherwise empty.
  private var filling: [UInt8]
  private var row: FrameRow?
  /// Whether the two frames belong to different scenes. No frame can be made between them then.
  package private(set) var isCut = false

  /// - Parameter keepsGrain: whether made frames get as much grain as the two frames they lie between.
  package convenience init(_ layout: PixelLayout, by workers: any Workers, keepsGrain: Bool = false) {
    self.init(layout, by: workers, estimator: PyramidSearch.self, keepsGrain: keepsGrain)
  }

  init(
    _ layout: PixelLayout, by workers: any Workers, estimator: any MotionEstimator.Type, keepsGrain: Bool = false
  ) {
    self.layout = layout
    self.workers = workers
    filling = [UInt8](repeating: 0, count: layout.isFilled ? 0 : layout.frameBytes)
    scene =
      layout.bytesPerSample == 1
      ? .narrow(MotionScene(layout, estimator, keepsGrain: keepsGrain))
      : .wide(MotionScene(layout, estimator, keepsGrain: keepsGrain))
  }

  package func holds(_ row: FrameRow) -> Bool { self.row == row }

  /// Takes two neighbouring frames and those beside them, and finds the motion between them. Frames that are still held
  /// from an earlier row are not requested again, so that a number must always stand for the same samples.
  ///
  /// - Parameter withFrame: calls its second argument once with the frame of this number.
  package func take<Failure: Error>(
    _ row: FrameRow, _ withFrame: (Int, (Span<UInt8>) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    // No row is held until all frames are loaded, because `withFrame` may throw.
    self.row = nil
    for number in missing(row) {
      try withFrame(number) { frame in
        precondition(frame.count == layout.frameBytes)
        load(number, frame, of: row)
      }
    }
    if !filling.isEmpty {
      try withFrame(row.first) { frame in
        for index in filling.indices { filling[index] = frame[index] }
      }
    }
    switch scene {
    case .narrow(let scene): isCut = scene.take(row, by: workers)
    case .wide(let scene): isCut = scene.take(row, by: workers)
    }
    self.row = row
  }

  private func missing(_ row: FrameRow) -> [Int] {
    switch scene {
    case .narrow(let scene): scene.missing(row)
    case .wide(let scene): scene.missing(row)
    }
  }

  private func load(_ number: Int, _ frame: Span<UInt8>, of row: FrameRow) {
    switch scene {
    case .narrow(let scene): scene.load(number, frame, of: row)
    case .wide(let scene): scene.load(number, frame, of: row)
    }
  }

  /// The number of the frame to show at `share` of the time between the two frames, if no frame is to be made there;
  /// otherwise nil. At a cut it is the nearer of the two, or the earlier one if both are equally near. Near a `Flash`
  /// it is the flash.
  package func standIn(at share: Double) -> Int? {
    guard let row else { preconditionFailure("no frames have been taken") }
    if isCut { return share > 0.5 ? row.second : row.first }
    switch scene {
    case .narrow(let scene): return scene.flash(at: share)
    case .wide(let scene): return scene.flash(at: share)
    }
  }

  /// Makes the frame at `share` of the time from the first frame to the second, above 0 and below 1. A row must have
  /// been taken.
  package func make(at share: Double, into frame: inout MutableSpan<UInt8>) {
    precondition(share > 0 && share < 1 && frame.count == layout.frameBytes)
    precondition(row != nil, "no frames have been taken")
    for index in filling.indices { frame[index] = filling[index] }
    unsafe frame.withUnsafeMutableBytes { bytes in
      let room = unsafe FrameRoom(bytes)
      switch scene {
      case .narrow(let scene): scene.render(at: share, into: room, by: workers)
      case .wide(let scene): scene.render(at: share, into: room, by: workers)
      }
    }
  }
}
