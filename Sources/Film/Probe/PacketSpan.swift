/// The start and end of a stream's packets, found while they are read. All times are in the stream's ticks.
///
/// Packets that ffprobe flags as discarded (D) are decoded but not shown, and do not count. Some files have only
/// decoding timestamps (dts) for most packets. Then the first packet with both timestamps reveals by how much the
/// presentation timestamps (pts) are later.
package struct PacketSpan: Equatable, Sendable {
  struct Packet {
    var shown: Int?
    var decoded: Int?
    var duration: Int?
    var isOnlyDecoded = false
    var isEncrypted = false
  }

  /// The number of packets, with or without timestamps.
  private(set) var count = 0
  /// The number of all packets, also of those that are only decoded.
  private(set) var wholeCount = 0
  private(set) var first: Int?
  /// The latest timestamp; the duration of its packet, or 0; and the latest timestamp before it.
  private var last = 0
  private var lasting = 0
  private var before: Int?
  /// The largest step back of the decoding timestamps.
  private(set) var largestFall = 0
  /// Whether some packets have only a decoding timestamp.
  private(set) var lacksStamps = false
  /// Whether the presentation time of some packets is unknown.
  private(set) var lacksTimes = false
  /// The number of packets without any timestamp before the first packet with a decoding timestamp.
  private(set) var untoldCount = 0
  /// The largest number of ticks by which a packet is decoded after it is shown.
  private(set) var decodesLate = 0
  /// Whether Common Encryption has encrypted some packets.
  private(set) var isEncrypted = false
  /// Whether the first packets are decoded and not shown.
  private(set) var startsHidden = false
  /// The timestamps of the first packets, enough to find their spacing.
  private(set) var firstStamps: [Int] = []
  /// The timestamps of the last packets.
  private(set) var lastStamps: [Int] = []
  /// The decoding timestamps of the last packets.
  private var lastDecoded: [Int] = []
  private var latestDecoded: Int?
  private var lag: Int?

  package init() {}

  mutating func take(_ packet: Packet) {
    if packet.isEncrypted { isEncrypted = true }
    wholeCount += 1
    if packet.isOnlyDecoded {
      startsHidden = startsHidden || count == 0
      return
    }
    count += 1
    if packet.shown == nil, latestDecoded == nil, packet.decoded == nil { untoldCount += 1 }
    if let decoded = packet.decoded {
      largestFall = max(largestFall, (latestDecoded ?? decoded).subtracting(decoded))
      latestDecoded = decoded
      if lastDecoded.count == Self.lastCount { lastDecoded.removeFirst() }
      lastDecoded.append(decoded)
      if packet.shown == nil { lacksStamps = true }
      decodesLate = max(decodesLate, packet.shown.map(decoded.subtracting) ?? 0)
      if lag == nil, let shown = packet.shown { lag = shown.subtracting(decoded) }
    }
    guard let shown = packet.shown ?? packet.decoded?.adding(lag ?? 0) else {
      lacksTimes = true
      return
    }
    note(shown, packet.duration ?? 0)
  }

  /// Enough packets to find a spacing in samples from timestamps rounded to milliseconds.
  private static let firstCount = 100
  private static let lastCount = 8

  private mutating func note(_ stamp: Int, _ duration: Int) {
    if firstStamps.count < Self.firstCount { firstStamps.append(stamp) }
    if lastStamps.count == Self.lastCount { lastStamps.removeFirst() }
    lastStamps.append(stamp)
    guard let earliest = first else {
      (first, last, lasting) = (stamp, stamp, duration)
      return
    }
    first = min(earliest, stamp)
    if stamp > last {
      (before, last, lasting) = (last, stamp, duration)
    } else if stamp < last, stamp > before ?? .min {
      before = stamp
    }
  }

  /// Whether the last frame shown lasts more than one and a half times as long as the previous one, and as `usual`
  /// ticks.
  func endsLong(besides usual: Double) -> Bool {
    Double(end.subtracting(last)) > 1.5 * max(usual, Double(before.map(last.subtracting) ?? 0))
  }

  /// The end of the last packet. Without a duration, it lasts as long as the previous packet. If packets have only
  /// decoding timestamps, their durations are guesses, so the last one lasts for a decoding interval.
  ///
  /// Such a packet may contain the frame shown last, although other packets are decoded after it. But when the last
  /// packet is decoded, all frames before the last one have been shown. So the last frame is shown after that by the
  /// same delay as the first frame.
  var end: Int { lastShown.adding(lengthOfLast) }

  /// The presentation time of the last packet, found like `end`.
  var lastShown: Int { lacksStamps ? max(last, lag.flatMap { latestDecoded?.adding($0) } ?? last) : last }

  /// Whether several packets have only one timestamp. Before all packets have been read, the same packet may count
  /// twice.
  var standsStill: Bool { count > 1 && first == lastShown }

  /// Whether the first packets begin at less than half of their spacing, by the length of the last packet.
  var isCrowded: Bool {
    guard let one = firstStamps.first, let other = firstStamps.last, firstStamps.count > 1 else { return false }
    return Double(other.subtracting(one)) < Double(lasting) / 2 * Double(firstStamps.count - 1)
  }

  private var lengthOfLast: Int {
    guard lacksStamps else { return lasting > 0 && !isGuessed ? lasting : before.map(last.subtracting) ?? lasting }
    return zip(lastDecoded, lastDecoded.dropFirst()).map { $1.subtracting($0) }.filter { $0 > 0 }.min() ?? lasting
  }
}

extension PacketSpan {
  /// Whether ffmpeg has guessed that the last packet lasts one tick. If a file states no rate, ffmpeg takes ticks for
  /// frames. In this case no two frames are that close.
  private var isGuessed: Bool {
    let stamps = Set(lastStamps).sorted()
    return lasting == 1 && stamps.count > 1 && zip(stamps, stamps.dropFirst()).allSatisfy { $1.subtracting($0) > 1 }
  }
}

extension Int {
  /// Sums that saturate, because timestamps in a file may be any number and must not trap.
  func adding(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (self < 0 ? .min : .max) : sum
  }

  func subtracting(_ other: Int) -> Int {
    let (difference, overflows) = subtractingReportingOverflow(other)
    return overflows ? (self < 0 ? .min : .max) : difference
  }
}
