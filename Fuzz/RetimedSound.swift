import Audio
import Streams
import Warp

/// A short sound retimed as warp-audio does it, into no more memory than a test needs.
struct RetimedSound {
  let plan: SoundPlan
  var kernel = Kernel.linear
  let keepsPitch: Bool

  /// A writer that would write more is cut off.
  private static let mostBytes = 1 << 16

  /// However sound is cut and in whatever blocks it is made, the same comes of it; and as much as the map has room for.
  func check(_ wav: [UInt8]) throws {
    let whole = try outcome(wav, chopping: nil, blockLength: 1024)
    let cut = try outcome(wav, chopping: 11, blockLength: 100)
    expect(cut.bytes == whole.bytes, "where a sound is cut is no matter")
    guard let count = whole.count else { return }
    expect(whole.isShort || count == plan.outputCount ?? count, "there is as much sound as the map has room for")
    expect(whole.isShort || count == whole.promised ?? count, "there is as much sound as the header says")
  }

  private func outcome(
    _ wav: [UInt8], chopping longestRead: Int?, blockLength: Int
  ) throws -> (bytes: [UInt8], count: Int?, promised: Int?, isShort: Bool) {
    let reader = try SoundReader(MemorySource(wav, chopping: longestRead))
    let format = reader.format
    let promised = plan.outputCount(fromPromised: reader.promisedFrames)
    _ = SoundOutput(format, reader.container, header: reader.header, as: nil, count: promised)
    let renderer =
      keepsPitch ? RenderingChoice.pitchKept(plan, format) : RenderingChoice.varispeed(plan, kernel, format)
    let store = UnitStore(
      unitSize: format.frameBytes * SoundSupply.unitLength, memory: 0, spill: MemorySpill())
    let sink = MemorySink(failingAfter: Self.mostBytes)
    var retimer = SoundRetimer(
      SoundSupply(ReaderFeed(reader), keeping: store, needs: renderer.needs), plan, by: renderer,
      blockLength: blockLength, encoder: SampleEncoder(format, copiesFrom: format.sample), to: sink)
    guard try isDone(&retimer, sink) else { return (sink.bytes, nil, promised, false) }
    let isShort = retimer.truncation != nil || plan.shortfall(ofInput: retimer.inputCount) != nil
    return (sink.bytes, retimer.outputCount, promised, isShort)
  }

  /// Whether the retimer came to its end, rather than to that of the memory.
  private func isDone(_ retimer: inout SoundRetimer<MemorySink>, _ sink: MemorySink) throws -> Bool {
    do throws(StreamFailure) {
      try retimer.run { _ in }
      return true
    } catch {
      guard sink.bytes.count == Self.mostBytes else { throw error }
      return false
    }
  }
}
