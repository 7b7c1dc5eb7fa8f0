import Testing

@testable import Notation

@Suite struct XMLReaderTests {
  private static func element(_ text: String) throws -> XMLElement { try XMLReader.element(Array(text.utf8)) }

  private static func error(_ text: String) throws -> NotationError {
    try #require(throws: NotationError.self) { try element(text) }
  }

  @Test func readsElementsAttributesAndText() throws {
    let root = try Self.element(
      """
      \u{FEFF}<?xml version="1.0"?>
      <!DOCTYPE fcpxml>
      <!-- a comment --><r:root a="1 &lt; &quot;2&#x41;" b='x'>
        one <![CDATA[<two>]]> &amp;
        <child/><child x="y">three</child><?pi?>
      </r:root>
      """)
    #expect(root.name == "r:root" && root.localName == "root")
    #expect(root["a"] == "1 < \"2A" && root["b"] == "x" && root["c"] == nil)
    #expect(root.children.map(\.text) == ["", "three"] && root.first("child")?.attributes == [:])
    #expect(root.text.contains("one <two> &"))
    #expect(root.all("child").count == 2 && root.all("root").count == 1)
  }

  @Test func rangesCoverTheValuesInTheText() throws {
    let text = "<a> <b>x&amp;y</b><c/></a>"
    let root = try Self.element(text)
    func part(_ range: Range<Int>) -> String { String(decoding: Array(text.utf8)[range], as: UTF8.self) }
    #expect(root.children.map { part($0.range) } == ["<b>x&amp;y</b>", "<c/>"])
    #expect(root.children.map { part($0.contentRange) } == ["x&amp;y", ""])
  }

  @Test func entitiesAndDocumentTypesAreRefused() throws {
    for text in [
      "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "<!DOCTYPE a SYSTEM 'b' [<!ENTITY c 'd'>]><a>&c;</a>",
      "<!DOCTYPE a OTHER 'x'><a/>",
    ] {
      #expect(try Self.error(text).problem == "a document type may only be named")
    }
    // The addresses of a document type are not opened.
    #expect(try XMLReader.element(Array("<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>".utf8)).text == "")
    #expect(try XMLReader.element(Array("<!DOCTYPE a PUBLIC 'x' \"y\"><a>b</a>".utf8)).text == "b")
    for text in ["<a>&b;</a>", "<a>&#xD800;</a>", "<a>&#99999999;</a>", "<a>& </a>", "<a b='&c'/>", "<a>&;</a>"] {
      #expect(try Self.error(text).problem == "this entity is not known", "\(text)")
    }
  }

  @Test(arguments: [
    ("", "tag is missing", 1), ("x", "tag is missing", 1), ("<a>\n<b></a>", "</b> is missing", 2),
    ("<a", "not closed", 1),
    ("<a b>", "no value", 1), ("<a b=c/>", "quotation marks", 1), ("<a b='c/>", "not closed", 1),
    ("<a/><b/>", "after the last", 1),
    ("<a><!-- </a>", "not closed", 1), ("<a b='1' b='2'/>", "twice", 1), ("<a>", "</a> is missing", 1),
    ("<a>\n\n<![CDATA[", "not closed", 3),
  ])
  func malformedTextIsRefusedWithItsLine(_ text: String, _ problem: String, _ line: Int) throws {
    let error = try Self.error(text)
    #expect(error.problem.contains(problem) && error.line == line, "\(error)")
  }

  @Test func deepNestingIsRefused() throws {
    #expect(try Self.error(String(repeating: "<a>", count: 100_000)).problem.contains("100 levels"))
  }
}
