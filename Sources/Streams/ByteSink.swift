/// Takes bytes in order.
package protocol ByteSink: ~Copyable {
  /// Where the system can put bytes once `flush()` has passed on those that came before; nil for what is not the
  /// system's.
  var channel: Channel? { get }

  mutating func write(_ bytes: Span<UInt8>) throws(StreamFailure)

  /// Passes on whatever is still held back.
  mutating func flush() throws(StreamFailure)

  /// Passes on whatever is still held back and reports the failures that show only then.
  ///
  /// A sink that is dropped without this call may lose its last bytes.
  consuming func finish() throws(StreamFailure)
}

extension ByteSink where Self: ~Copyable {
  package var channel: Channel? { nil }

  package mutating func flush() {}

  package mutating func write(_ text: String) throws(StreamFailure) {
    try write(text.utf8.span)
  }
}
