import Values

/// What a decoder outputs of a sound track: the start and the end of its samples. Lines are `512|1024`, a timestamp in
/// ticks and a number of samples.
///
/// Packets can state less or more. Codecs leave samples out at both ends, and some packets have no duration.
package struct HeardSound: Answer, Equatable, Sendable {
  /// The first timestamp, in ticks; nil if frames have none.
  private(set) var first: Int?
  /// The last timestamp, in ticks.
  private var last: Int?
  /// The number of samples from the last timestamp on, and of all.
  private var (samples, all) = (0, 0)

  package init() {}

  package mutating func take(_ line: ArraySlice<UInt8>) {
    let fields = line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
    guard fields.count > 1, let count = PacketLine.number(fields[1]), count > 0 else { return }
    if let stamp = PacketLine.number(fields[0]) {
      if first == nil, all == 0 { first = stamp }
      (last, samples) = (stamp, 0)
    }
    (samples, all) = (samples.adding(count), all.adding(count))
  }

  /// The seconds from `start` ticks to the end of the last sample; nil if nothing is heard. Timestamps may be rounded,
  /// as in Matroska, or too dense for the samples, as in WMA.
  func length(from start: Int, of stream: ProbedStream) -> Double? {
    guard samples > 0, let rate = stream.sound.map({ Double($0.rate) }), rate > 0 else { return nil }
    let counted = Double(all) / rate
    let stamped = stream.seconds((last ?? start).subtracting(start)) + Double(samples) / rate
    return stamped - counted > 2 * stream.timeBase.value ? stamped : counted
  }
}
