import Audio
import Commands
import Streams
import Tool
import Warp

/// One retiming: opens the streams and runs a `SoundRetimer` between them.
package struct SoundRetiming {
  private let arguments: Arguments
  private let options: AudioOptions

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    options = try AudioOptions(arguments)
  }

  func run() throws {
    let map = try RetimeInput.sound.map(arguments, readsStandardInput: options.source == nil)
    if let source = options.source {
      try retime(printedBy: source.command, as: source.format, along: map)
    } else {
      try retimeStandardInput(along: map)
    }
  }

  private func retimeStandardInput(along map: TimeMap) throws {
    // Only a map that jumps back or plays backward reads samples again from the file. Other maps look back a little,
    // and those samples stay in memory.
    let input = try RetimeInput.sound.open(readsAgain: !map.onlyPlaysForward)
    let file = input.file
    switch try options.open(input.source) {
    case .samples(let reader): try retime(reader, file, along: map)
    case .packets(let feed): try retime(feed, along: map)
    }
  }

  /// - Parameter file: the input, if it can be read again.
  private func retime(
    _ reader: SoundReader, _ file: SeekableInput?, along map: TimeMap
  ) throws {
    let format = reader.format
    let plan = SoundPlan(try crossfades(of: map), rate: format.rate)
    let start = Int(((options.start ?? 0) * Double(format.rate)).rounded())
    let output = SoundOutput(
      format, reader.container, header: reader.header, as: options.container,
      count: plan.outputCount(fromPromised: reader.promisedFrames.map { start + $0 }))
    try carryOut(plan, by: renderer(plan, format), reading: ReaderFeed(reader, from: start), file, writing: output)
  }

  /// Retimes packets. Their timestamps give the times of the samples.
  private func retime(_ feed: PacketFeed, along map: TimeMap) throws {
    let plan = SoundPlan(try crossfades(of: map), rate: feed.format.rate)
    feed.fill(upTo: plan.inputCount)
    let output = SoundOutput(feed.format, .nut, header: nil, as: options.container, count: plan.outputCount)
    try carryOut(plan, by: renderer(plan, feed.format), reading: feed, writing: output)
  }

  /// Retimes the output of the command of `--source`, which runs for each part that the map shows.
  private func retime(printedBy command: String, as format: SoundFormat, along map: TimeMap) throws {
    let plan = SoundPlan(try crossfades(of: map), rate: format.rate)
    let renderer = renderer(plan, format)
    let feed = PartsFeed(
      of: renderer.needs, in: format, stampsFrom: options.clipStart, on: options.grid,
      leastGap: TimeMap.leastGapBetweenSounds, printedBy: SourceCommand(command, options.reach))
    let output = SoundOutput(
      format, .raw(format.sample), header: nil, as: options.container, count: plan.outputCount(fromPromised: nil))
    try carryOut(plan, by: renderer, reading: feed, writing: output)
  }

  private func crossfades(of map: TimeMap) throws -> Crossfades { try Crossfades(map, lasting: options.crossfade) }

  private func renderer(_ plan: SoundPlan, _ format: SoundFormat) -> RenderingChoice {
    options.keepsPitch ? .pitchKept(plan, format) : .varispeed(plan, options.kernel, format)
  }

  private func carryOut(
    _ plan: SoundPlan, by renderer: RenderingChoice, reading feed: any SoundFeed, _ file: SeekableInput? = nil,
    writing output: SoundOutput
  ) throws {
    let format = feed.format
    let store = UnitStore(
      unitSize: format.frameBytes * SoundSupply.unitLength, memory: options.memory, spill: TemporaryFile(),
      origin: file)
    let supply = SoundSupply(
      feed, keeping: store, fileStart: file?.start, needs: renderer.needs, limit: renderer.limit)
    let encoder = SampleEncoder(output.format, copiesFrom: format.sample, dithers: options.dithers)
    let sink = FileSink(.output)
    sink.widenPipe()
    let stats = try arguments.writtenFile(.stats).map { try StatsFile(creating: $0) }
    var progress = Progress(
      total: plan.path.map.warpedLength, isShown: arguments.wantsProgress(on: .current),
      columns: Terminal.current.columns)
    let rate = Double(output.format.rate)
    var retimer = SoundRetimer(
      supply, plan, by: renderer, blockLength: options.blockLength, encoder: encoder, in: output.packets, to: sink)
    try retimer.write(output.header)
    try retimer.run { progress.advance(to: Double($0) / rate) }
    try retimer.write(output.trailer)
    let report = retimer.report(plan, format: output.format)
    let truncation = retimer.truncation
    try retimer.close()
    progress.finish(at: report.length)
    if let stats { try stats.finish(report.stats(rate: format.rate)) }
    let diagnostics = Diagnostics(tool: AudioCommand.command.name)
    for clause in [report.tally.clause, report.seams.clause(rate: format.rate)] {
      if let clause { diagnostics.warning(clause) }
    }
    if let truncation { throw truncation }
    if let shortfall = report.shortfall { throw Failure(.input, shortfall.description) }
  }
}

extension SoundReport {
  /// The names are part of the format of `--stats`, so they must not change.
  fileprivate func stats(rate: Int) -> KeyValuePairs<String, StatsFile.Number> {
    [
      "samples_in": .count(inputCount),
      "samples_out": .count(outputCount),
      "samples_unused": .count(unusedCount),
      "samples_put_in": .count(seams.putIn),
      "samples_left_out": .count(seams.leftOut),
      "samples_clipped": .count(tally.clippedCount),
      "samples_not_finite": .count(tally.nonFiniteCount),
      "peak": .measure(tally.peak),
      "bytes_out": .count(byteCount),
      "seconds_out": .measure(length),
      "seconds_ahead": .measure(Double(readAhead) / Double(rate)),
    ]
  }
}
