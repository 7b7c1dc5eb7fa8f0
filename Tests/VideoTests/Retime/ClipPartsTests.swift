import Streams
import Testing
import Warp

@testable import Video

/// The parts of a film that a map shows, printed by a command that is run for each.
@Suite struct ClipPartsTests {
  /// A command that brings the frames of a part of the film. Frame n starts at n tenths of a second.
  private final class Command {
    var runs: [(from: Double, length: Double)] = []
    var closedCount = 0
    private let frames: [Int]
    /// A run that does not begin at 0 brings frames from the next multiple of this on.
    private let keyDistance: Int
    /// By how many seconds a run begins earlier and ends later than it is told.
    var excess = 0.0

    init(_ frames: [Int], keyDistance: Int) { (self.frames, self.keyDistance) = (frames, keyDistance) }

    func open(_ from: Double, _ length: Double) throws(StreamFailure) -> MemorySource {
      runs.append((from, length))
      let from = max(0, from - excess)
      let end = (runs.last?.from ?? 0) + length + excess
      let first = (Int((from * 10).rounded(.up)) + keyDistance - 1) / keyDistance * keyDistance
      let printed = frames.filter { $0 >= (from == 0 ? 0 : first) && Double($0) < end * 10 }
      do { return MemorySource(try NumberedFrames.film(printed, in: .nut)) } catch {
        throw .inputOutput("the film cannot be made")
      }
    }
  }

  /// The frames that are shown, and the command that brought them.
  private func played(
    _ plays: [String], of frames: [Int], keyDistance: Int = 1, within times: Range<Double>? = nil,
    looksAround: Bool = false, isCutOff: Bool = false, excess: Double = 0
  ) throws -> (shown: [Int], command: Command) {
    let command = Command(frames, keyDistance: keyDistance)
    command.excess = excess
    let map = try PlayList(plays.map { try PlaySyntax.parse($0, on: Clip(duration: 25)) }).map()
    let range = times.map(OutputRange.times)
    let parts = ClipParts(
      of: map, within: range?.window(at: nil) ?? 0...Double.infinity, looksAround: looksAround, isCutOff: isCutOff,
      printsMore: excess > 0,
      opening: { (from: Double, length: Double) throws(StreamFailure) in try command.open(from, length) },
      closing: { (_: consuming MemorySource, _) throws(StreamFailure) in command.closedCount += 1 })
    let sink = MemorySink()
    let schedule = VariableSchedule(
      map, FrameClock(nominal: nil), timebase: Timebase(ticksPerSecond: 100)!, holdsEnd: range != nil, range: range)
    var retimer = Retimer(
      try parts.begin(), schedule, times: .stamped, writer: try Container.nut.writer(for: NumberedFrames.format),
      to: sink, moving: CopyingMover(), keeping: NumberedFrames.store(), recall: .never, parts: parts)
    try retimer.run { _, _ in }
    _ = try retimer.close()
    return (try Stream(sink.bytes).frames.map { Int($0[0]) }, command)
  }

