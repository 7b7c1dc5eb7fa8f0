import Streams
import Values
import Video
import Warp

/// Retimes a short film in memory as warp-video does.
struct RetimedFilm {
  let map: TimeMap
  let choice: FrameChoice
  /// Nil stands for a variable rate.
  let rate: FrameRate?
  let container: Container
  /// The seconds of a soft join at each cut.
  var crossfade = 0.0
  /// The output of later runs of the command that prints the film, or nil for a film from a pipe.
  var laterRuns: [UInt8]?

  /// The limit of the output, since a small map can ask for a film of any length.
  private static let mostBytes = 1 << 16
  private static let mostFrameBytes = 1 << 16

  /// The bytes written. `frames` is nil if the output limit was reached. `isShort` means that the input ended too early
  /// for the map.
  struct Outcome: Equatable {
    var bytes: [UInt8]
    var frames: Int?
    var isShort = false
  }

  /// Retimes the film in one piece and in small portions, which must give the same bytes. At a fixed rate, the frames
  /// must fill the map.
  func check(_ film: [UInt8]) throws {
    let whole = try outcome(film, chopping: nil)
    expect(try outcome(film, chopping: 13) == whole, "a film read in chunks is retimed to the same")
    // A truncated film may be refused or not, but must not break a law or trap.
    for count in [1, film.count / 40 + 2, film.count / 9] { _ = try? outcome(film.dropLast(count), chopping: nil) }
    guard let rate, let length = map.warpedLength, let frames = whole.frames, !whole.isShort else { return }
    expect(frames == rate.frameCount(filling: length), "there are as many frames as fill the map")
  }

  private func outcome(_ film: some Collection<UInt8>, chopping longestRead: Int?) throws -> Outcome {
    let reader = try FrameReader(MemorySource(Array(film), chopping: longestRead))
    let isStamped = reader.container.isStamped
    guard let nominal = reader.format.rate else { throw Refusal.usage("the film does not say its rate") }
    guard reader.format.layout.frameBytes <= Self.mostFrameBytes else { throw Refusal.usage("the frames are large") }
    let clock = isStamped ? FrameClock(nominal: nominal) : FrameClock(rate: nominal)
    guard let rate else {
      return try outcome(of: reader, VariableSchedule(map, clock, timebase: .standard), isStamped)
    }
    return try outcome(
      of: reader, try FixedSchedule(map, clock, rate: rate, choice: choice, crossfade: crossfade), isStamped)
  }

  private func outcome<Plan: Schedule>(of reader: FrameReader, _ schedule: Plan, _ isStamped: Bool) throws -> Outcome {
    let format = reader.format
    let passes = laterRuns.map { ClipPasses(format, memory: 0, printedBy: LaterRuns(film: $0)) }
    let sink = MemorySink(failingAfter: Self.mostBytes)
    let feed = FrameFeed(reader, recall: passes.map { .passes($0) } ?? .never)
    var retimer = Retimer(
      feed, schedule, times: isStamped ? .stamped : .counted, writer: try writer(of: format), to: sink,
      moving: CopyingMover(), keeping: feed.store(memory: 0, spill: MemorySpill()))
    guard try isDone(&retimer, sink) else { return Outcome(bytes: sink.bytes) }
    return Outcome(
      bytes: sink.bytes, frames: retimer.tally.outputCount,
      isShort: retimer.truncation != nil || retimer.schedule.footage.shortfall != nil)
  }

  private struct LaterRuns: ClipCommand {
    let film: [UInt8]
    let printsMore = false

    func run(from: Double, for length: Double) -> any ByteSource { MemorySource(film) }
  }

  private func writer(of format: StreamFormat) throws -> any FrameWriter {
    var format = format
    format.rate = rate ?? format.rate
    format.timebase = rate == nil ? Rational(1, 64000) : nil
    return try container.writer(for: format)
  }

  /// Runs the retimer. Returns false if the output limit stopped it.
  private func isDone<Plan: Schedule>(
    _ retimer: inout Retimer<MemorySink, Plan>, _ sink: MemorySink
  ) throws -> Bool {
    do {
      try retimer.run { _, _ in }
      return true
    } catch is StreamFailure where sink.bytes.count == Self.mostBytes {
      return false
    }
  }
}
