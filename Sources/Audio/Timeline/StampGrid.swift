/// The samples at which the packets of a sound begin: a first sample, and multiples of the packet length from there. A
/// timestamp in milliseconds is too coarse to find a sample, but shows which packet it belongs to.
package struct StampGrid: Equatable, Sendable {
  private let first: Int
  private let length: Int

  /// Returns nil if `length` is no plausible packet length, or if `first` is too large for any sound.
  package init?(first: Int, length: Int) {
    guard (1...1_000_000).contains(length), (-1 << 52...1 << 52).contains(first) else { return nil }
    (self.first, self.length) = (first, length)
  }

  /// Returns the packet start nearest to `sample`, a rounded timestamp in samples.
  func nearest(_ sample: Double) -> Double {
    Double(first) + ((sample - Double(first)) / Double(length)).rounded() * Double(length)
  }
}
