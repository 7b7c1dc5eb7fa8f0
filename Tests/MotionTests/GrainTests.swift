import Pixels
import Streams
import TestFrames
import TestSupport
import Testing

@testable import Motion

/// Tests film grain. Most tests use four frames of a moving picture, each with different grain. The upper third of the
/// picture is full of detail, and the rest is a gradient.
@Suite struct GrainTests {
  private static let grey = PixelLayout("gray", width: 256, height: 160)!
  private static let phases = [0.25, 0.5, 0.75]

  private static func picture(_ time: Double, _ layout: PixelLayout) -> [UInt8] {
    var frame = MotionTests.scenery(layout, x: 3.5 * time, y: 1.25 * time)
    for row in layout.height / 3..<layout.height {
      for column in 0..<layout.width {
        let place = Double(column) + 3.5 * time + Double(row) + 1.25 * time
        frame[row * layout.width + column] = UInt8(60 + 0.4 * place)
      }
    }
    return frame
  }

  /// Adds random grain to a frame.
  private static func grainy(
    _ frame: [UInt8], _ layout: PixelLayout, seed: UInt64, where isGrainy: (Int, Int) -> Bool = { _, _ in true }
  ) -> [UInt8] {
    var random = SplitMix64(seed: seed)
    return frame.indices.map { index in
      let grain = Int.random(in: -12...12, using: &random)
      let isGrainy = isGrainy(index % layout.width, index / layout.width)
      return UInt8(min(max(Int(frame[index]) + (isGrainy ? grain : 0), 0), 255))
    }
  }

  private static func made(
    _ frames: [[UInt8]], at phase: Double, keepsGrain: Bool = true, _ layout: PixelLayout = grey,
    by workers: any Workers = OneWorker()
  ) -> [UInt8] {
    let maker = FrameMaker(layout, by: workers, keepsGrain: keepsGrain)
    maker.take(1, of: frames)
    return MotionTests.made(by: maker, at: phase, layout)
  }

  /// The root mean square difference between two frames, without the borders of the picture.
  private static func deviation(_ one: [UInt8], _ other: [UInt8], _ layout: PixelLayout = grey) -> Double {
    let inside = (16..<layout.height - 16).flatMap { row in (16..<layout.width - 16).map { row * layout.width + $0 } }
    let squares = inside.reduce(0.0) { sum, index in
      let difference = Double(one[index]) - Double(other[index])
      return sum + difference * difference
    }
    return (squares / Double(inside.count)).squareRoot()
  }

  private static let films = (0..<4).map { number in
    (clean: picture(Double(number), grey), grainy: grainy(picture(Double(number), grey), grey, seed: UInt64(number)))
  }

  @Test(arguments: phases) func keptGrainIsAsStrongAsInTheSource(phase: Double) {
    let source = Self.deviation(Self.films[1].grainy, Self.films[1].clean)
    let truth = Self.picture(1 + phase, Self.grey)
    let averaged = Self.deviation(Self.made(Self.films.map(\.grainy), at: phase, keepsGrain: false), truth) / source
    let kept = Self.deviation(Self.made(Self.films.map(\.grainy), at: phase), truth) / source
    #expect(averaged < 0.8, "\(averaged)")
    #expect((0.93...1.07).contains(kept), "\(kept)")
  }

  @Test func keptGrainDiffersInEachFrame() {
    let grains = Self.phases.map { phase in
      let made = Self.made(Self.films.map(\.grainy), at: phase)
      return zip(made, Self.made(Self.films.map(\.grainy), at: phase, keepsGrain: false)).map { Int($0) - Int($1) }
    }
    for (one, other) in [(0, 1), (1, 2), (0, 2)] {
      let (product, square) = zip(grains[one], grains[other]).reduce((0, 0)) { sum, pair in
        (sum.0 + pair.0 * pair.1, sum.1 + pair.0 * pair.0)
      }
      #expect(abs(Double(product)) < 0.2 * Double(square))
    }
  }

  @Test func framesWithoutGrainGetNone() {
    let frames = (0..<4).map { MotionTests.scenery(Self.grey, x: 3.5 * Double($0), y: 1.25 * Double($0)) }
    let (kept, averaged) = (Self.made(frames, at: 0.5), Self.made(frames, at: 0.5, keepsGrain: false))
    #expect(Self.deviation(kept, averaged) < 0.3)
  }

  /// The area without grain is a bar of one brightness, as in TV news.
  @Test func areasWithoutGrainGetNone() {
    let bar = 80..<112
    let frames = (0..<4).map { number in
      var frame = Self.picture(Double(number), Self.grey)
      for row in bar { for column in 0..<Self.grey.width { frame[row * Self.grey.width + column] = 150 } }
      return Self.grainy(frame, Self.grey, seed: UInt64(number)) { !bar.contains($1) }
    }
    let made = Self.made(frames, at: 0.5)
    for row in bar.dropFirst(8).dropLast(8) {
      #expect(made[row * Self.grey.width..<(row + 1) * Self.grey.width].allSatisfy { $0 == 150 })
    }
  }

  @Test func orderOfWorkChangesNothing() {
    let frames = Self.films.map(\.grainy)
    #expect(Self.made(frames, at: 0.25) == Self.made(frames, at: 0.25, by: MotionTests.Contrary()))
  }

  /// Compares 10-bit frames with 8-bit frames. The 10-bit samples are the 8-bit samples times four.
  @Test func tenBitsHaveTheSameGrain() {
    let layout = PixelLayout("gray10le", width: 256, height: 160)!
    let frames = Self.films.map { film in film.grainy.flatMap { [$0 << 2, $0 >> 6] } }
    let made = Self.made(frames, at: 0.5, layout)
    let codes = stride(from: 0, to: made.count, by: 2).map { UInt8((Int(made[$0]) + 256 * Int(made[$0 + 1])) / 4) }
    let source = Self.deviation(Self.films[1].grainy, Self.films[1].clean)
    let kept = Self.deviation(codes, Self.picture(1.5, Self.grey)) / source
    #expect((0.93...1.07).contains(kept), "\(kept)")
  }
}
