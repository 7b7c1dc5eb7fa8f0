import Streams
import TestSupport
import Testing
import Values
import Warp

@testable import Video

/// Retimes films in memory. All samples of frame n have the value n.
@Suite struct RetimerTests {
  private func numbers(
    _ film: [UInt8], along map: TimeMap, _ choice: FrameChoice = .hold, rate: Int64 = 10,
    expectsTruncation: Bool = false
  ) throws -> [Int] {
    let sink = MemorySink()
    let rate = FrameRate(Rational(rate)!)!
    var format = NumberedFrames.format
    format.rate = rate
    format.timebase = nil
    let schedule = try FixedSchedule(map, FrameClock(rate: FrameRate(Rational(10)!)!), rate: rate, choice: choice)
    var retimer = Retimer(
      FrameFeed(try NumberedFrames.reader(film)), schedule, times: .counted,
      writer: try Container.y4m.writer(for: format), to: sink, moving: CopyingMover(), keeping: NumberedFrames.store())
    var counts: [Int] = []
    try retimer.run { count, tick in
      counts.append(count)
      #expect(tick == nil)
    }
    #expect(counts == counts.sorted() && counts.last ?? 0 == retimer.tally.outputCount)
    #expect((retimer.truncation != nil) == expectsTruncation)
    try retimer.close()
    return try NumberedFrames.numbers(sink.bytes)
  }

  private func map(_ play: String...) throws -> TimeMap {
    try PlayList(play.map { try PlaySyntax.parse($0, on: Clip(duration: 1)) }).map()
  }

  @Test func framesFollowTheMap() throws {
    let film = try NumberedFrames.film(0..<10)
    #expect(try numbers(film, along: map("0..1")) == Array(0..<10))
    #expect(try numbers(film, along: map("0..1@2x")) == [0, 2, 4, 6, 8])
    #expect(try numbers(film, along: map("0..0.3@0.5x")) == [0, 0, 1, 1, 2, 2])
    #expect(try numbers(film, along: map("1..0")) == Array((0..<10).reversed()))
    #expect(try numbers(film, along: map("0.2..0.4", "0.8..0.6", "0..0.1")) == [2, 3, 7, 6, 0])
    #expect(
      try numbers(film, along: TimeMap(scale: 1, duration: 1).frozen(at: 0.3, for: 0.2)) == [
        0, 1, 2, 3, 3, 3, 4, 5, 6, 7, 8, 9,
      ])
  }

  /// All samples of frame n have the value 20 n. The value of a mixed frame thus shows its position between two frames.
  @Test func mixesFollowTheMap() throws {
    let frames = (0..<5).map { [UInt8](repeating: UInt8(20 * $0), count: NumberedFrames.format.layout.frameBytes) }
    let film = try Stream.bytes(.y4m, NumberedFrames.format, frames)
    let slow = try TimeMap(scale: 2, duration: 0.5)
    #expect(try numbers(film, along: slow, .blend) == [0, 10, 20, 30, 40, 50, 60, 70, 80, 80])
    #expect(try numbers(film, along: TimeMap(scale: 1, duration: 0.5), .shutter(degrees: 720)) == [10, 30, 50, 70, 80])
  }

  @Test(arguments: [1, 8, 20]) func completeFramesOfATruncatedFilmAreWritten(cut: Int) throws {
    let film = try NumberedFrames.film(0..<10, cut: cut)
    let whole = cut < 15 ? 9 : 8
    let shown = try numbers(film, along: map("0..1"), expectsTruncation: cut != 15)
    #expect(shown.prefix(whole) == ArraySlice(0..<whole) && shown.count >= whole && shown.allSatisfy { $0 < whole })
  }

  @Test func timestampsFollowTheMap() throws {
    let sink = MemorySink()
    let timebase = Timebase(ticksPerSecond: 100)!
    let schedule = VariableSchedule(try TimeMap(scale: 2, duration: 0.5), FrameClock(nominal: nil), timebase: timebase)
    var retimer = Retimer(
      FrameFeed(try NumberedFrames.reader(try NumberedFrames.film(0..<5, in: .nut))), schedule, times: .stamped,
      writer: try Container.nut.writer(for: NumberedFrames.format), to: sink, moving: CopyingMover(),
      keeping: NumberedFrames.store())
    var ticks: [Int64?] = []
    try retimer.run { ticks.append($1) }
    // The last frame lasts from tick 80 to 100. Timestamps have no duration, so the frame is written again at 90.
    #expect(ticks == [0, 20, 40, 60, 80, 90])
    try retimer.close()
    let result = try Stream(sink.bytes)
    #expect(result.stamps == [0, 20, 40, 60, 80, 90] && result.frames.map { $0[0] } == [0, 1, 2, 3, 4, 4])
  }
}

