import Audio
import Commands
import Streams
import Tool
import Warp

/// One run: options understood, ends opened, and a retimer set going between them.
struct AudioRun {
  private let arguments: Arguments
  private let options: AudioOptions

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    options = try AudioOptions(arguments)
  }

  /// - Parameter warn: takes the one line there may be to say about the samples.
  func run(_ warn: (String) -> Void) throws {
    guard let path = arguments.value(of: AudioCommand.map) else {
      throw Refusal.usage("there is no map to follow", advice: "give --map FILE, as warp-map writes it")
    }
    if path == "-" {
      throw Refusal.usage("standard input cannot bring both sound and map", advice: "give --map a file or <(…)")
    }
    try Terminal.current.refuseBinaryOutput()
    var table = try FileSource(path: path)
    let map = try TableReader.map(named: table.name) { try table.read(into: &$0) }
    try Terminal.current.refuseTypedInput(to: AudioCommand.command)
    let source = FileSource(.input)
    source.widenPipe()
    // Asked before the first read: from here on the stream's place in the file is known. A map that only goes on needs
    // nothing twice, and keeps the little it needs.
    let file = map.onlyPlaysForward ? nil : source.seekable()
    let reader = try SoundReader(source, declared: options.declaration)
    let plan = SoundPlan(map, rate: reader.format.rate)
    let output = SoundOutput(
      reader.format, reader.container, header: reader.header, as: options.container,
      count: plan.outputCount(fromPromised: reader.promisedFrames))
    let store = UnitStore(
      unitSize: reader.format.frameBytes * SoundSupply.unitLength, memory: options.memory, spill: TemporaryFile(),
      origin: file)
    let encoder = SampleEncoder(output.format, copiesFrom: reader.format.sample, dithers: options.dithers)
    let renderer =
      options.keepsPitch
      ? RenderingChoice.pitchKept(plan, reader.format)
      : RenderingChoice.varispeed(plan, options.kernel, reader.format)
    let supply = SoundSupply(
      ReaderFeed(reader), keeping: store, fileStart: file?.start, needs: renderer.needs)
    try run(plan, supply, renderer, encoder, output, warn)
  }

  private func run(
    _ plan: SoundPlan, _ supply: consuming SoundSupply, _ renderer: RenderingChoice, _ encoder: SampleEncoder,
    _ output: SoundOutput, _ warn: (String) -> Void
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
    let report = RunReport(retimer.tally, retimer.inputCount, retimer.outputCount, plan, output.format)
    let truncation = retimer.truncation
    try retimer.close()
    progress.finish(at: report.secondsOut)
    if let stats { try report.write(to: stats) }
    if let clause = report.tally.clause { warn(clause) }
    if let truncation { throw truncation }
    if let shortfall = report.shortfall { throw Failure(.input, shortfall.description) }
  }
}
