import Pixels
import Streams

/// Makes new frames between two neighbouring frames from the motion between them. A new frame depends only on the two
/// frames, their two neighbours and the phase, not on earlier calls or the number of threads.
package final class FrameMaker {
  /// The scene for 8-bit or for 16-bit samples. An enum lets the compiler specialize the inner loops for the type of
  /// sample. Calls through a protocol would make them a thousand times slower.
  private enum Scene {
    case narrow(MotionScene<UInt8>)
    case wide(MotionScene<UInt16>)
  }

  private let layout: PixelLayout
  private let workers: any Workers
  private let scene: Scene
  /// A copy of the first frame, from which new frames get bytes of padding. Empty if the pixel format has no padding.
  private var filling: [UInt8]
  private var row: FrameRow?
  /// Whether the two frames belong to different scenes, so that no frame can be made between them.
  package private(set) var isCut = false

  /// - Parameter keepsGrain: whether new frames get as much film grain as the two source frames have.
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

  /// Loads the frames of `row` and finds the motion between them. Frames that are still held from an earlier call are
  /// not requested again. A frame number must therefore always mean the same samples.
  ///
  /// - Parameter withFrame: gets a frame number and a function, and calls the function once with the frame's bytes.
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

  /// The number of the source frame to show, instead of a new frame, at `share` (0…1) of the time between the two
  /// frames. Nil if a new frame is to be made. At a cut, the nearer frame is shown, or the earlier one if both are
  /// equally near. Near a `Flash`, the flash is shown.
  package func standIn(at share: Double) -> Int? {
    guard let row else { preconditionFailure("no frames have been taken") }
    if isCut { return share > 0.5 ? row.second : row.first }
    switch scene {
    case .narrow(let scene): return scene.flash(at: share)
    case .wide(let scene): return scene.flash(at: share)
    }
  }

  /// Makes the new frame at `share` (0…1) of the time between the two frames. `take` must have been called before.
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
