import Commands
import Streams
import Tool
import Values
import Video
import Warp

/// One retiming: opens the streams and runs a `Retimer` between them.
///
/// The compiler specialises the retimer for each schedule, so that calls are direct.
package struct VideoRetiming {
  private let arguments: Arguments
  private let options: VideoOptions

  init(_ arguments: Arguments, _ options: VideoOptions) {
    (self.arguments, self.options) = (arguments, options)
  }

  func run() throws {
    let command = arguments.value(of: VideoCommand.source)
    let map = try RetimeInput.film.map(arguments, readsStandardInput: command == nil)
    if let command {
      try retimeClip(printedBy: command, along: map)
    } else {
      try retimeStandardInput(along: map)
    }
  }

  private func retimeStandardInput(along map: TimeMap) throws {
    let input = try RetimeInput.film.open(readsAgain: true)
    let file = input.file
    switch try FilmReader.open(input.source, takesPackets: options.wishes.timebase != nil) {
    case .frames(let reader):
      let recall = file.map { Recall.file($0, start: $0.start) } ?? .never
      try retime(FrameFeed(reader, recall: recall), keeping: options.memory, along: map)
    case .packets(let reader): try retime(reader, along: map)
    }
  }

  /// Changes the timestamps of encoded frames.
  private func retime(_ reader: PacketReader, along map: TimeMap) throws {
    guard let timebase = options.wishes.timebase else { return }
    try options.refuseForPackets(arguments)
    let course = try PacketCourse(map)
    let sink = FileSink(.output)
    sink.widenPipe()
    let stats = try arguments.writtenFile(.stats).map { try StatsFile(creating: $0) }
    var progress = Progress(
      total: map.warpedLength, isShown: arguments.wantsProgress(on: .current), columns: Terminal.current.columns)
    var retimer = try PacketRetimer(reader, course, timebase: timebase, holdsEnd: options.holdsEnd, to: sink)
    try retimer.run { progress.advance(to: timebase.seconds($1)) }
    let report = retimer.report
    let truncation = retimer.truncation
    try retimer.close()
    try finish(report, truncation, stats, progress)
  }

  /// Writes statistics and reports problems, after the output is closed.
  private func finish(
    _ report: RetimeReport, _ truncation: VideoError?, _ stats: consuming StatsFile?, _ progress: consuming Progress
  ) throws {
    progress.finish(at: report.warpedLength)
    if let stats { try stats.finish(report.stats) }
    if let truncation { throw truncation }
    if let shortfall = report.shortfall { throw Failure(.input, shortfall.description) }
    if let place = placeBeyondEnd(report) {
      throw Failure(.usage, "the result ends before \(place) (--\(VideoCommand.outputRange.name))")
    }
  }

  /// The start of `--output-range` if the result ends before it; nil otherwise. At a constant rate with a finite map,
  /// `FixedSchedule` has already refused such a range.
  private func placeBeyondEnd(_ report: RetimeReport) -> String? {
    switch options.range {
    case .frames(let frames) where report.tally.outputCount == 0: "frame \(frames.lowerBound)"
    // A range of times inside the result may contain no frame, so the number of frames does not matter.
    case .times(let times) where report.warpedLength == 0: "\(BriefNumber.print(times.lowerBound)) s"
    default: nil
    }
  }

  /// Retimes the output of the command of `--source`. If the map returns to a part, the command runs again, unless the
  /// part is kept.
  private func retimeClip(printedBy command: String, along map: TimeMap) throws {
    let command = SourceCommand(command, options.reach)
    // Without --fps, the result has the rate of the clip, which is not known yet. All parts that the map shows are then
    // read.
    let window = options.range?.window(at: options.wishes.rate) ?? 0...Double.infinity
    let parts = ClipParts(
      of: try Crossfades(map, lasting: options.picture.crossfade), within: window,
      lookingAround: options.picture.skipsDuplicates ? DuplicateFrames.reach : 0,
      looksAround: options.picture.looksAround, isCutOff: options.holdsEnd, printedBy: command)
    let reader = try begin(parts)
    guard reader.container.isStamped else {
      throw Failure(.input, "--source needs NUT, which has timestamps; write -f nut in the command")
    }
    let frameBytes = reader.format.layout.frameBytes
    // If the map never returns, one run of the command is enough. The store keeps the few frames that are still needed.
    // Otherwise, the store holds up to four frames even with memory 0. The passes get the rest of the memory.
    if map.neverReturns(within: window) {
      return try retime(FrameFeed(reader, parts: parts), keeping: options.memory, along: map)
    }
    let passes = ClipPasses(reader.format, memory: options.memory - 4 * frameBytes, printedBy: command)
    try retime(FrameFeed(reader, parts: parts, recall: .passes(passes)), keeping: 0, along: map)
  }

  private func begin(_ parts: ClipParts) throws -> FrameReader {
    do throws(VideoError) { return try parts.begin() } catch {
      guard case .empty = error else { throw error }
      throw VideoError.silentCommand
    }
  }

  /// Chooses the schedule, and carries it out.
  ///
  /// - Parameter memory: for frames that may be shown again, in bytes.
  private func retime(_ clip: FrameFeed, keeping memory: Int, along map: TimeMap) throws {
    let (format, container) = (clip.format, clip.container)
    let listed = try options.inputTimestamps.map(TimestampReader.times)
    let input = try options.wishes.input(format, in: container, listed: listed)
    let output: StreamWishes.Output
    do {
      output = try options.wishes.output(format, in: container, inputRate: input.rate)
    } catch {
      // An input without frames throws its own error here, which explains the problem better.
      _ = try clip.next()
      throw error
    }
    if let timebase = options.wishes.timebase {
      let schedule = VariableSchedule(
        map, input.clock, timebase: timebase, holdsEnd: options.holdsEnd, range: options.range)
      try carryOut(schedule, reading: clip, keeping: memory, input.times, writing: output, length: map.warpedLength)
    } else if let rate = output.rate {
      let schedule = try FixedSchedule(
        map, input.clock, rate: rate, choice: options.picture.choice, looksAround: options.picture.looksAround,
        holdsEnd: options.holdsEnd, skipsDuplicates: options.picture.skipsDuplicates,
        crossfade: options.picture.crossfade, range: options.range)
      try carryOut(schedule, reading: clip, keeping: memory, input.times, writing: output, length: map.warpedLength)
    }
  }

  /// Starts the command of `--mix exec:`. Returns nil without it.
  private func outsideMaker(_ format: StreamFormat) throws -> OutsideMaker? {
    guard let command = options.picture.maker else { return nil }
    return try OutsideMaker(format) { () throws(StreamFailure) in try CommandExchange(command) }
  }

  /// - Parameter length: the duration of the result in seconds, if known.
  private func carryOut<Plan: Schedule>(
    _ schedule: Plan, reading clip: FrameFeed, keeping memory: Int, _ times: InputTimes,
    writing output: StreamWishes.Output, length: Double?
  ) throws {
    let sink = FileSink(.output)
    sink.widenPipe()
    let stats = try arguments.writtenFile(.stats).map { try StatsFile(creating: $0) }
    let made = MadeSpan(options.range, at: output.rate)
    var progress = Progress(
      total: length.map { made.length(of: $0) }, isShown: arguments.wantsProgress(on: .current),
      columns: Terminal.current.columns)
    let maker = try outsideMaker(clip.format)
    var retimer = Retimer(
      clip, schedule, times: times, writer: try output.container.writer(for: output.format), to: sink,
      moving: SplicingMover(), keeping: clip.store(memory: memory, spill: TemporaryFile()), workers: options.threads,
      maker: maker, keepsGrain: options.picture.keepsGrain, making: made)
    let timebase = options.wishes.timebase
    let firstTick = timebase?.tick(at: made.start) ?? 0
    var timestamps = try TimestampWriter(options.timestamps, in: timebase ?? .standard)
    try retimer.run { (count, tick) in
      if let tick { try timestamps.write(tick) }
      progress.advance(
        to: tick.flatMap { timebase?.seconds($0 - firstTick) } ?? output.rate?.start(ofFrame: count) ?? 0)
    }
    try maker?.finish()
    let report = retimer.report
    let truncation = retimer.truncation
    try retimer.close()
    try clip.close()
    try timestamps.finish(at: made.start + report.warpedLength)
    if let losses = losses(report, at: output.rate) { Diagnostics(tool: VideoCommand.command.name).note(losses) }
    try finish(report, truncation, stats, progress)
  }

  /// A note about dropped frames in a clip whose frames come at an uneven pace. Nil if all frames are too fast, because
  /// of a low rate or a map that speeds them up: the user expects dropped frames then. Nil with crossfades, because
  /// frames beyond a cut are not shown if the input ends before they are mixed.
  private func losses(_ report: RetimeReport, at rate: FrameRate?) -> String? {
    guard let rate, options.range == nil, !options.picture.skipsDuplicates,
      options.picture.crossfade == 0, report.tally.mixedCount == 0,
      report.lostCount > 0, report.slowsOnly, rate.value > 0.95 * report.inputRate
    else { return nil }
    let (frames, they) =
      report.lostCount == 1 ? ("1 frame is", "it is") : ("\(report.lostCount) frames are", "they are")
    let rateText = BriefNumber.print(rate.value)
    return "\(frames) dropped: \(they) too short for \(rateText) fps; to keep all frames, add --vfr"
  }
}

extension RetimeReport {
  /// The names are part of the format of `--stats`, so they must not change.
  fileprivate var stats: KeyValuePairs<String, StatsFile.Number> {
    [
      "frames_in": .count(inputCount),
      "frames_out": .count(tally.outputCount),
      "frames_repeated": .count(tally.repeatedCount),
      "frames_dropped": .count(droppedCount),
      "frames_mixed": .count(tally.mixedCount),
      "frames_unused": .count(unusedCount),
      "bytes_out": .count(tally.byteCount),
      "seconds_out": .measure(warpedLength),
      "largest_rounding": .measure(largestRounding),
    ]
  }
}
