import TestSupport
import Testing

@testable import Values
@testable import Warp

@Suite struct PacketCourseTests {
  private static func play(_ list: String) throws -> TimeMap {
    let clip = Clip(duration: 10)
    return try PlayList(list.split(separator: " ").map { try PlaySyntax.parse(String($0), on: clip) }).map()
  }

  @Test(arguments: [
    ("0..5 6..10", "from 5 s to 6 s"), ("0..5 4..10", "from 5 s to 4 s"), ("5..0", "plays backward"),
    ("0..5 5..0", "plays backward"),
  ])
  func mapsThatCutOrReverseAreRefused(list: String, place: String) throws {
    let map = try Self.play(list)
    let refusal = complaint { try PacketCourse(map) }
    #expect(refusal.contains(place) && refusal.contains("at \(list == "5..0" ? 0 : 5) s of the result"))
  }

  /// A frame appears when its instant is first shown. A frame before the shown part appears at its start, and a frame
  /// after it as if the map continued.
  @Test(arguments: ["0..10", "2..5@2x 5..9@0.5x", "1..3 3..9@4x"]) func framesAppearAtTheirFirstVisit(list: String)
    throws
  {
    let map = try Self.play(list)
    let course = try PacketCourse(map)
    var random = SplitMix64(seed: 3)
    let end = try #require(course.end)
    for _ in 0..<1000 {
      let source = course.start + (end - course.start) * Double(random.whole(below: 100_001)) / 100_000
      let due = try #require(map.firstVisit(of: source)).warped
      #expect(abs(course.warped(at: source) - due) < 1e-12)
    }
    #expect(course.warped(at: course.start - 0.01) == 0)
    #expect(course.warped(at: end + 1) > course.warped(at: end + 0.5))
  }

  /// In a freeze a frame lasts longer. A frame that begins at the frozen source time appears when the freeze begins.
  @Test func freezesAreKept() throws {
    let map = try TimeMap(scale: 1, duration: 10).frozen(at: 4, for: 2)
    let course = try PacketCourse(map)
    #expect(course.warped(at: 3.96) == 3.96 && course.warped(at: 4) == 4)
    #expect(abs(course.warped(at: 4.04) - 6.04) < 1e-12)
    let first = try PacketCourse(TimeMap(scale: 1, duration: 10).frozen(at: 0, for: 2))
    #expect(first.warped(at: 0) == 0 && abs(first.warped(at: 0.04) - 2.04) < 1e-12)
    let open = try PacketCourse(TimeMap(scale: 3, duration: nil))
    #expect(open.end == nil && open.warped(at: 100) == 300)
  }
}
