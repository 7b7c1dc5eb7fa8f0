import Testing

@testable import Values

@Suite struct SpellingTests {
  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("speed", "speed", 0),
    ("sped", "speed", 1), ("speeed", "speed", 1), ("spead", "speed", 1), ("spede", "speed", 1),
    ("seed", "speed", 1), ("pseed", "speed", 1), ("duratoin", "duration", 1),
    ("kitten", "sitting", 3), ("ca", "abc", 3), ("abcd", "badc", 2),
  ]) func distanceCountsEdits(first: String, second: String, slips: Int) {
    #expect(Spelling.distance(first, second) == slips)
    #expect(Spelling.distance(second, first) == slips)
  }

  private let names = ["fps", "frames", "freeze", "source-frames", "play", "plot"]

  @Test(arguments: [
    ("fsp", "fps"), ("fp", "fps"), ("frame", "frames"), ("freez", "freeze"), ("souce-frmaes", "source-frames"),
    ("source", "source-frames"), ("pl", "play"), ("plt", "plot"), ("plya", "play"),
  ]) func findsTheNearestWord(word: String, meant: String) {
    #expect(Spelling.nearest(to: word, among: names) == meant)
  }

  @Test(arguments: ["", "s", "xyz", "tempo", "output-frames", "sourzz-frzzes"])
  func returnsNilIfNothingIsNear(word: String) {
    #expect(Spelling.nearest(to: word, among: names) == nil)
  }
}