/// `ClipPasses` plays a clip backward by running a command again for each part.
@Suite struct ClipPassesTests {
  /// Stands in for a command that prints part of a clip, and records each run of the command.
  private final class Command: ClipCommand {
    let printsMore = false
    var runs: [(from: Double, length: Double)] = []
    /// The numbers of frames by which the next run begins too late and every run ends too early.
    var lateness = 0
    var shortness = 0

    func run(from: Double, for length: Double) throws(StreamFailure) -> any ByteSource {
      runs.append((from, length))
      // The run prints the frames that start within the part. Frames are 0.1 s apart.
      let first = from == 0 ? 0 : Int((from * 10).rounded(.up)) + lateness
      let last = max(first, min(12, Int(((from + length) * 10).rounded(.up))) - shortness)
      lateness = max(0, lateness - 5)
      do { return MemorySource(try NumberedFrames.film(first..<last, in: .nut)) } catch {
        throw .inputOutput("the film cannot be made")
      }
    }
  }

  private func passes(_ command: Command, frames: Int) -> ClipPasses {
    let passes = ClipPasses(
      NumberedFrames.format, memory: frames * NumberedFrames.format.layout.frameBytes,
      printedBy: command)
    for frame in 0..<12 { passes.note(stamp: 10 * frame) }
    return passes
  }

  private func number(of frame: Int, in passes: ClipPasses) throws -> Int {
    var bytes = [UInt8](repeating: 99, count: NumberedFrames.format.layout.frameBytes)
    var room = bytes.mutableSpan
    try passes.read(at: frame * NumberedFrames.format.layout.frameBytes, into: &room)
    return Int(bytes[0])
  }

  @Test func lastPartComesFirst() throws {
    let command = Command()
    let passes = passes(command, frames: 4)
    for frame in (0..<12).reversed() { #expect(try number(of: frame, in: passes) == frame) }
    #expect(command.runs.count == 3)
    #expect(command.runs.map(\.from) == command.runs.map(\.from).sorted(by: >) && command.runs.last?.from == 0)
  }

  /// Mixing reads overlapping rows of neighbouring frames. One run of the command must serve several rows.
  @Test(arguments: [(2, 6), (3, 7)]) func rowsOfFramesShareRuns(length: Int, most: Int) throws {
    let command = Command()
    let passes = passes(command, frames: 6)
    for first in (0...12 - length).reversed() {
      for frame in first..<first + length { #expect(try number(of: frame, in: passes) == frame) }
    }
    #expect(command.runs.count <= most, "\(command.runs)")
  }

  /// A run of the command that begins too late is repeated with an earlier start, and later runs begin earlier.
  @Test func lateSeekIsRepeatedFromEarlier() throws {
    let command = Command()
    command.lateness = 3
    let passes = passes(command, frames: 4)
    for frame in (0..<12).reversed() { #expect(try number(of: frame, in: passes) == frame) }
    #expect(command.runs.count > 3)
  }

  @Test func gapsAreNotPrinted() throws {
    let command = Command()
    let passes = ClipPasses(
      NumberedFrames.format, memory: 8 * NumberedFrames.format.layout.frameBytes,
      printedBy: command)
    for frame in [0, 1, 2, 3] { passes.note(stamp: 10 * frame) }
    for frame in [100, 101] { passes.note(stamp: 10 * frame) }
    for frame in (0..<4).reversed() { #expect(try number(of: frame, in: passes) == frame) }
    #expect(command.runs.allSatisfy { $0.from + $0.length < 2 })
  }

  @Test func missingFramesAreAnError() throws {
    let command = Command()
    command.shortness = 12
    let passes = passes(command, frames: 4)
    #expect(complaint { try number(of: 11, in: passes) }.contains("ends inside a later run, before the frame at 0.8 s"))
  }
}
