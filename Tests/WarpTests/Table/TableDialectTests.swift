import TestMaps
import TestSupport
import Testing

@testable import Values

/// Tables as spreadsheets and people write them.
@Suite struct TableDialectTests {
  private static let plain = "source\twarped\tscale\n0\t0\t1\n5.5\t7.25\t0.5\n62\t65\t1.5\ninf\tinf\t1.5\n"

  /// A dialect: separator, decimal mark, quotation and line ending.
  private struct Dialect {
    let separator: String
    var decimalMark = "."
    var isQuoted = false
    var lineEnd = "\n"
    var prefix = ""
    var header = ["source", "warped", "scale"]

    func text(_ rows: [[String]]) -> String {
      let numbers: [[String]] = rows.map { row in row.map { $0.replacing(".", with: decimalMark) } }
      let lines: [String] = ([header] + numbers).map { fields in
        let quoted: [String] = isQuoted ? fields.map { "\"\($0)\"" } : fields
        return quoted.joined(separator: separator) + lineEnd
      }
      return prefix + lines.joined()
    }
  }

  private static let dialects: [Dialect] = {
    var dialects: [Dialect] = []
    for (separator, mark) in [("\t", "."), ("\t", ","), (",", "."), (";", "."), (";", ","), (" ", "."), (" ", ",")] {
      for isQuoted in [false, true] {
        // Without quotation marks, commas next to blanks are separators.
        if separator == " ", mark == ",", !isQuoted { continue }
        for lineEnd in ["\n", "\r\n"] {
          for prefix in ["", "\u{FEFF}", "# a note, with; all \"of it\n"] {
            let header = isQuoted ? ["SOURCE", "Warped", "Scale"] : ["Source", "WARPED", "scale"]
            dialects.append(
              Dialect(
                separator: separator, decimalMark: mark, isQuoted: isQuoted, lineEnd: lineEnd, prefix: prefix,
                header: header))
          }
        }
      }
    }
    return dialects
  }()

  @Test func eachDialectIsReadAsThePlainTable() throws {
    let map = try TableText.map(Self.plain)
    let rows = [["0", "0", "1"], ["5.5", "7.25", "0.5"], ["62", "65", "1.5"], ["inf", "inf", "1.5"]]
    #expect(Self.dialects.count == 78)
    for dialect in Self.dialects {
      let text = dialect.text(rows)
      #expect(try TableText.map(text) == map, "\(text.debugDescription)")
      #expect(try TableText.map(Array(text.utf8), chunks: [1]) == map, "\(text.debugDescription)")
    }
  }

  @Test func aLongTableIsTheSameInEachDialect() throws {
    for seed in 1...8 as ClosedRange<UInt64> {
      let plain = TableText.text(of: RandomRows.rows(seed: seed, openEnd: seed % 2 == 0))
      let map = try TableText.map(plain)
      let rows = plain.split(separator: "\n").dropFirst(2)
      let fields = rows.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
      for dialect in Self.dialects where dialect.prefix.isEmpty {
        guard dialect.separator != " " || !fields.joined().contains("") else { continue }
        #expect(try TableText.map(dialect.text(fields)) == map, "seed \(seed): \(dialect)")
      }
    }
  }

  @Test(
    arguments: [
      "0:00\t0:00\t1\n0:05.5\t0:07.25\t.5\n1:02\t1:05\t1.5\ninf\tinf\t1.5\n",
      "0:00;0:00;1\n00:00:05,5;00:00:07,25;0,5\n00:01:02;00:01:05;1,5\n;;1,5\n",
      "warped;note;SCALE;source\n0;\"a;b\";1;0\n7,25;\"a \"\"b\"\" # c\";0,5;0:05,5\n65;;1,5;0:01:02\ninf;;1,5;inf\n",
      ",Source,Warped,Scale\n0,0,0,1\n1,5.5,7.25,.5\n2,62,65,1.5\n3,inf,inf,1.5\n",
      "source,warped,scale,note\n0,0,1,a;b\n5.5,7.25,.5,\"tab\there\"\n62,65,1.5,x\n,,1.5,\n",
      "0;0;1;;\n5,5;7,25;,5;;\n62;65;1,5;;\n;;1,5;;\n",
      "\"0\";\"0\";\"1\" # a\n\" 5,5 \";\"7,25\";\"0,5\"#\"\n62;\"65\";1,5\n\"\";\"\";1,5\n",
    ])
  func spreadsheetsReadAsThePlainTable(_ text: String) throws {
    let map = try TableText.map(Self.plain)
    #expect(try TableText.map(text) == map)
    for sizes in [[1], [2], [3], [7], [1, 5, 2]] { #expect(try TableText.map(Array(text.utf8), chunks: sizes) == map) }
  }

  @Test func columnsGoByNameSoSwappingThemChangesNothing() throws {
    let map = try TableText.map("Source;Warped\n0;0\n2;3\n")
    #expect(try TableText.map("Warped;Source\n0;0\n3;2\n") == map)
  }

  @Test(
    arguments: [
      ("0;0\n1;0:60\n", ":2:3", "write seconds such as"), ("0;0\n1;1:2:3:4\n", ":2:3", "no frame rate"),
      ("0;0;1\n1;1;0:01\n", ":2:5", "such as 0.5"), ("\"0,5\",0\n", ":1:2", "semicolons or tabs"),
      ("0,0\n0,5,1,25\n", ":2:7", "separate columns by semicolons"), ("0;0\n1.234,5;2\n", ":2:1", "thousands"),
      ("0;0\n1,234,567;2\n", ":2:1", "thousands"), ("0;0\n1,5;2\n3;4.5\n", ":3:3", "one decimal mark"),
      ("0;0\n1.5;2\n3;4,5\n", ":3:3", "one decimal mark"), ("0;0\n1.5;2\n0:03,5;4\n", ":3:1", "one decimal mark"),
      ("0;0\n\"1;1\n", ":2:1", "close the quotation mark"), ("0;0\n1;\"1\n", ":2:3", "close the quotation mark"),
      ("Source;Time\n0;0\n", ":1:1", "name at least"),
      ("0;0\n\"1\"x;1\n", ":2:1", "write seconds"), ("source\twarped\n0\t0\n-0:05\t1\n", ":3:1", "write seconds"),
    ])
  func errorsContainPlaceAndAdvice(_ text: String, _ place: String, _ advice: String) throws {
    let refusal = try #require(throws: Refusal.self, "\(text.debugDescription)") { try TableText.map(text) }
    #expect(refusal.place?.hasPrefix("map.tsv" + place) == true, "\(refusal)")
    #expect(refusal.advice?.contains(advice) == true, "\(refusal)")
  }

  @Test func utf16IsRefused() {
    let bytes: [UInt8] = [0xFF, 0xFE] + "0\t0\n1\t1\n".utf8.flatMap { [$0, 0] }
    #expect(complaint { try TableText.map(bytes) } == "the table is UTF-16 (map.tsv:1); save it as UTF-8")
  }

  @Test func quotedLinesAreLimitedButNotTheirComments() throws {
    let map = try TableText.map("0 0\n1 1\n")
    let comment = "\"0\" \"0\" #" + String(repeating: "x\"", count: 50_000) + "\n1 1\n"
    for sizes in [[1], [1000], [1 << 20]] {
      #expect(try TableText.map(Array(comment.utf8), chunks: sizes) == map)
      let endless = Array(("\"" + String(repeating: "#", count: 1 << 20)).utf8)
      let refusal = complaint { try TableText.map(endless, chunks: sizes) }
      #expect(refusal.hasPrefix("the line is too long for a row (map.tsv:1)"))
    }
  }
}
