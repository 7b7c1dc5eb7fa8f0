import Audio
import Streams
import Values

/// Retimes a short sound in memory as warp-audio does.
struct RetimedSound {
  let plan: SoundPlan
  var kernel = Kernel.linear
  let keepsPitch: Bool

  /// The limit of the output, since a small map can ask for a sound of any length.
  private static let mostBytes = 1 << 16

  /// Retimes the sound in one piece and in small portions and blocks, which must give the same bytes. The samples must
  /// fill the map.
  func check(_ wav: [UInt8]) throws {
    let whole = try outcome(wav, chopping: nil, blockLength: 1024)
    let chopped = try outcome(wav, chopping: 11, blockLength: 100)
    expect(chopped.bytes == whole.bytes, "a sound read in chunks is retimed to the same")
    guard let count = whole.count else { return }
    expect(whole.isShort || count == plan.outputCount ?? count, "there is as much sound as fills the map")
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
      SoundSupply(ReaderFeed(reader), keeping: store, needs: renderer.needs, limit: renderer.limit), plan, by: renderer,
      blockLength: blockLength, encoder: SampleEncoder(format, copiesFrom: format.sample), to: sink)
    guard try isDone(&retimer, sink) else { return (sink.bytes, nil, promised, false) }
    let isShort = retimer.truncation != nil || plan.shortfall(ofInput: retimer.inputCount) != nil
    return (sink.bytes, retimer.outputCount, promised, isShort)
  }

  /// Runs the retimer. Returns false if the output limit stopped it.
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
