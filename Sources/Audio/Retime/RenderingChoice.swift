import Streams
import Values

/// The way in which a run renders sound, with a case for each combination of renderer, reader and number type. Unlike
/// an existential, the enum makes the compiler specialize the code for each combination.
package enum RenderingChoice {
  case linear(Rendering<Varispeed<LinearReader>>)
  case band(Rendering<Varispeed<BandReader<Float, LinearTable>>>)
  case fineBand(Rendering<Varispeed<BandReader<Float, QuadraticTable>>>)
  /// The wide cases compute in Double, for samples of more than 24 bits, which a Float cannot hold.
  case wideBand(Rendering<Varispeed<BandReader<Double, LinearTable>>>)
  case wideFineBand(Rendering<Varispeed<BandReader<Double, QuadraticTable>>>)
  case kept(Rendering<PitchKeeper<Float>>)
  case wideKept(Rendering<PitchKeeper<Double>>)

  /// Chooses a rendering in which pitch follows speed, as on a tape.
  package static func varispeed(_ plan: SoundPlan, _ kernel: Kernel, _ format: SoundFormat) -> RenderingChoice {
    let channels = format.channels
    guard let shape = kernel.shape else {
      return .linear(Rendering(Varispeed(plan, by: LinearReader(channels: channels), channels: channels), channels))
    }
    switch (format.sample.precision > 24, shape.degree) {
    case (false, 1): return .band(band(plan, shape, channels))
    case (false, _): return .fineBand(band(plan, shape, channels))
    case (true, 1): return .wideBand(band(plan, shape, channels))
    case (true, _): return .wideFineBand(band(plan, shape, channels))
    }
  }

  private static func band<Element, Table>(
    _ plan: SoundPlan, _ shape: KernelShape, _ channels: Int
  ) -> Rendering<Varispeed<BandReader<Element, Table>>> {
    Rendering(Varispeed(plan, by: BandReader(shape, channels: channels), channels: channels), channels)
  }

  /// Chooses a rendering that keeps the pitch of the source.
  package static func pitchKept(_ plan: SoundPlan, _ format: SoundFormat) -> RenderingChoice {
    let channels = format.channels
    return format.sample.precision > 24
      ? .wideKept(Rendering(PitchKeeper(plan, channels: channels), channels))
      : .kept(Rendering(PitchKeeper(plan, channels: channels), channels))
  }

  mutating func render(_ outputs: Range<Int>, from supply: inout SoundSupply) throws(StreamFailure) {
    switch consume self {
    case .linear(var rendering):
      defer { self = .linear(rendering) }
      try rendering.render(outputs, from: &supply)
    case .band(var rendering):
      defer { self = .band(rendering) }
      try rendering.render(outputs, from: &supply)
    case .fineBand(var rendering):
      defer { self = .fineBand(rendering) }
      try rendering.render(outputs, from: &supply)
    case .wideBand(var rendering):
      defer { self = .wideBand(rendering) }
      try rendering.render(outputs, from: &supply)
    case .wideFineBand(var rendering):
      defer { self = .wideFineBand(rendering) }
      try rendering.render(outputs, from: &supply)
    case .kept(var rendering):
      defer { self = .kept(rendering) }
      try rendering.render(outputs, from: &supply)
    case .wideKept(var rendering):
      defer { self = .wideKept(rendering) }
      try rendering.render(outputs, from: &supply)
    }
  }

  /// Encodes the first `count` samples of the last rendering. Afterwards, `bytes` contains exactly these samples.
  func encode(_ count: Int, with encoder: inout SampleEncoder, into bytes: inout [UInt8]) {
    switch self {
    case .linear(let rendering): rendering.encode(count, with: &encoder, into: &bytes)
    case .band(let rendering): rendering.encode(count, with: &encoder, into: &bytes)
    case .fineBand(let rendering): rendering.encode(count, with: &encoder, into: &bytes)
    case .wideBand(let rendering): rendering.encode(count, with: &encoder, into: &bytes)
    case .wideFineBand(let rendering): rendering.encode(count, with: &encoder, into: &bytes)
    case .kept(let rendering): rendering.encode(count, with: &encoder, into: &bytes)
    case .wideKept(let rendering): rendering.encode(count, with: &encoder, into: &bytes)
    }
  }

  package var needs: SoundNeeds { renderer.needs }
  package var limit: Double { renderer.limit }

  func horizon(at output: Int) -> Int { renderer.horizon(at: output) }

  /// The renderer, for calls once per run or per block, which need not be specialized.
  private var renderer: any SoundRenderer {
    switch self {
    case .linear(let rendering): rendering.renderer
    case .band(let rendering): rendering.renderer
    case .fineBand(let rendering): rendering.renderer
    case .wideBand(let rendering): rendering.renderer
    case .wideFineBand(let rendering): rendering.renderer
    case .kept(let rendering): rendering.renderer
    case .wideKept(let rendering): rendering.renderer
    }
  }
}

package struct Rendering<Renderer: SoundRenderer> {
  fileprivate private(set) var renderer: Renderer
  private var block: SoundBlock<Renderer.Element>

  init(_ renderer: Renderer, _ channels: Int) {
    self.renderer = renderer
    block = SoundBlock(channels: channels)
  }

  fileprivate mutating func render(_ outputs: Range<Int>, from supply: inout SoundSupply) throws(StreamFailure) {
    block.begin(outputs.count)
    try renderer.render(outputs, from: &supply, into: &block)
  }

  fileprivate func encode(_ count: Int, with encoder: inout SampleEncoder, into bytes: inout [UInt8]) {
    bytes.append(contentsOf: repeatElement(0, count: max(0, count * encoder.format.frameBytes - bytes.count)))
    bytes.removeLast(bytes.count - count * encoder.format.frameBytes)
    encoder.encode(
      block.planes.samples.span, stride: block.planes.capacity, at: 0, frames: count, unchanged: block.untouched,
      into: &bytes)
  }
}
