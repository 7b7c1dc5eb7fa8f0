import Streams

/// Carries a sound from input to output, block by block: has the blocks rendered, and writes them.
package struct SoundRetimer<Sink: ByteSink & ~Copyable>: ~Copyable {
  /// Output samples written so far.
  package private(set) var outputCount = 0
  private var encoder: SampleEncoder
  private let plan: SoundPlan
  private var supply: SoundSupply
  private var renderer: RenderingChoice
  private let blockLength: Int
  private var sink: Sink
  private var bytes: [UInt8] = []

  package init(
    _ supply: consuming SoundSupply, _ plan: SoundPlan, by renderer: RenderingChoice, blockLength: Int,
    encoder: SampleEncoder, to sink: consuming Sink
  ) {
    self.supply = supply
    self.plan = plan
    self.renderer = renderer
    self.blockLength = blockLength
    self.encoder = encoder
    self.sink = sink
  }

  package var inputCount: Int { supply.inputCount }
  package var tally: SampleTally {
    var tally = encoder.tally
    tally.nonFiniteCount = supply.nonFiniteCount
    return tally
  }
  /// What to report if the input broke off. Everything that was whole has been used all the same.
  package var truncation: AudioError? { supply.truncation }

  /// Runs to the end of the input. `reached` is told how much has been written.
  package mutating func run(_ reached: (Int) -> Void) throws(StreamFailure) {
    var limit = plan.outputCount ?? .max
    var isLimitFinal = false
    while outputCount < limit {
      let outputs = outputCount..<outputCount + min(blockLength, limit - outputCount)
      try renderer.render(outputs, from: &supply)
      // It may turn out that the map goes on beyond the input's end. Looked for where outputs need it to be later, not
      // where a block happens to come upon it.
      try supply.reach(plan.inputCount(neededFor: outputs.upperBound))
      if !isLimitFinal, let end = supply.end {
        limit = plan.outputCount(fromInput: end)
        isLimitFinal = true
      }
      let count = max(0, min(outputs.upperBound, limit) - outputs.lowerBound)
      renderer.encode(count, with: &encoder, into: &bytes)
      let written = bytes
      try sink.write(written.span)
      outputCount += count
      supply.release(before: renderer.horizon(at: outputCount))
      reached(outputCount)
    }
    try supply.drain()
    try sink.flush()
  }

  /// Writes what stands before or after the samples.
  package mutating func write(_ bytes: [UInt8]) throws(StreamFailure) { try sink.write(bytes.span) }

  /// Closes the output, which may report a failure only then.
  package consuming func close() throws(StreamFailure) { try sink.finish() }
}
