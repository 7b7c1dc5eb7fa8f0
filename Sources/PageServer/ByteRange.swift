/// The part of a file that a header `Range` asks for.
enum ByteRange: Equatable {
  case whole
  case part(Range<Int>)
  /// It lies beyond the end of the file.
  case beyond

  /// A part is at most so long. A browser asks again for what follows, and meanwhile holds no connection: it has six
  /// for all pages of a server, and a paused film would keep one.
  static let longest = 1 << 20

  /// A header that is not understood counts as none, as HTTP asks for. Of several ranges there is no need.
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

  /// `FIRST-LAST`, `FIRST-` or `-COUNT`.
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
