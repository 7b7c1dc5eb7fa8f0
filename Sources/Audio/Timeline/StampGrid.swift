/// Where the packets of a sound begin: the first at a sample, and each other so many samples after the one before.
/// Stamps in milliseconds do not tell the sample, but the packet.
package struct StampGrid: Equatable, Sendable {
  private let first: Int
  private let length: Int

  /// Nil for a length that no packet has, and for a first sample beyond any sound.
  package init?(first: Int, length: Int) {
    guard (1...1_000_000).contains(length), (-1 << 52...1 << 52).contains(first) else { return nil }
    (self.first, self.length) = (first, length)
  }

  /// The sample at which the packet begins that is stamped near `sample`.
  func nearest(_ sample: Double) -> Double {
    Double(first) + ((sample - Double(first)) / Double(length)).rounded() * Double(length)
  }
}
