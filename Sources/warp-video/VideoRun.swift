import Commands
import Streams
import Tool
import Video
import Warp

/// One run: options understood, ends opened, and a retimer set going between them.
struct VideoRun {
  private let arguments: Arguments
  private let options: VideoOptions
  private let memory: Int
  private let threads: WorkerThreads

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    options = try VideoOptions(arguments)
    memory = try arguments.memory()
    threads = WorkerThreads(try arguments.value(of: VideoCommand.threads).map(PictureOptions.threads))
  }

  func run() throws {
    guard let path = arguments.value(of: VideoCommand.map) else {
      throw Refusal.usage("there is no map to follow", advice: "give --map FILE, as warp-map writes it")
    }
    if path == "-", !arguments.contains(VideoCommand.source) {
      throw Refusal.usage("standard input cannot bring both film and map", advice: "give --map a file or <(…)")
    }
    try Terminal.current.refuseBinaryOutput()
    var table = try FileSource(path: path)
    let map = try TableReader.map(named: table.name) { try table.read(into: &$0) }
    if let command = arguments.value(of: VideoCommand.source) { return try run(map, command) }
    try Terminal.current.refuseTypedInput(to: VideoCommand.command)
    let source = FileSource(.input)
    source.widenPipe()
    // Asked before the first read: from here on the stream's place in the file is known.
    let file = source.seekable()
    let reader = try FrameReader(source)
    let store = UnitStore(
      unitSize: reader.format.layout.frameBytes, memory: memory, spill: TemporaryFile(), origin: file)
    try run(map, reader, store, file.map { .file(start: $0.start) } ?? .never) { _ in }
  }

  /// The clip comes from a command; what the map returns to, from the command run again.
  private func run(_ map: TimeMap, _ command: String) throws {
    func open(_ from: Double, _ length: Double) throws(StreamFailure) -> CommandSource {
      try CommandSource(
        command, adding: ["FROM": DecimalText.print(from, decimals: 9), "LENGTH": DecimalText.print(length, decimals: 9)])
    }
    func close(_ source: consuming CommandSource) throws(StreamFailure) { try source.finish() }
    // From the start, since the frame on screen where the map begins may have come before; to a little beyond its end.
    let reader: FrameReader<CommandSource>
    do {
      reader = try FrameReader(try open(0, map.sourceRange.end.map { $0 + 1 } ?? TimeSyntax.longest))
    } catch VideoError.empty {
      throw Failure(.input, "there is no input: the command of --source prints nothing; run it by itself to see why")
    }
    guard reader.container == .nut else {
      throw Failure(.input, "--source needs NUT, whose frames are stamped; use -f nut in the command")
    }
    // Such a map is done in one run of the command, and keeps the few frames it may ask for again.
    if map.neverReturns {
      let store = UnitStore(unitSize: reader.format.layout.frameBytes, memory: memory, spill: TemporaryFile())
      return try run(map, reader, store, .never, close)
    }
    // Its two landings are all the store holds; the passes have the rest.
    let passes = ClipPasses(
      reader.format, memory: memory - 4 * reader.format.layout.frameBytes, opening: open, closing: close)
    let store = UnitStore(
      unitSize: reader.format.layout.frameBytes, memory: 0, spill: TemporaryFile(), origin: passes)
    try run(map, reader, store, .passes(passes), close)
  }

  private func run<Source: ByteSource & ~Copyable>(
    _ map: TimeMap, _ reader: consuming FrameReader<Source>, _ store: consuming UnitStore, _ recall: Recall<Source>,
    _ close: (consuming Source) throws(StreamFailure) -> Void
  ) throws {
    let input = try options.input(reader.container, reader.format)
    let output: VideoOptions.Output
    do {
      output = try options.output(reader.container, reader.format, input)
    } catch {
      // Where no frame comes, that is what is wrong, and not what was asked for.
      _ = try reader.nextFrame()
      throw error
    }
    if let variable = options.variable {
      let schedule = VariableSchedule(map, input.clock, timebase: variable.timebase)
      try run(reader, schedule, store, recall, map, input, output, close)
    } else if let rate = output.rate {
      let schedule = try FixedSchedule(map, input.clock, rate: rate, choice: options.choice)
      try run(reader, schedule, store, recall, map, input, output, close)
    }
  }

  private func run<Source: ByteSource & ~Copyable, Plan: Schedule>(
    _ reader: consuming FrameReader<Source>, _ schedule: Plan, _ store: consuming UnitStore, _ recall: Recall<Source>,
    _ map: TimeMap, _ input: VideoOptions.Input, _ output: VideoOptions.Output,
    _ close: (consuming Source) throws(StreamFailure) -> Void
  ) throws {
    let sink = FileSink(.output)
    sink.widenPipe()
    let stats = try arguments.value(of: .stats).map { try StatsFile(creating: $0) }
    var retimer = Retimer(
      reader, schedule, times: input.times, writer: try output.container.writer(for: output.format), to: sink,
      moving: SplicingMover(), keeping: store, recall: recall,
      workers: threads)
    var progress = Progress(
      total: map.warpedLength, isShown: arguments.wantsProgress(on: .current), columns: Terminal.current.columns)
    var timestamps = try TimestampWriter(options.variable)
    let timebase = options.variable?.timebase
    try retimer.run { (count, tick) in
      if let tick { try timestamps.write(tick) }
      progress.advance(to: tick.flatMap { timebase?.seconds($0) } ?? output.rate?.start(ofFrame: count) ?? 0)
    }
    let report = RunReport(
      retimer.tally, inputCount: retimer.inputCount, retimer.schedule.footage,
      largestRounding: retimer.schedule.largestRounding)
    let truncation = retimer.truncation
    try close(retimer.close())
    try timestamps.finish(at: report.warpedLength)
    progress.finish(at: report.warpedLength)
    if let stats { try report.write(to: stats) }
    if let truncation { throw truncation }
    if let shortfall = report.shortfall { throw Failure(.input, shortfall.description) }
  }
}
