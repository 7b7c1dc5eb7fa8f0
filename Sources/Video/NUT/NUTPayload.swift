/// The payload of a NUT packet, put together field by field: what `NUTFields` takes apart.
struct NUTPayload {
  private(set) var bytes: [UInt8] = []

  /// Numbers from 0 up.
  mutating func v(_ values: Int...) {
    for value in values { bytes += NUTInteger.encode(value) }
  }

  /// A number that may be negative.
  mutating func s(_ value: Int) { v(NUTInteger.unsigned(value)) }

  /// Bytes that tell their number.
  mutating func vb(_ value: some Collection<UInt8>) {
    v(value.count)
    bytes += value
  }
}
