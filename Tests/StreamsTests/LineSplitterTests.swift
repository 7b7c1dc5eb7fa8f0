import Testing

@testable import Streams

@Suite struct LineSplitterTests {
  private func lines(_ blocks: [String]) -> [String] {
    var splitter = LineSplitter()
    let whole = blocks.flatMap { splitter.take(Array($0.utf8)) }.map { String(decoding: $0, as: UTF8.self) }
    return whole + (splitter.takeRest().map { ["rest " + String(decoding: $0, as: UTF8.self)] } ?? [])
  }

  @Test(
    arguments: [
      ([], []), (["a\nb\n"], ["a", "b"]), (["a", "b\n\nc"], ["ab", "", "rest c"]), (["\n"], [""]),
      (["a", "b", "c\n"], ["abc"]), (["a\n", "", "b"], ["a", "rest b"]),
    ] as [([String], [String])])
  func blockEndsDoNotChangeLines(_ blocks: [String], _ due: [String]) {
    #expect(lines(blocks) == due)
  }
}
