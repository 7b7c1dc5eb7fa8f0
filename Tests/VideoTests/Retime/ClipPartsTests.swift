import Streams
import Testing
import Values
import Warp

@testable import Video

/// `ClipParts` reads only the parts of a clip that a map shows. It runs a command that prints one part at a time.
@Suite struct ClipPartsTests {
  /// Stands in for a command that prints part of a film. Frame n starts at n tenths of a second.
  private final class Command: ClipCommand {
    var runs: [(from: Double, length: Double)] = []
    private var sources: [MemorySource] = []
    private let frames: [Int]
    /// The distance between keyframes, in frames. A run that begins after 0 s prints from the next keyframe on.
    private let keyDistance: Int
    /// The number of extra seconds that a run of the command prints before its start and after its end.
    var excess = 0.0

    init(_ frames: [Int], keyDistance: Int) { (self.frames, self.keyDistance) = (frames, keyDistance) }

    var printsMore: Bool { excess > 0 }
    var closedCount: Int { sources.count { $0.hadEnded != nil } }

    func run(from: Double, for length: Double) throws(StreamFailure) -> any ByteSource {
      runs.append((from, length))
      let from = max(0, from - excess)
      let end = (runs.last?.from ?? 0) + length + excess
      let first = (Int((from * 10).rounded(.up)) + keyDistance - 1) / keyDistance * keyDistance
      let printed = frames.filter { $0 >= (from == 0 ? 0 : first) && Double($0) < end * 10 }
      do { sources.append(MemorySource(try NumberedFrames.film(printed, in: .nut))) } catch {
        throw .inputOutput("the film cannot be made")
      }
      return sources[sources.count - 1]
    }
  }

  private func played(
    _ plays: [String], of frames: [Int], keyDistance: Int = 1, within times: Range<Double>? = nil,
    looksAround: Bool = false, isCutOff: Bool = false, excess: Double = 0
  ) throws -> (shown: [Int], command: Command) {
    let command = Command(frames, keyDistance: keyDistance)
    command.excess = excess
    let map = try PlayList(plays.map { try PlaySyntax.parse($0, on: Clip(duration: 25)) }).map()
    let range = times.map(OutputRange.times)
    let parts = ClipParts(
      of: Crossfades(map), within: range?.window(at: nil) ?? 0...Double.infinity, looksAround: looksAround,
      isCutOff: isCutOff, printedBy: command)
    let feed = FrameFeed(try parts.begin(), parts: parts)
    let sink = MemorySink()
    let schedule = VariableSchedule(
      map, FrameClock(nominal: nil), timebase: Timebase(ticksPerSecond: 100)!, holdsEnd: range != nil, range: range)
    var retimer = Retimer(
      feed, schedule, times: .stamped, writer: try Container.nut.writer(for: NumberedFrames.format), to: sink,
      moving: CopyingMover(), keeping: NumberedFrames.store())
    try retimer.run { _, _ in }
    try retimer.close()
    try feed.close()
    return (try Stream(sink.bytes).frames.map { Int($0[0]) }, command)
  }

