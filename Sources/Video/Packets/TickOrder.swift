/// Finds consecutive frames that have been rounded to the same tick. Packets come in decoding order, so the last few
/// are remembered.
struct TickOrder {
  struct Entry: Equatable {
    let stamp: Int
    let tick: Int64
  }

  /// The remembered packets, sorted by timestamp.
  private var entries: [Entry] = []
  /// No codec reorders packets by more than this.
  private static let capacity = 64

  /// Remembers a packet.
  ///
  /// - Returns: a packet that is shown directly before or after it on the same tick.
  mutating func note(_ entry: Entry) -> Entry? {
    let index = entries.borderIndex { $0.stamp >= entry.stamp }
    let neighbours = [index - 1, index].filter(entries.indices.contains).map { entries[$0] }
    entries.insert(entry, at: index)
    if entries.count > Self.capacity { entries.removeFirst() }
    return neighbours.first { $0.tick == entry.tick }
  }
}
