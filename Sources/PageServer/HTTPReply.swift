import Film
import Streams
import Tool

/// The answer to a request. The connection closes after the answer.
struct HTTPReply {
  enum Status: String {
    case done = "200 OK"
    case part = "206 Partial Content"
    case malformed = "400 Bad Request"
    case forbidden = "403 Forbidden"
    case missing = "404 Not Found"
    case wrongMethod = "405 Method Not Allowed"
    case conflict = "409 Conflict"
    case tooLong = "413 Content Too Large"
    case beyond = "416 Range Not Satisfiable"
    case busy = "503 Service Unavailable"
  }

  enum Body {
    case bytes([UInt8])
    case file(ReadableFile, Range<Int>)
    /// The output of commands, as it arrives. They are killed if the browser closes the connection.
    case output(Question)
    /// A part of the result. The reply begins with its first bytes, so that a failure before them can be told.
    case preview(Preview)
    /// The answer of a program that is starting.
    case awaited(OtherFilm)
    /// Events for the page, until the page is closed.
    case events
  }

  let status: Status
  var headers: [(name: String, value: String)]
  let body: Body

  /// - Parameter type: the media type of the body.
  init(_ status: Status = .done, type: String, _ body: Body, adding headers: [(name: String, value: String)] = []) {
    self.status = status
    self.headers = [("Content-Type", type)] + headers
    self.body = body
  }

  /// A line of plain text.
  init(_ status: Status, _ line: String) {
    self.init(status, type: "text/plain; charset=utf-8", .bytes(ByteText.bytes(line + "\n")))
  }

  /// A file, or the part that a `Range` header requests.
  init(_ file: ReadableFile, type: String, range header: String?) {
    let accepts = [(name: "Accept-Ranges", value: "bytes")]
    switch ByteRange(header, of: file.size) {
    case .whole: self.init(type: type, .file(file, 0..<file.size), adding: accepts)
    case .part(let part):
      let value = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.size)"
      self.init(.part, type: type, .file(file, part), adding: accepts + [("Content-Range", value)])
    case .beyond:
      self.init(.beyond, type: type, .bytes([]), adding: [("Content-Range", "bytes */\(file.size)")])
    }
  }

  /// The status line and headers. They forbid caching, and loading anything from other servers.
  var head: [UInt8] {
    var lines = ["HTTP/1.1 \(status.rawValue)"] + headers.map { "\($0.name): \($0.value)" }
    if let length { lines.append("Content-Length: \(length)") }
    lines += [
      "Connection: close", "Cache-Control: no-store", "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff",
      "Cross-Origin-Resource-Policy: same-origin", "Cross-Origin-Opener-Policy: same-origin",
      "Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
        + "connect-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; frame-ancestors 'none'; "
        + "base-uri 'none'; form-action 'none'",
    ]
    return ByteText.bytes(lines.map { $0 + "\r\n" }.joined() + "\r\n")
  }

  /// The length of the body; nil if the end of the connection ends the body.
  private var length: Int? {
    switch body {
    case .bytes(let bytes): bytes.count
    case .file(_, let part): part.count
    case .output, .preview, .awaited, .events: nil
    }
  }
}