  @Test func gapsBetweenPartsAreNotPrinted() throws {
    let (shown, command) = try played(["1..2", "20..21"], of: Array(0..<250))
    #expect(shown == Array(10..<20) + Array(200..<210))
    #expect(
      command.runs.map(\.from) == [0.9, 19.9] && command.runs.map { ($0.from + $0.length).rounded() } == [3, 22]
        && command.closedCount == 2)
  }

  /// With `looksAround`, mixing needs one more frame on either side of a part, which the command must also print.
  @Test func framesAroundAPartArePrinted() throws {
    let (shown, command) = try played(["1..2", "20..21"], of: Array(0..<250), looksAround: true)
    #expect(shown == Array(10..<20) + Array(200..<210))
    #expect(command.runs.map { ($0.from * 10).rounded() } == [9, 8, 199, 198], "\(command.runs)")
    let slow = try played(["1..5", "23..24"], of: [0, 40, 80, 160, 240], looksAround: true)
    #expect(slow.shown == [0, 40, 160])
    // The first part ends at 5 s. The second frame after that begins only at 16 s.
    #expect(slow.command.runs.contains { $0.from + $0.length > 16 && $0.from < 8 }, "\(slow.command.runs)")
  }

  /// If the clip may continue after the last part, the command prints up to 64 s more, to find the next frames.
  @Test func framesAfterTheLastPartArePrinted() throws {
    func ends(_ frames: [Int], keyDistance: Int = 1, isCutOff: Bool = true, looksAround: Bool = true) throws -> [Double]
    {
      let (shown, command) = try played(
        ["1..5"], of: frames, keyDistance: keyDistance, looksAround: looksAround, isCutOff: isCutOff)
      #expect(shown == frames.filter { (10..<50).contains($0) })
      return command.runs.map { ($0.from + $0.length).rounded() }
    }
    let before = Array(0..<45)
    #expect(try ends(before + [240, 241]) == [6, 6, 9, 21, 69])
    #expect(try ends(before + [240, 241], looksAround: false) == [6])
    #expect(try ends(before + [240, 241], isCutOff: false) == [6, 6])
    #expect(try ends(Array(0..<250)) == [6, 6])
    #expect(try ends(before) == [6, 6, 9, 21, 69])
    // If the only keyframe is frame 0, runs of the command that begin later print no frames.
    #expect(try ends(before, keyDistance: 1000).suffix(3) == [9, 21, 69])
  }

  /// Extra frames that the command prints around a part are skipped. They must not change where the command starts.
  @Test(arguments: [(["1..2", "20..21"], 1), (["20..21"], 30), (["20..21", "9..8", "1..2"], 7)])
  func extraFramesAroundAPartAreSkipped(_ plays: [String], _ keyDistance: Int) throws {
    let frames = Array(0..<250)
    let exact = try played(plays.sorted { $0.count < $1.count }, of: frames, keyDistance: 1)
    let more = try played(plays.sorted { $0.count < $1.count }, of: frames, keyDistance: keyDistance, excess: 4)
    #expect(more.shown == exact.shown)
    #expect(keyDistance > 7 || more.command.runs.map(\.from) == exact.command.runs.map(\.from), "\(more.command.runs)")
  }

  @Test func partsWithAShortGapArePrintedTogether() throws {
    let (shown, command) = try played(["6..7", "12..13"], of: Array(0..<250))
    #expect(shown == Array(60..<70) + Array(120..<130) && command.runs.count == 1 && command.runs[0].from == 5.9)
  }

  /// If the command's first frame begins after the start of the part, the command runs again with an earlier start.
  @Test func lateSeekIsRepeatedFromEarlier() throws {
    let (shown, command) = try played(["20..21"], of: Array(0..<250), keyDistance: 30)
    #expect(shown == Array(200..<210) && command.runs.map(\.from) == [19.9, 18])
    let late = try played(["20..21"], of: Array(0..<250), keyDistance: 70)
    #expect(late.shown == Array(200..<210) && late.command.runs.map(\.from) == [19.9, 18, 12])
    let never = try played(["20..21"], of: Array(0..<250), keyDistance: 1000)
    #expect(never.shown == Array(200..<210) && never.command.runs.map(\.from) == [19.9, 18, 12, 0])
  }

  /// A frame shown in a part may begin long before the part or end long after the part.
  @Test func framesMayBeOnScreenForLong() throws {
    let (shown, command) = try played(["1..5", "23..24"], of: [0, 40, 80, 160, 240])
    #expect(shown == [0, 40, 160] && command.runs.count == 6, "\(command.runs)")
  }

  /// For a window of the output, the command prints the frames shown in the window and one more on either side.
  @Test func aWindowIsPrintedWithItsNeighbours() throws {
    let forward = try played(["0..25"], of: Array(0..<250), within: 10..<12)
    #expect(forward.shown == Array(100..<120) && forward.command.runs.map(\.from) == [8.9])
    // In backward play, the last frame on screen, 40, is mixed with the frame before it, which begins at 0 s.
    let backward = try played(["25..0"], of: [0, 40, 95, 105, 200], within: 14..<16)
    #expect(backward.shown == [95, 40] && backward.command.runs.contains { $0.from == 0 }, "\(backward.command.runs)")
    // The window ends at 12 s, but the next frame begins only at 20 s.
    let sparse = try played(["0..25"], of: [0, 95, 105, 200], within: 10..<12)
    #expect(sparse.shown == [105] && sparse.command.runs.count == 6, "\(sparse.command.runs)")
  }

  @Test func aPartBeyondTheEndIsEmpty() throws {
    #expect(try played(["1..2", "20..21"], of: Array(0..<30)).shown == Array(10..<20))
  }

  @Test(arguments: [
    (["1..2", "20..21"], [1.0...2, 20...21]), (["20..21", "9..8", "1..2"], [1...2, 8...9, 20...21]),
    (["0..5", "14.9..16"], [0...16]), (["3..1", "2..4"], [1...4]),
  ])
  func partsCoverWhatTheMapShows(_ plays: [String], _ parts: [ClosedRange<Double>]) throws {
    let map = try PlayList(plays.map { try PlaySyntax.parse($0, on: Clip(duration: 25)) }).map()
    #expect(map.shownParts() == (parts.count == 3 ? [1...9, 20...21] : parts))
    let open = try TimeMap(scale: 1, duration: nil).shownParts()
    #expect(open.count == 1 && open[0].lowerBound == 0 && open[0].upperBound == .infinity)
  }
}