  @Test func whatLiesBetweenIsNotPrinted() throws {
    let (shown, command) = try played(["1..2", "20..21"], of: Array(0..<250))
    #expect(shown == Array(10..<20) + Array(200..<210))
    #expect(
      command.runs.map(\.from) == [0.9, 19.9] && command.runs.map { ($0.from + $0.length).rounded() } == [3, 22]
        && command.closedCount == 1)
  }

  /// Where pictures depend on the frames beside those they lie between, one frame more is printed on either side.
  @Test func theFramesAroundAreFetched() throws {
    let (shown, command) = try played(["1..2", "20..21"], of: Array(0..<250), looksAround: true)
    #expect(shown == Array(10..<20) + Array(200..<210))
    #expect(command.runs.map { ($0.from * 10).rounded() } == [9, 8, 199, 198], "\(command.runs)")
    let slow = try played(["1..5", "23..24"], of: [0, 40, 80, 160, 240], looksAround: true)
    #expect(slow.shown == [0, 40, 160])
    // The second frame after the first part begins eight seconds later.
    #expect(slow.command.runs.contains { $0.from + $0.length > 16 && $0.from < 8 }, "\(slow.command.runs)")
  }

  /// Where the clip may go on behind the last part, too, however far away the next frames are; none may come.
  @Test func theFramesBehindTheLastPartAreFetched() throws {
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
    // The later runs look for a key frame and find none.
    #expect(try ends(before, keyDistance: 1000).suffix(3) == [9, 21, 69])
  }

  /// What a command prints around a part is passed over: the runs are those of a command that prints no more.
  @Test(arguments: [(["1..2", "20..21"], 1), (["20..21"], 30), (["20..21", "9..8", "1..2"], 7)])
  func whatIsAroundAPartIsPassedOver(_ plays: [String], _ keyDistance: Int) throws {
    let frames = Array(0..<250)
    let exact = try played(plays.sorted { $0.count < $1.count }, of: frames, keyDistance: 1)
    let more = try played(plays.sorted { $0.count < $1.count }, of: frames, keyDistance: keyDistance, excess: 4)
    #expect(more.shown == exact.shown)
    #expect(keyDistance > 7 || more.command.runs.map(\.from) == exact.command.runs.map(\.from), "\(more.command.runs)")
  }

  /// Parts that are not far apart are printed at once.
  @Test func shortGapsAreRead() throws {
    let (shown, command) = try played(["6..7", "12..13"], of: Array(0..<250))
    #expect(shown == Array(60..<70) + Array(120..<130) && command.runs.count == 1 && command.runs[0].from == 5.9)
  }

  /// A run that lands behind the part's start is begun again from further back.
  @Test func whatASeekMissesIsFetched() throws {
    let (shown, command) = try played(["20..21"], of: Array(0..<250), keyDistance: 30)
    #expect(shown == Array(200..<210) && command.runs.map(\.from) == [19.9, 18])
    let late = try played(["20..21"], of: Array(0..<250), keyDistance: 70)
    #expect(late.shown == Array(200..<210) && late.command.runs.map(\.from) == [19.9, 18, 12])
    let never = try played(["20..21"], of: Array(0..<250), keyDistance: 1000)
    #expect(never.shown == Array(200..<210) && never.command.runs.map(\.from) == [19.9, 18, 12, 0])
  }

  /// A frame that has been on screen for long when the part begins, or stays for long after it.
  @Test func framesMayStandForLong() throws {
    let (shown, command) = try played(["1..5", "23..24"], of: [0, 40, 80, 160, 240])
    #expect(shown == [0, 40, 160] && command.runs.count == 6, "\(command.runs)")
  }

  /// Of a piece no more is printed than it shows, with a frame around it.
  @Test func aWindowIsPrintedWithItsNeighbours() throws {
    let forward = try played(["0..25"], of: Array(0..<250), within: 10..<12)
    #expect(forward.shown == Array(100..<120) && forward.command.runs.map(\.from) == [8.9])
    // Played backward, the frame before the one on screen at the end is mixed with it: here it begins at 0.
    let backward = try played(["25..0"], of: [0, 40, 95, 105, 200], within: 14..<16)
    #expect(backward.shown == [95, 40] && backward.command.runs.contains { $0.from == 0 }, "\(backward.command.runs)")
    // The next frame is far away.
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
  func partsAreWhatIsShown(_ plays: [String], _ parts: [ClosedRange<Double>]) throws {
    let map = try PlayList(plays.map { try PlaySyntax.parse($0, on: Clip(duration: 25)) }).map()
    #expect(map.shownParts() == (parts.count == 3 ? [1...9, 20...21] : parts))
    let open = try TimeMap(scale: 1, duration: nil).shownParts()
    #expect(open.count == 1 && open[0].lowerBound == 0 && open[0].upperBound == .infinity)
  }
}
