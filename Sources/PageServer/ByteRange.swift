/// The part of a file that a `Range` header requests.
enum ByteRange: Equatable {
  case whole
  case part(Range<Int>)
  /// The part begins after the end of the file.
  case beyond

  /// The largest part of one reply, in bytes. The browser requests the next part when it needs it. Otherwise a paused
  /// film would keep one of the six connections that a browser has for all pages of a server.
  static let longest = 1 << 20

  /// Ignores a header that it cannot parse, as HTTP requires, and a header with several ranges.
  init(_ header: String?, of size: Int) {
    guard let header, header.hasPrefix("bytes=") else {
      self = .whole
      return
    }
    let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let (first, last) = Self.bounds(ends[0], ends[1], size) else {
      self = .whole
      return
    }
    guard first < size, first <= last else {
      self = .beyond
      return
    }
    self = .part(first..<min(last + 1, size, first + Self.longest))
  }

  /// Parses `FIRST-LAST`, `FIRST-` or `-COUNT`.
  private static func bounds(_ first: Substring, _ last: Substring, _ size: Int) -> (Int, Int)? {
    switch (number(first), number(last)) {
    case (let first?, let last?) where first <= last: (first, last)
    case (let first?, nil) where last.isEmpty: (first, max(first, size - 1))
    case (nil, let count?) where first.isEmpty: count == 0 ? (size, size) : (max(0, size - count), size - 1)
    default: nil
    }
  }

  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 18, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text)
  }
}
