import Motion
import Pixels
import Streams
import Warp

/// Makes frames from other frames: weighted sums, frames between two, and averages of these. A frame between two is
/// made up from their motion, or by another program. The result of every call is in `samples` until the next call.
/// `FrameAverage` and `FrameMaker` take much memory, so they are created when first needed.
struct FrameMixer {
  private let layout: PixelLayout
  private let workers: any Workers
  private let blend: FrameBlend
  private var average: FrameAverage?
  private var maker: FrameMaker?
  private let outside: (any FrameMaking)?
  private var forecast = MakerForecast()
  private let looksAround: Bool
  private let keepsGrain: Bool
  private(set) var samples: [UInt8] = []

  /// - Parameters:
  ///   - workers: share the work of making up frames.
  ///   - outside: the other program that makes frames; nil if they are made up from motion.
  ///   - looksAround: whether the frames beside the two that motion is searched between are available.
  ///   - keepsGrain: whether made-up frames get as much grain as the two they lie between.
  init(
    _ layout: PixelLayout, workers: any Workers, outside: (any FrameMaking)? = nil, looksAround: Bool,
    keepsGrain: Bool = false
  ) {
    self.outside = outside
    self.looksAround = looksAround
    self.keepsGrain = keepsGrain
    self.layout = layout
    self.workers = workers
    blend = FrameBlend(layout)
  }

  /// Makes the weighted sum of frames that are in the store. The weights add up to 1.
  mutating func mix(_ weights: [Weight], from supply: FrameSupply) throws {
    makeRoom()
    if weights.count == 2 {
      let blend = blend
      return try supply.withFrames(weights[0].frame, weights[1].frame) { (first, second) throws(StreamFailure) in
        blend.blend(first, second, share: weights[1].share, into: &samples)
      }
    }
    var sum = takeAverage(weights.map(\.share))
    for weight in weights {
      try supply.withFrame(weight.frame) { (frame) throws(StreamFailure) in sum.add(frame) }
    }
    finish(sum)
  }

  /// Whether `foresee` must be called before the next picture is made.
  var wantsForecast: Bool { outside.map { $0.takesSeveralPhases && $0.duePhases.isEmpty } ?? false }

  mutating func foresee(_ forecast: MakerForecast) { self.forecast = forecast }

  /// Makes the frame between two and returns nil. If no frame can be made up, as at a cut, returns the number of the
  /// frame to show instead, one of the two.
  mutating func makeUp(_ first: Int, _ second: Int, _ phase: Double, from supply: FrameSupply) throws -> Int? {
    if let outside {
      makeRoom()
      if outside.duePhases.isEmpty {
        let phases = forecast.takePhases(from: phase, between: first, second)
        try supply.withFrames(first, second) { (one, other) throws(StreamFailure) in
          outside.request(phases, between: one, and: other)
        }
      }
      var result = samples.mutableSpan
      try outside.take(phase, into: &result)
      return nil
    }
    let maker = try maker(of: first, second, from: supply)
    if let standIn = maker.standIn(at: phase) { return standIn }
    makeRoom()
    make(phase, by: maker)
    return nil
  }

  /// Makes the average of frames and of made-up frames between them.
  mutating func average(_ moments: [Moment], from supply: FrameSupply) throws {
    makeRoom()
    var sum = takeAverage(moments.map(\.share))
    for moment in moments { try add(moment, to: &sum, from: supply) }
    finish(sum)
  }

  private mutating func add(_ moment: Moment, to sum: inout FrameAverage, from supply: FrameSupply) throws {
    var whole = moment.first
    if moment.phase > 0 {
      guard let standIn = try makeUp(moment.first, moment.second, moment.phase, from: supply) else {
        let bytes = samples
        return sum.add(bytes.span)
      }
      whole = standIn
    }
    try supply.withFrame(whole) { (frame) throws(StreamFailure) in sum.add(frame) }
  }

  /// Begins an average in the memory of the last one, which is several times as large as a frame. The average is moved
  /// out of `self` so that the supply can be used meanwhile; `finish` puts it back.
  private mutating func takeAverage(_ shares: [Double]) -> FrameAverage {
    var sum = average.take() ?? FrameAverage(layout)
    sum.begin(shares)
    return sum
  }

  /// Writes the average into `samples`.
  private mutating func finish(_ sum: FrameAverage) {
    var result = samples.mutableSpan
    sum.write(into: &result)
    average = sum
  }

  private mutating func makeRoom() {
    if samples.isEmpty { samples = [UInt8](repeating: 0, count: layout.frameBytes) }
  }

  /// The motion maker, after it has taken these two frames and those beside them.
  private mutating func maker(of first: Int, _ second: Int, from supply: FrameSupply) throws -> FrameMaker {
    let maker = self.maker ?? FrameMaker(layout, by: workers, keepsGrain: keepsGrain)
    self.maker = maker
    let row = looksAround ? FrameRow(first, second, of: supply.count) : FrameRow(first, second)
    if maker.holds(row) { return maker }
    try maker.take(row) { (number, take) throws in
      try supply.withFrame(number) { (frame) throws(StreamFailure) in take(frame) }
    }
    return maker
  }

  private mutating func make(_ phase: Double, by maker: FrameMaker) {
    var result = samples.mutableSpan
    maker.make(at: phase, into: &result)
  }
}
