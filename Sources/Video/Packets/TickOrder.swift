/// Whether packets that are shown after each other are so on different ticks. Packets come in the order they are decoded in;
/// the last few are remembered.
struct TickOrder {
  struct Entry: Equatable {
    let stamp: Int
    let tick: Int64
  }

  /// By stamp.
  private var entries: [Entry] = []
  /// More than the order of decoding differs from that of showing in any codec.
  private static let capacity = 64

  /// Notes a packet.
  ///
  /// - Returns: a packet that is shown next to it, on the same tick.
  mutating func note(_ entry: Entry) -> Entry? {
    let index = entries.borderIndex { $0.stamp >= entry.stamp }
    let neighbours = [index - 1, index].filter(entries.indices.contains).map { entries[$0] }
    entries.insert(entry, at: index)
    if entries.count > Self.capacity { entries.removeFirst() }
    return neighbours.first { $0.tick == entry.tick }
  }
}
