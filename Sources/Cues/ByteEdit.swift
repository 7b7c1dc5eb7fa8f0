/// Bytes that replace a range of the text, which is given by offsets into the whole text.
struct ByteEdit: Equatable, Sendable {
  let range: Range<Int>
  let bytes: [UInt8]

  init(_ range: Range<Int>, _ bytes: [UInt8]) {
    self.range = range
    self.bytes = bytes
  }
}

extension ArraySlice<UInt8> {
  /// A copy with the edits applied. The edits must be sorted and must not overlap.
  func edited(_ edits: [ByteEdit]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var offset = startIndex
    for edit in edits {
      result += self[offset..<edit.range.lowerBound]
      result += edit.bytes
      offset = edit.range.upperBound
    }
    return result + self[offset...]
  }

  func firstRange(of pattern: [UInt8]) -> Range<Int>? {
    guard count >= pattern.count else { return nil }
    for start in startIndex...(endIndex - pattern.count) where self[start...].starts(with: pattern) {
      return start..<start + pattern.count
    }
    return nil
  }
}

extension ClockTime {
  /// The edit that replaces this time; nil if the time does not change, so that its notation stays.
  func edit(_ ticks: Int) -> ByteEdit? { ticks == self.ticks ? nil : ByteEdit(range, text(ticks)) }
}
