extension [UInt8] {
  /// Appends bytes as one block, since Swift 6.2 has no append of a span, and one byte after the other takes longer.
  package mutating func append(_ bytes: Span<UInt8>) {
    // Appending writes to the array's storage even if nothing is appended. All empty arrays share one storage, so this
    // would be a data race between threads.
    if bytes.isEmpty { return }
    let start = count
    self += repeatElement(0, count: bytes.count)
    var room = mutableSpan
    var added = room._mutatingExtracting(start...)
    for index in added.indices { added[index] = bytes[index] }
  }
}
