import Streams

/// Makes up frames between two that follow each other, by what moves from one to the other.
///
/// A frame depends on the two and the phase, on nothing that was made before, and not on how many threads made it.
package final class FrameMaker {
  /// An enum, not a protocol: what is called through one is not specialised, and a thousand times slower.
  private enum Pair {
    case narrow(SamplePair<UInt8>)
    case wide(SamplePair<UInt16>)
  }

  private let layout: PixelLayout
  private let workers: any Workers
  private let pair: Pair
  /// The first of the two frames where not all of a frame is samples, and its other bytes have to come from somewhere;
  /// else empty.
  private var filling: [UInt8]
  /// The numbers of the two frames taken last.
  private var numbers: (first: Int, second: Int)?
  /// Whether the two are scenes apart, so that nothing can be made up between them.
  package private(set) var isCut = false

  package init(_ layout: PixelLayout, by workers: any Workers) {
    self.layout = layout
    self.workers = workers
    filling = [UInt8](repeating: 0, count: layout.isFilled ? 0 : layout.frameBytes)
    pair = layout.bytesPerSample == 1 ? .narrow(SamplePair(layout)) : .wide(SamplePair(layout))
  }

  /// Whether these two were taken last.
  package func holds(_ first: Int, _ second: Int) -> Bool { numbers.map { $0 == (first, second) } ?? false }

  /// Takes two frames, known by their numbers, and finds out what moves between them.
  package func take(_ first: Int, _ firstFrame: Span<UInt8>, _ second: Int, _ secondFrame: Span<UInt8>) {
    precondition(firstFrame.count == layout.frameBytes && secondFrame.count == layout.frameBytes)
    numbers = (first, second)
    for index in filling.indices { filling[index] = firstFrame[index] }
    switch pair {
    case .narrow(let pair): isCut = pair.take(first, firstFrame, second, secondFrame, by: workers)
    case .wide(let pair): isCut = pair.take(first, firstFrame, second, secondFrame, by: workers)
    }
  }

  /// What stands for the frames between two scenes: the nearer of the two, at equal distance the earlier.
  package static func nearest(_ first: Int, _ second: Int, _ share: Double) -> Int { share > 0.5 ? second : first }

  /// Makes the frame at `share` of the time from the first to the second.
  package func make(at share: Double, into frame: inout MutableSpan<UInt8>) {
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

/// Two frames of one kind of samples, and what moves between them.
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
  private var motion: PairMotion
  private let choice: PhaseChoice

  init(_ layout: PixelLayout) {
    self.layout = layout
    components = layout.components
    first = Self.frame(layout)
    second = Self.frame(layout)
    motion = PairMotion(first.pyramid)
    choice = PhaseChoice(columns: motion.still.columns, rows: motion.still.rows)
  }

  private static func frame(_ layout: PixelLayout) -> Frame {
    Frame(planes: FramePlanes(layout), pyramid: GuidePyramid(width: layout.width, height: layout.height))
  }

  /// Returns whether there is a cut between the two.
  func take(
    _ one: Int, _ oneFrame: Span<UInt8>, _ other: Int, _ otherFrame: Span<UInt8>, by workers: any Workers
  ) -> Bool {
    // What was the second is the first of the next pair, or the other way round where the film runs backward.
    if second.number == one || first.number == other { swap(&first, &second) }
    load(one, oneFrame, into: &first)
    load(other, otherFrame, into: &second)
    motion.estimate(from: first.pyramid, to: second.pyramid, by: workers)
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
      Meeting(first: first.pyramid.levels[0], second: second.pyramid.levels[0], motion: motion, phase: phase),
      by: workers)
    let choices = choice.choices
    let renderers = components.indices.map { number in
      CellRenderer(
        first: first.planes.planes[number], second: second.planes.planes[number], component: components[number],
        phase: phase, peak: 1 << layout.bitsPerSample - 1)
    }
    workers.share(choices.rows + 1) { row in
      for renderer in renderers { unsafe renderer.render(row, choices, into: frame) }
    }
  }
}
