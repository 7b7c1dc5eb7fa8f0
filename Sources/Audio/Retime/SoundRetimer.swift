import NUT
import Streams

/// Retimes a sound from input to output: renders, encodes and writes it block by block.
package struct SoundRetimer<Sink: ByteSink & ~Copyable>: ~Copyable {
  /// The number of output samples written so far.
  package private(set) var outputCount = 0
  /// The largest number of input samples that were read beyond those needed for the output written so far.
  private(set) var readAhead = 0
  private var encoder: SampleEncoder
  private let plan: SoundPlan
  private var supply: SoundSupply
  private var renderer: RenderingChoice
  private let blockLength: Int
  private var sink: Sink
  private var bytes: [UInt8] = []
  private var packets: NUTWriter?

  /// - Parameter packets: the writer of packets; nil if samples are written without packets.
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
  /// The number of the input sample after the last one read.
  var inputEnd: Int { supply.reached }
  package var tally: SampleTally {
    var tally = encoder.tally
    tally += supply.tally
    return tally
  }
  /// The error to report if the input ended too early. All whole sample frames have been used nevertheless.
  package var truncation: AudioError? { supply.truncation }

  /// Writes the whole output and reads all input. After every block, passes the number of samples written to `reached`.
  package mutating func run(_ reached: (Int) -> Void) throws(StreamFailure) {
    var limit = plan.outputCount ?? .max
    var isLimitFinal = false
    while outputCount < limit {
      let outputs = outputCount..<outputCount + min(blockLength, limit - outputCount)
      try renderer.render(outputs, from: &supply)
      // If the input ends before the map does, the output ends early. Exactly as much input is read as `outputs` need.
      // Otherwise, the length of the output would depend on the size of the blocks.
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

  /// Writes a block, and flushes it if the next input samples are not ready, so that finished output is not held back.
  private mutating func writeBlock() throws(StreamFailure) {
    let block = bytes
    if block.isEmpty { return }
    if let prefix = packets?.prefix(stamp: outputCount, size: block.count) { try sink.write(prefix.span) }
    try sink.write(block.span)
    if !supply.isReady { try sink.flush() }
  }

  /// Writes bytes that are not samples: the header or the trailer.
  package mutating func write(_ bytes: [UInt8]) throws(StreamFailure) { try sink.write(bytes.span) }

  /// Closes the output, which may report its failures only at this point.
  package consuming func close() throws(StreamFailure) { try sink.finish() }
}
