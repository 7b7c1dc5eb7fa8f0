import Streams

/// Makes up frames between two that follow each other, by what moves from one to the other.
///
/// A frame depends on the two and the phase, not on what was made before, nor on how many threads made it.
final class FrameMaker {
  /// An enum, not a protocol: calls through a protocol would not be specialised for the type of sample, and the kernels
  /// would be a thousand times slower.
  private enum Pair {
    case narrow(SamplePair<UInt8>)
    case wide(SamplePair<UInt16>)
  }

  private let layout: PixelLayout
  private let workers: any Workers
  private let pair: Pair
  /// Where a frame has bytes that belong to no component, a copy of the first of the two frames, which these bytes are
  /// taken from; else empty.
  private var filling: [UInt8]
  /// The numbers of the two frames taken last.
  private var numbers: (first: Int, second: Int)?
  /// Whether the two frames belong to different scenes, so that nothing can be made up between them.
  private(set) var isCut = false

  /// - Parameter estimator: how motion is found.
  init(
    _ layout: PixelLayout, by workers: any Workers, estimator: any MotionEstimator.Type = PyramidSearch.self
  ) {
    self.layout = layout
    self.workers = workers
    filling = [UInt8](repeating: 0, count: layout.isFilled ? 0 : layout.frameBytes)
    pair =
      layout.bytesPerSample == 1 ? .narrow(SamplePair(layout, estimator)) : .wide(SamplePair(layout, estimator))
  }

  /// Whether these two were taken last.
  func holds(_ first: Int, _ second: Int) -> Bool { numbers.map { $0 == (first, second) } ?? false }

  /// Takes two neighbouring frames, the earlier in the source first, and finds out what moves between them. A number
  /// has to stand for the same samples for as long as this object lives: a frame whose number is held is not loaded
  /// again.
  func take(_ first: Int, _ firstFrame: Span<UInt8>, _ second: Int, _ secondFrame: Span<UInt8>) {
    precondition(firstFrame.count == layout.frameBytes && secondFrame.count == layout.frameBytes)
    numbers = (first, second)
    for index in filling.indices { filling[index] = firstFrame[index] }
    switch pair {
    case .narrow(let pair): isCut = pair.take(first, firstFrame, second, secondFrame, by: workers)
    case .wide(let pair): isCut = pair.take(first, firstFrame, second, secondFrame, by: workers)
    }
  }

  /// Which of two frames is shown instead of those between them at a cut: the nearer one, at equal distance the
  /// earlier.
  static func nearest(_ first: Int, _ second: Int, _ share: Double) -> Int { share > 0.5 ? second : first }

  /// Makes the frame at `share` of the time from the first to the second, which have been taken. `share` is over 0 and
  /// under 1.
  func make(at share: Double, into frame: inout MutableSpan<UInt8>) {
    precondition(share > 0 && share < 1 && frame.count == layout.frameBytes)
    for index in filling.indices { frame[index] = filling[index] }
    unsafe frame.withUnsafeMutableBytes { bytes in
      let room = unsafe FrameRoom(bytes)
      switch pair {
      case .narrow(let pair): pair.render(at: Phase(share), into: room, by: workers)
      case .wide(let pair): pair.render(at: Phase(share), into: room, by: workers)
      }
    }
  }
}

/// Two frames with one type of sample, and what moves between them.
private final class SamplePair<Sample: MotionSample> {
  private struct Frame {
    var number: Int?
    let planes: FramePlanes<Sample>
    let pyramid: GuidePyramid
  }

  private let layout: PixelLayout
  private let components: [ComponentLayout]
  private var first: Frame
  private var second: Frame
  private let estimator: any MotionEstimator
  private var motion: PairMotion
  private let choice: PhaseChoice

  init(_ layout: PixelLayout, _ estimator: any MotionEstimator.Type) {
    self.layout = layout
    components = layout.components
    first = Self.frame(layout)
    second = Self.frame(layout)
    let columns = MotionGeometry.blockCount(layout.width)
    let rows = MotionGeometry.blockCount(layout.height)
    self.estimator = estimator.init(for: first.pyramid)
    motion = PairMotion(columns: columns, rows: rows)
    choice = PhaseChoice(columns: columns, rows: rows)
  }

  private static func frame(_ layout: PixelLayout) -> Frame {
    Frame(planes: FramePlanes(layout), pyramid: GuidePyramid(width: layout.width, height: layout.height))
  }

  /// Returns whether there is a cut between the two.
  func take(
    _ one: Int, _ oneFrame: Span<UInt8>, _ other: Int, _ otherFrame: Span<UInt8>, by workers: any Workers
  ) -> Bool {
    // In forward play the second frame of a pair is the first of the next pair; in backward play the first is the
    // second of the next pair: either need not be loaded again.
    if second.number == one || first.number == other { swap(&first, &second) }
    load(one, oneFrame, into: &first)
    load(other, otherFrame, into: &second)
    estimator.estimate(
      from: first.pyramid, to: second.pyramid, forward: motion.forward, backward: motion.backward, by: workers)
    motion.judge(first.pyramid.levels[0], second.pyramid.levels[0], by: workers)
    return motion.isCut
  }

  private func load(_ number: Int, _ samples: Span<UInt8>, into frame: inout Frame) {
    if frame.number == number { return }
    frame.number = number
    frame.planes.load(samples)
    frame.pyramid.levels[0].take(frame.planes.planes[layout.guide], shiftedBy: layout.bitsPerSample - 8)
    frame.pyramid.build()
  }

  func render(at phase: Phase, into frame: FrameRoom, by workers: any Workers) {
    choice.choose(
      PhaseMatch(first: first.pyramid.levels[0], second: second.pyramid.levels[0], motion: motion, phase: phase),
      by: workers)
    let choices = choice.choices
    let renderers = components.indices.map { number in
      CellRenderer(
        first: first.planes.planes[number], second: second.planes.planes[number], component: components[number],
        phase: phase, peak: (1 << layout.bitsPerSample) - 1)
    }
    // Rows of cells lie between the centres of rows of blocks, so there is one more of them.
    workers.share(choices.rows + 1) { row in
      for renderer in renderers { unsafe renderer.render(row, choices, into: frame) }
    }
  }
}
