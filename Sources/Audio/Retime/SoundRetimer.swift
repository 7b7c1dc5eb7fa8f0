import NUT
import Streams

/// Retimes a sound from input to output: renders block after block, encodes and writes them.
package struct SoundRetimer<Sink: ByteSink & ~Copyable>: ~Copyable {
  /// Output samples written so far.
  package private(set) var outputCount = 0
  /// How many samples were read at most beyond those that the output written by then shows.
  private(set) var readAhead = 0
  private var encoder: SampleEncoder
  private let plan: SoundPlan
  private var supply: SoundSupply
  private var renderer: RenderingChoice
  private let blockLength: Int
  private var sink: Sink
  private var bytes: [UInt8] = []
  private var packets: NUTWriter?

  /// - Parameter packets: what blocks are put into; nil where samples go as they are.
  package init(
    _ supply: consuming SoundSupply, _ plan: SoundPlan, by renderer: RenderingChoice, blockLength: Int,
    encoder: SampleEncoder, in packets: NUTWriter? = nil, to sink: consuming Sink
  ) {
    self.supply = supply
    self.plan = plan
    self.renderer = renderer
    self.blockLength = blockLength
    self.encoder = encoder
    self.packets = packets
    self.sink = sink
  }

  package var inputCount: Int { supply.inputCount }
  var seams: SoundSeams { supply.seams }
  /// The number of the sample after the input's last.
  var inputEnd: Int { supply.reached }
  package var tally: SampleTally {
    var tally = encoder.tally
    tally += supply.tally
    return tally
  }
  /// The error to report if the input ended too early. All whole sample frames have been used nevertheless.
  package var truncation: AudioError? { supply.truncation }

  /// Writes the whole output and reads to the end of the input. Calls `reached` with the number of samples written,
  /// after every block.
  package mutating func run(_ reached: (Int) -> Void) throws(StreamFailure) {
    var limit = plan.outputCount ?? .max
    var isLimitFinal = false
    while outputCount < limit {
      let outputs = outputCount..<outputCount + min(blockLength, limit - outputCount)
      try renderer.render(outputs, from: &supply)
      // The map may go on beyond the input's end, which limits the output. The input is read exactly as far as these
      // outputs need, not as far as their block happens to read, so that the limit does not depend on the blocks.
      let needed = plan.inputCount(neededFor: outputs.upperBound)
      try supply.read(upTo: needed)
      if supply.end == nil { readAhead = max(readAhead, supply.reached - needed) }
      if !isLimitFinal, let end = supply.end {
        limit = plan.outputCount(fromInput: end)
        isLimitFinal = true
      }
      let count = max(0, min(outputs.upperBound, limit) - outputs.lowerBound)
      renderer.encode(count, with: &encoder, into: &bytes)
      try writeBlock()
      outputCount += count
      supply.release(before: renderer.horizon(at: outputCount))
      reached(outputCount)
    }
    try supply.drain()
    try sink.flush()
  }

  /// What has been made is not held back while the next samples are waited for.
  private mutating func writeBlock() throws(StreamFailure) {
    let block = bytes
    if block.isEmpty { return }
    if let prefix = packets?.prefix(stamp: outputCount, size: block.count) { try sink.write(prefix.span) }
    try sink.write(block.span)
    if !supply.isReady { try sink.flush() }
  }

  /// Writes bytes that are not samples: the header or the trailer.
  package mutating func write(_ bytes: [UInt8]) throws(StreamFailure) { try sink.write(bytes.span) }

  /// Closes the output. Some failures of the output are reported only here.
  package consuming func close() throws(StreamFailure) { try sink.finish() }
}
