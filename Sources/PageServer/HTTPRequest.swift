import Streams

/// A complete HTTP/1.1 request.
struct HTTPRequest: Equatable, Sendable {
  enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  let method: Method
  /// The path as sent, without decoding: no path of the server needs percent-encoding.
  let path: String
  /// The text after `?`, empty without a query.
  let query: String
  /// The keys are in lower case.
  let headers: [String: String]
  let body: [UInt8]

  /// Returns the value of a query field, such as 12.5 in `from=12.5`.
  func field(_ name: String) -> String? {
    query.split(separator: "&").first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
  }
}

/// Collects the bytes of one request. Limits head and body, because the server needs little of both.
struct HTTPRequestReader {
  static let longestHead = 16 * 1024
  static let longestBody = 256 * 1024
  private static let mostHeaders = 100

  enum Refusal: Error, Equatable { case malformed, tooLong, unknownMethod }

  private var bytes: [UInt8] = []
  /// The index up to which no head end was found, so that no byte is searched twice.
  private var searched = 0
  private var head: (method: HTTPRequest.Method, target: String, headers: [String: String], length: Int, end: Int)?

  /// Takes a block, and returns the request when it is complete. Drops bytes after the request, because each connection
  /// serves one request.
  mutating func take(_ block: some Sequence<UInt8>) throws(Refusal) -> HTTPRequest? {
    bytes += block
    if head == nil {
      guard let end = headEnd() else {
        guard bytes.count <= Self.longestHead else { throw .tooLong }
        return nil
      }
      guard end <= Self.longestHead else { throw .tooLong }
      head = try Self.head(bytes[..<end], endingAt: end)
    }
    guard let head, bytes.count - head.end >= head.length else { return nil }
    let parts = head.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    return HTTPRequest(
      method: head.method, path: String(parts[0]), query: parts.count == 2 ? String(parts[1]) : "",
      headers: head.headers, body: Array(bytes[head.end..<head.end + head.length]))
  }

  /// Returns the index after the empty line that ends the head; nil if the line has not arrived.
  private mutating func headEnd() -> Int? {
    var index = searched
    while index + 4 <= bytes.count {
      if bytes[index..<index + 4].elementsEqual([13, 10, 13, 10]) { return index + 4 }
      index += 1
    }
    searched = index
    return nil
  }

  private static func head(
    _ bytes: ArraySlice<UInt8>, endingAt end: Int
  ) throws(Refusal) -> (HTTPRequest.Method, String, [String: String], Int, Int) {
    var lines = Self.lines(bytes.dropLast(4))
    let words = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0", words[1].first == "/",
      words[1].utf8.allSatisfy({ (0x21..<0x7F).contains($0) })
    else { throw .malformed }
    guard let method = HTTPRequest.Method(rawValue: String(words[0])) else { throw .unknownMethod }
    guard lines.count <= mostHeaders else { throw .tooLong }
    var headers: [String: String] = [:]
    for line in lines {
      let (name, value) = try header(line)
      // A repeated header would let two programs read the request differently.
      guard headers.updateValue(value, forKey: name) == nil else { throw .malformed }
    }
    guard headers["transfer-encoding"] == nil else { throw .malformed }
    return (method, String(words[1]), headers, try length(headers["content-length"]), end)
  }

  /// Splits at CR LF. Each byte is a character of ISO 8859-1.
  private static func lines(_ bytes: ArraySlice<UInt8>) -> [String] {
    var lines: [[UInt8]] = [[]]
    for byte in bytes {
      if byte == UInt8(ascii: "\n"), lines[lines.count - 1].last == UInt8(ascii: "\r") {
        lines[lines.count - 1].removeLast()
        lines.append([])
      } else {
        lines[lines.count - 1].append(byte)
      }
    }
    return lines.map { line in line.reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1)) } }
  }

  private static func header(_ line: String) throws(Refusal) -> (String, String) {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[0].unicodeScalars.allSatisfy(isOfName),
      parts[1].unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" })
    else { throw .malformed }
    let value = parts[1].unicodeScalars.drop { $0 == " " || $0 == "\t" }
    let end = value.lastIndex { $0 != " " && $0 != "\t" }.map { value.index(after: $0) } ?? value.startIndex
    return (parts[0].lowercased(), String(value[..<end]))
  }

  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "-" || scalar == "_")
  }

  private static func length(_ text: String?) throws(Refusal) -> Int {
    guard let text else { return 0 }
    guard !text.isEmpty, text.utf8.count <= 12, text.utf8.allSatisfy({ (48...57).contains($0) }), let length = Int(text)
    else { throw .malformed }
    guard length <= longestBody else { throw .tooLong }
    return length
  }
}
