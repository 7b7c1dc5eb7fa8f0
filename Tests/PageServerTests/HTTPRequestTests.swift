import TestSupport
import Testing

@testable import PageServer

@Suite struct HTTPRequestTests {
  private func request(_ text: String, in size: Int = .max) throws(HTTPRequestReader.Refusal) -> HTTPRequest? {
    try request(Array(text.utf8)[...], in: size)
  }

  private func request(_ bytes: ArraySlice<UInt8>, in size: Int) throws(HTTPRequestReader.Refusal) -> HTTPRequest? {
    var (reader, rest) = (HTTPRequestReader(), bytes)
    while !rest.isEmpty {
      if let request = try reader.take(rest.prefix(size)) { return request }
      rest = rest.dropFirst(size)
    }
    return nil
  }

  private static let whole = "POST /abc/render?x=1&from=2.5 HTTP/1.1\r\nHost: a:1\r\nContent-Length:  5 \r\n\r\nhello"

  @Test(arguments: [1, 2, 3, 7, 1000]) func chunksOfAnySizeGiveTheSameRequest(size: Int) throws {
    let request = try #require(try request(Self.whole, in: size))
    #expect(request.method == .post && request.path == "/abc/render" && request.query == "x=1&from=2.5")
    #expect(request.field("from") == "2.5" && request.field("fro") == nil)
    #expect(request.headers == ["host": "a:1", "content-length": "5"] && request.body == Array("hello".utf8))
  }

  @Test func anIncompleteRequestGivesNil() throws {
    let bytes = Array(Self.whole.utf8)
    for count in bytes.indices { #expect(try request(bytes[..<count], in: .max) == nil) }
  }

  @Test(arguments: [
    "GET / HTTP/2\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n", "GET a HTTP/1.1\r\n\r\n", "GET /\u{e9} HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1 \r\n\r\n", "\r\n\r\n", "GET /\nx HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nA\r\n\r\n",
    "GET / HTTP/1.1\r\nA: 1\r\n B\r\n\r\n", "GET / HTTP/1.1\r\nA : 1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n",
    "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    "GET / HTTP/1.1\r\nContent-Length: 1e3\r\n\r\n", "GET / HTTP/1.1\r\nA: \u{0}\r\n\r\n",
  ]) func aMalformedRequestIsRefused(text: String) {
    #expect(throws: HTTPRequestReader.Refusal.malformed) { try self.request(text) }
  }

  @Test func tooLongRequestsAreRefusedEarly() {
    let head = "GET /\(String(repeating: "a", count: HTTPRequestReader.longestHead))"
    #expect(throws: HTTPRequestReader.Refusal.tooLong) { try request(head, in: 4096) }
    let many = (0...100).map { "H\($0): 1\r\n" }.joined()
    #expect(throws: HTTPRequestReader.Refusal.tooLong) { try request("GET / HTTP/1.1\r\n\(many)\r\n") }
    let body = "GET / HTTP/1.1\r\nContent-Length: \(HTTPRequestReader.longestBody + 1)\r\n\r\n"
    #expect(throws: HTTPRequestReader.Refusal.tooLong) { try request(body) }
    #expect(throws: HTTPRequestReader.Refusal.unknownMethod) { try request("PUT / HTTP/1.1\r\n\r\n") }
  }

  @Test(arguments: [
    ("bytes=0-9", ByteRange.part(0..<10)), ("bytes=90-", .part(90..<100)), ("bytes=90-500", .part(90..<100)),
    ("bytes=-10", .part(90..<100)), ("bytes=-500", .part(0..<100)), ("bytes=100-", .beyond), ("bytes=-0", .beyond),
    ("bytes=9-5", .whole), ("bytes=0-1,5-6", .whole), ("bytes=", .whole), ("bytes=-", .whole), ("chars=0-9", .whole),
    ("bytes=99999999999999999999-", .whole), ("bytes= 1-2", .whole), ("bytes=+1-2", .whole),
  ]) func rangesAreParsedAsInHTTP(header: String, range: ByteRange) { #expect(ByteRange(header, of: 100) == range) }

  @Test func aRangeIsNoLongerThanItsLimit() {
    #expect(ByteRange("bytes=5-", of: .max) == .part(5..<5 + ByteRange.longest))
    #expect(ByteRange(nil, of: 7) == .whole && ByteRange("bytes=0-", of: 0) == .beyond)
  }
}
