import Testing

@testable import Values
@testable import Warp

@Suite struct AnchorNoteTests {
  private static func notes(_ texts: [String], _ easing: Anchors.Easing = .linear) throws -> [String] {
    try Anchors(texts.map { try AnchorSyntax.parse($0, on: Clip()) }, easing: easing).notes
  }

  @Test(
    arguments: [
      (["5=8", "10=7"], ["playback is backward between the anchors 10=7 and 5=8, at 5x"]),
      (["5=5", "85=15"], []), (["5=5", "86=15"], ["playback is very fast between the anchors 5=5 and 86=15, at 8.1x"]),
      (["50=5"], ["playback is very fast between the anchors 0=0 and 50=5, at 10x"]),
      (["5=5", "5=7", "1=9"], ["playback is backward between the anchors 5=7 and 1=9, at 2x"]),
      (["5=0", "8=3"], []), (["1=1000"], []),
    ])
  func backwardAndFastAnchorsAreReported(_ anchors: [String], _ notes: [String]) throws {
    #expect(try Self.notes(anchors) == notes)
  }

  @Test(
    arguments: [
      (["2=2", "4=5", "6=7"], []), (["2=2"], []), (["4=1", "4=3", "8=5"], []),
      (
        ["2=5", "4=6"],
        [
          "the smooth curve between the anchors 2=5 and 4=6 reaches more than 1000000x; "
            + "--anchor-easing linear reaches at most 2x"
        ]
      ),
    ])
  func fastSmoothCurvesAreReported(_ anchors: [String], _ notes: [String]) throws {
    #expect(try Self.notes(anchors, .smooth) == notes)
    #expect(try Self.notes(anchors) == [])
  }

  @Test func smoothAnchorsAreComparedWithTheFastestLine() throws {
    let notes = try Self.notes(["1=1", "11=2"], .smooth)
    #expect(notes.count == 2 && notes[0].hasSuffix("at 10x"), "\(notes)")
    #expect(notes[1].hasSuffix("linear reaches at most 10x"))
  }

  @Test func atMostThreePairsAreReported() throws {
    let anchors = (1...20).map { "\($0 % 2 == 0 ? 1 : 3)=\($0)" }
    let notes = try Self.notes(anchors)
    #expect(notes.count == 4 && notes[3] == "7 more pairs of anchors have the same problem", "\(notes)")
  }
}
