import Testing

@testable import Warp

@Suite struct ListingWriterTests {
  private static func text(_ format: ListingFormat, _ rows: [[Double?]], title: String? = nil, isBare: Bool = false)
    -> String
  {
    var listing = ListingWriter(format, columns: ["a", "b"], title: title, isBare: isBare)
    for row in rows { listing.add(row) }
    return String(decoding: listing.finish(), as: UTF8.self)
  }

  private static let rows: [[Double?]] = [[0, 1.5], [nil, -1e-7], [2, .infinity]]

  @Test func tabSeparatedTextHasATitleAndNames() {
    #expect(Self.text(.tsv, Self.rows, title: "# t") == "# t\na\tb\n0\t1.5\n\t-1e-7\n2\tinf\n")
    #expect(Self.text(.tsv, Self.rows) == "a\tb\n0\t1.5\n\t-1e-7\n2\tinf\n")
    #expect(Self.text(.tsv, Self.rows, isBare: true) == "0\t1.5\n\t-1e-7\n2\tinf\n")
  }

  @Test func commaSeparatedTextOmitsInfiniteNumbers() {
    #expect(Self.text(.csv, Self.rows, title: "# t") == "a,b\n0,1.5\n,-1e-7\n2,\n")
  }

  @Test func jsonIsAnArrayOfObjects() {
    let text = Self.text(.json, Self.rows)
    #expect(
      text == """
        [
        {"a": 0, "b": 1.5},
        {"a": null, "b": -1e-7},
        {"a": 2, "b": null}
        ]

        """)
    #expect(Self.text(.json, []) == "[]\n")
  }

  @Test(arguments: ListingFormat.allCases)
  func takingBytesInPartsChangesNothing(_ format: ListingFormat) {
    var listing = ListingWriter(format, columns: ["a", "b"])
    var bytes: [UInt8] = []
    for row in Self.rows {
      bytes += listing.take()
      listing.add(row)
    }
    bytes += listing.take() + listing.finish()
    #expect(String(decoding: bytes, as: UTF8.self) == Self.text(format, Self.rows))
  }
}
