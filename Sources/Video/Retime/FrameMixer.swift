import Streams
import Warp

/// Makes frames of others: weighted sums, frames between two, averages of these.
///
/// What is made lies in one buffer, which the next one overwrites. What only some films need is set up when it is first
/// asked for.
struct FrameMixer {
  private let layout: PixelLayout
  private let workers: any Workers
  private let blend: FrameBlend
  private var average: FrameAverage?
  private var maker: FrameMaker?
  private(set) var samples: [UInt8] = []

  /// - Parameter workers: make up frames.
  init(_ layout: PixelLayout, workers: any Workers) {
    self.layout = layout
    self.workers = workers
    blend = FrameBlend(layout)
  }

  /// The sum of some frames, weights adding up to 1.
  mutating func mix<Source: ByteSource & ~Copyable, Moving: Mover & ~Copyable>(
    _ weights: [Weight], from supply: inout FrameSupply<Source, Moving>
  ) throws {
    makeRoom()
    if weights.count == 2 { return try Self.blend(weights, blend, from: &supply, into: &samples) }
    var sum = takeAverage(weights.map(\.share))
    for weight in weights {
      try supply.withFrame(weight.frame) { (frame) throws(StreamFailure) in sum.add(frame) }
    }
    giveBack(sum)
  }

  private static func blend<Source: ByteSource & ~Copyable, Moving: Mover & ~Copyable>(
    _ weights: [Weight], _ blend: FrameBlend, from supply: inout FrameSupply<Source, Moving>,
    into samples: inout [UInt8]
  ) throws {
    try supply.withFrames(weights[0].frame, weights[1].frame) { (first, second) throws(StreamFailure) in
      var result = samples.mutableSpan
      blend.blend(first, second, share: weights[1].share, into: &result)
    }
  }

  /// A frame between two. At a cut there is nothing between, and what is returned is the number of the nearer of them,
  /// which is to be shown instead.
  mutating func makeUp<Source: ByteSource & ~Copyable, Moving: Mover & ~Copyable>(
    _ first: Int, _ second: Int, _ phase: Double, from supply: inout FrameSupply<Source, Moving>
  ) throws -> Int? {
    let maker = try looking(at: first, second, from: &supply)
    if maker.isCut { return FrameMaker.nearest(first, second, phase) }
    makeRoom()
    make(phase, by: maker)
    return nil
  }

  /// The average of frames and of what lies between them.
  mutating func average<Source: ByteSource & ~Copyable, Moving: Mover & ~Copyable>(
    _ moments: [Moment], from supply: inout FrameSupply<Source, Moving>
  ) throws {
    makeRoom()
    var sum = takeAverage(moments.map(\.share))
    for moment in moments { try add(moment, to: &sum, from: &supply) }
    giveBack(sum)
  }

  private mutating func add<Source: ByteSource & ~Copyable, Moving: Mover & ~Copyable>(
    _ moment: Moment, to sum: inout FrameAverage, from supply: inout FrameSupply<Source, Moving>
  ) throws {
    var whole = moment.first
    if moment.phase > 0 {
      guard let nearest = try makeUp(moment.first, moment.second, moment.phase, from: &supply) else {
        let bytes = samples
        return sum.add(bytes.span)
      }
      whole = nearest
    }
    try supply.withFrame(whole) { (frame) throws(StreamFailure) in sum.add(frame) }
  }

  /// The sums of the last time, to be used again: they are as large as four frames.
  private mutating func takeAverage(_ shares: [Double]) -> FrameAverage {
    var sum = average.take() ?? FrameAverage(layout)
    sum.begin(shares)
    return sum
  }

  /// Writes out what has been summed up.
  private mutating func giveBack(_ sum: FrameAverage) {
    var result = samples.mutableSpan
    sum.write(into: &result)
    average = sum
  }

  private mutating func makeRoom() {
    if samples.isEmpty { samples = [UInt8](repeating: 0, count: layout.frameBytes) }
  }

  /// The maker, once it has looked at two frames.
  private mutating func looking<Source: ByteSource & ~Copyable, Moving: Mover & ~Copyable>(
    at first: Int, _ second: Int, from supply: inout FrameSupply<Source, Moving>
  ) throws -> FrameMaker {
    let maker = self.maker ?? FrameMaker(layout, by: workers)
    self.maker = maker
    if maker.holds(first, second) { return maker }
    try supply.withFrames(first, second) { (one, other) throws(StreamFailure) in
      maker.take(first, one, second, other)
    }
    return maker
  }

  private mutating func make(_ phase: Double, by maker: FrameMaker) {
    var result = samples.mutableSpan
    maker.make(at: phase, into: &result)
  }
}
