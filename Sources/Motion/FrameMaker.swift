import Pixels
import Streams

/// Makes up frames between two that follow each other, by what moves from one to the other.
///
/// A frame depends on the two, on the frame before and the one after them, and on the phase; not on what was made before,
/// nor on how many threads made it.
package final class FrameMaker {
  /// An enum, not a protocol: calls through a protocol would not be specialised for the type of sample, and the kernels
  /// would be a thousand times slower.
  private enum Scene {
    case narrow(MotionScene<UInt8>)
    case wide(MotionScene<UInt16>)
  }

  private let layout: PixelLayout
  private let workers: any Workers
  private let scene: Scene
  /// Where a frame has bytes that belong to no component, a copy of the first of the two frames, which these bytes are
  /// taken from; else empty.
  private var filling: [UInt8]
  private var row: FrameRow?
  /// Whether the two frames belong to different scenes, so that nothing can be made up between them.
  package private(set) var isCut = false

  /// - Parameter keepsGrain: whether made frames are to be as grainy as those they lie between.
  package convenience init(_ layout: PixelLayout, by workers: any Workers, keepsGrain: Bool = false) {
    self.init(layout, by: workers, estimator: PyramidSearch.self, keepsGrain: keepsGrain)
  }

  /// - Parameter estimator: how motion is found.
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

  /// Whether this row was taken last.
  package func holds(_ row: FrameRow) -> Bool { self.row == row }

  /// Takes two neighbouring frames and those beside them, and finds out what moves between them.
  ///
  /// A number has to stand for the same samples for as long as this object lives: a frame that is still held from an
  /// earlier row is not asked for again.
  ///
  /// - Parameter withFrame: calls its second argument once, with the frame of this number.
  package func take<Failure: Error>(
    _ row: FrameRow, _ withFrame: (Int, (Span<UInt8>) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    // Until all frames are there, nothing is held: `withFrame` may throw.
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

  /// The number of the frame that is shown at `share` of the time between the two that have been taken, as nothing is to be made
  /// up there; else nil. At a cut it is the nearer of the two, at equal distance the earlier; near a `Flash` the flash.
  package func standIn(at share: Double) -> Int? {
    guard let row else { preconditionFailure("no frames have been taken") }
    if isCut { return share > 0.5 ? row.second : row.first }
    switch scene {
    case .narrow(let scene): return scene.flash(at: share)
    case .wide(let scene): return scene.flash(at: share)
    }
  }

  /// Makes the frame at `share` of the time from the first to the second, which have been taken. `share` is over 0 and
  /// under 1.
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
