import Testing

@testable import Notation

@Suite struct JSONReaderTests {
  private static func value(_ text: String) throws -> JSONValue { try JSONReader.value(Array(text.utf8)) }

  private static func error(_ text: String) throws -> NotationError {
    try #require(throws: NotationError.self) { try value(text) }
  }

  @Test func readsJSON() throws {
    let value = try Self.value(#"{"a": [1, -2.5e1, true, null], "b": {"c": "x\n\u00e9\ud83d\ude00\/"}, "a2": ""}"#)
    #expect(value["a"]?.array?.map(\.number) == [1, -25, nil, nil])
    #expect(value["a"]?.array?[3].isNull == true && value["a"]?.array?[2].content == .bool(true))
    #expect(value["b"]?["c"]?.string == "x\né😀/")
    #expect(value["c"] == nil && value["a"]?["c"] == nil)
  }

  @Test func readsJSON5() throws {
    let value = try Self.value(
      """
      // a project
      { version: 2, 'name': 'it\\'s', /* more */ list: [ .5, 5., +1, 0xFF, -0x10, Infinity, NaN, ],
        $key_1: "a\\
      b", }
      """)
    #expect(value["version"]?.number == 2 && value["name"]?.string == "it's" && value["$key_1"]?.string == "ab")
    #expect(value["list"]?.array?.map(\.number) == [0.5, 5, 1, 255, -16, nil, nil])
  }

  @Test func rangesCoverTheValuesInTheText() throws {
    let text = "\u{FEFF}{ a: [ 12.5 , {b : 'c'} ] }"
    let list = try #require(try Self.value(text)["a"]?.array)
    #expect(list.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) } == ["12.5", "{b : 'c'}"])
  }

  @Test(arguments: [
    ("", "cut off", 1), ("{", "a name", 1), ("[1\n2]", "comma or ]", 2), ("{a 1}", "colon", 1),
    ("{a:1 b:2}", "comma or }", 1),
    ("\n\n'a", "not closed", 3), ("[1] 2", "after the end", 1), ("[0x]", "no value", 1),
    ("[1,,2]", "value is missing", 1),
    ("nul", "no value", 1), ("/* a", "not closed", 1), (#""\u12""#, "too few", 1), ("--1", "no value", 1),
    ("\"a\n\"", "not closed", 1),
  ])
  func malformedTextIsRefusedWithItsLine(_ text: String, _ problem: String, _ line: Int) throws {
    let error = try Self.error(text)
    #expect(error.problem.contains(problem) && error.line == line, "\(error)")
  }

  @Test func deepNestingIsRefused() throws {
    #expect(try Self.value(String(repeating: "[", count: 100) + String(repeating: "]", count: 100)).array?.count == 1)
    #expect(try Self.error(String(repeating: "[", count: 100_000)).problem.contains("100 levels"))
    #expect(try Self.error(String(repeating: "{a:", count: 100_000)).problem.contains("100 levels"))
  }
}
