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
    if let timestamp = PacketLine.number(fields[0]) {
      if all == 0 { first = timestamp }
      (last, samples) = (timestamp, 0)
    }
    (samples, all) = (samples.adding(count), all.adding(count))
  }

  /// The seconds from `start` ticks to the end of the last sample, by timestamps; nil if nothing is heard.
  func timedLength(from start: Int, of stream: ProbedStream) -> Double? {
    seconds(samples, of: stream).map { stream.seconds((last ?? start).subtracting(start)) + $0 }
  }

  /// The seconds that all samples take, at the rate of the first ones; nil if nothing is heard.
  func countedLength(of stream: ProbedStream) -> Double? { seconds(all, of: stream) }

  private func seconds(_ samples: Int, of stream: ProbedStream) -> Double? {
    guard samples > 0, let rate = stream.sound?.rate, rate > 0 else { return nil }
    return Double(samples) / Double(rate)
  }
}
