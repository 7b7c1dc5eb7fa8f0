/// Takes bytes in order.
package protocol ByteSink: ~Copyable {
  mutating func write(_ bytes: Span<UInt8>) throws(StreamFailure)

  /// Passes on whatever is still held back and reports the failures that show only then.
  ///
  /// A sink that is dropped without this call may lose its last bytes.
  consuming func finish() throws(StreamFailure)
}

extension ByteSink where Self: ~Copyable {
  package mutating func write(_ text: String) throws(StreamFailure) {
    try write(text.utf8.span)
  }
}
