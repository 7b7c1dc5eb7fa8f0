import Audio
import Commands
import Streams
import Tool
import Warp

/// One run: the options are understood, the streams opened, and a retimer is run between them.
struct AudioRun {
  private let arguments: Arguments
  private let options: AudioOptions

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    options = try AudioOptions(arguments)
  }

  /// - Parameter warn: is given the one line there may be to say about the samples.
  func run(_ warn: (String) -> Void) throws {
    let map = try RetimeInput.sound.map(arguments)
    // A map that only plays forward needs nothing twice; the little it looks back at is kept.
    let input = try RetimeInput.sound.open(readsAgain: !map.onlyPlaysForward)
    let file = input.file
    let reader = try SoundReader(input.intoSource(), declared: options.declaration)
    let plan = SoundPlan(map, rate: reader.format.rate)
    let start = Int((options.start * Double(reader.format.rate)).rounded())
    let output = SoundOutput(
      reader.format, reader.container, header: reader.header, as: options.container,
      count: plan.outputCount(fromPromised: reader.promisedFrames.map { start + $0 }))
    let store = UnitStore(
      unitSize: reader.format.frameBytes * SoundSupply.unitLength, memory: options.memory, spill: TemporaryFile(),
      origin: file)
    let encoder = SampleEncoder(output.format, copiesFrom: reader.format.sample, dithers: options.dithers)
    let renderer =
      options.keepsPitch
      ? RenderingChoice.pitchKept(plan, reader.format)
      : RenderingChoice.varispeed(plan, options.kernel, reader.format)
    let supply = SoundSupply(
      ReaderFeed(reader), keeping: store, fileStart: file?.start, needs: renderer.needs, start: start)
    try carryOut(plan, reading: supply, rendering: renderer, encoding: encoder, writing: output, warning: warn)
  }

  private func carryOut(
    _ plan: SoundPlan, reading supply: consuming SoundSupply, rendering renderer: RenderingChoice,
    encoding encoder: SampleEncoder, writing output: SoundOutput, warning warn: (String) -> Void
  ) throws {
    let sink = FileSink(.output)
    sink.widenPipe()
    let stats = try arguments.value(of: .stats).map { try StatsFile(creating: $0) }
    var progress = Progress(
      total: plan.path.map.warpedLength, isShown: arguments.wantsProgress(on: .current),
      columns: Terminal.current.columns)
    let rate = Double(output.format.rate)
    var retimer = SoundRetimer(
      supply, plan, by: renderer, blockLength: options.blockLength, encoder: encoder, to: sink)
    try retimer.write(output.header)
    try retimer.run { progress.advance(to: Double($0) / rate) }
    try retimer.write(output.trailer)
    let report = retimer.report(plan, format: output.format)
    let truncation = retimer.truncation
    try retimer.close()
    progress.finish(at: report.length)
    if let stats { try stats.finish(report.stats) }
    if let clause = report.tally.clause { warn(clause) }
    if let truncation { throw truncation }
    if let shortfall = report.shortfall { throw Failure(.input, shortfall.description) }
  }
}

extension SoundReport {
  /// The names are part of what `--stats` promises.
  fileprivate var stats: KeyValuePairs<String, StatsFile.Number> {
    [
      "samples_in": .count(inputCount),
      "samples_out": .count(outputCount),
      "samples_unused": .count(unusedCount),
      "samples_clipped": .count(tally.clippedCount),
      "samples_not_finite": .count(tally.nonFiniteCount),
      "peak": .measure(tally.peak),
      "bytes_out": .count(byteCount),
      "seconds_out": .measure(length),
    ]
  }
}
