import TestSupport
import Testing
import Values

@testable import Video

@Suite struct StreamWishesTests {
  private static let pal = FrameRate(Rational(25)!)!
  private static let ntsc = FrameRate(Rational(30000, 1001)!)!

  private func format(_ rate: FrameRate?) -> StreamFormat {
    var format = StreamFormat.sample()
    format.rate = rate
    format.timebase = Rational(1, 1000)
    return format
  }

  private func wishes(_ change: (inout StreamWishes) -> Void = { _ in }) -> StreamWishes {
    var wishes = StreamWishes()
    change(&wishes)
    return wishes
  }

  @Test func givenInputRateIsUsed() throws {
    #expect(try wishes().input(format(Self.pal), in: .y4m, listed: nil).rate == Self.pal)
    let given = wishes { $0.inputRate = Self.ntsc }
    #expect(try given.input(format(Self.pal), in: .y4m, listed: nil).rate == Self.ntsc)
    #expect(complaint { try wishes().input(format(nil), in: .y4m, listed: nil) }.hasSuffix("; add --input-fps RATE"))
    // Frames with timestamps need no frame rate.
    #expect(try wishes().input(format(nil), in: .nut, listed: nil).rate == nil)
    #expect(try wishes().input(format(nil), in: .y4m, listed: [0, 1]).rate == nil)
  }

  /// A start time of 0 has no effect: NUT frames keep their timestamps, and y4m frames are timed by counting.
  @Test func startDelaysCountedFrames() throws {
    let late = wishes { $0.start = 1 }
    #expect(complaint { try late.input(format(Self.pal), in: .nut, listed: nil) }.contains("already have timestamps"))
    let usual = wishes { $0.start = 0 }
    guard case .stamped = try usual.input(format(Self.pal), in: .nut, listed: nil).times,
      case .counted = try usual.input(format(Self.pal), in: .y4m, listed: nil).times,
      case .late(2, Self.pal) = try wishes { $0.start = 2 }.input(format(Self.pal), in: .y4m, listed: nil).times
    else {
      Issue.record("a start is misunderstood")
      return
    }
  }

  @Test func listedTimestampsReplaceThoseOfTheStream() throws {
    for container in [Container.y4m, .nut] {
      guard case .listed([0, 1]) = try wishes().input(format(Self.pal), in: container, listed: [0, 1]).times else {
        Issue.record("the list is not followed")
        continue
      }
    }
    guard case .stamped = try wishes().input(format(Self.pal), in: .nut, listed: nil).times else {
      Issue.record("the stamps are not followed")
      return
    }
    guard case .counted = try wishes().input(format(Self.pal), in: .y4m, listed: nil).times else {
      Issue.record("frames are not counted")
      return
    }
  }

  @Test func outputAtAFixedRateIsCounted() throws {
    let output = try wishes().output(format(Self.pal), in: .nut, inputRate: Self.ntsc)
    #expect(output.rate == Self.ntsc && output.format.rate == Self.ntsc && output.format.timebase == nil)
    #expect(output.container == .nut)
    let wished = wishes { ($0.rate, $0.container) = (Self.pal, .y4m) }
    let other = try wished.output(format(nil), in: .nut, inputRate: nil)
    #expect(other.rate == Self.pal && other.container == .y4m)
    #expect(complaint { try wishes().output(format(nil), in: .nut, inputRate: nil) }.hasSuffix("rate; add --fps RATE"))
  }

  @Test(
    arguments: [
      (.y4m, false, nil, .nut), (.y4m, true, nil, .y4m), (.nut, true, nil, .nut), (.nut, true, .y4m, .y4m),
    ] as [(Container, Bool, Container?, Container)])
  func timestampsNeedNUTOrAList(_ input: Container, _ lists: Bool, _ wish: Container?, _ container: Container) throws {
    let wishes = wishes { ($0.timebase, $0.listsTimestamps, $0.container) = (.standard, lists, wish) }
    let output = try wishes.output(format(Self.pal), in: input, inputRate: Self.pal)
    #expect(output.container == container && output.rate == nil && output.format.rate == Self.pal)
    #expect(output.format.timebase == Rational(1, Int64(Timebase.standard.ticksPerSecond)))
  }

  @Test func droppedCountExcludesUnusedFrames() {
    var tally = FrameTally()
    for frame in [0, 1, 4] { tally.show(frame) }
    func report(_ inputs: Int, unused: Int) -> RetimeReport {
      RetimeReport(
        tally: tally, inputCount: inputs, unusedCount: unused, warpedLength: 1, shortfall: nil, largestRounding: 0)
    }
    #expect(report(5, unused: 0).droppedCount == 2)
    #expect(report(5, unused: 1).droppedCount == 1)
    #expect(report(5, unused: 3).droppedCount == 0)
  }
}
