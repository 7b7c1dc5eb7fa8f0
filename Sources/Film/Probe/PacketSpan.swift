/// From when to when the packets of a stream last, found as they come. All times are in the stream's ticks.
///
/// Packets that ffprobe flags as discarded (D) are decoded but not shown, and do not count. Some files give most
/// packets only a time to decode them (dts): then the first packet with both times tells how much later packets are
/// shown (pts).
package struct PacketSpan: Equatable, Sendable {
  struct Packet {
    var shown: Int?
    var decoded: Int?
    var duration: Int?
    var isOnlyDecoded = false
  }

  /// How many packets there were, with or without times.
  private(set) var count = 0
  private(set) var first: Int?
  /// The latest stamp; the duration its packet gives, or 0; and the latest stamp before it.
  private var last = 0
  private var lasting = 0
  private var before: Int?
  /// By how much the times to decode went back at most from one packet to the next.
  private(set) var largestFall = 0
  /// Whether some packets say only when they are decoded.
  private(set) var lacksStamps = false
  /// Whether of some packets it is not known when they are shown.
  private(set) var lacksTimes = false
  /// How many say neither when they are shown nor when they are decoded, before the first that says the latter.
  private(set) var untoldCount = 0
  /// By how many ticks a packet is decoded later than it is shown, at most.
  private(set) var decodesLate = 0
  /// Whether the first packets are decoded and not shown.
  private(set) var startsHidden = false
  /// The stamps of the first packets, as many as tell how they are spaced.
  private(set) var firstStamps: [Int] = []
  /// And those of the last ones.
  private(set) var lastStamps: [Int] = []
  /// When the last packets are decoded.
  private var lastDecoded: [Int] = []
  private var latestDecoded: Int?
  private var lag: Int?

  package init() {}

  mutating func take(_ packet: Packet) {
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

  /// Enough that stamps rounded to a millisecond tell a distance in samples.
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

  /// Whether the frame shown last stands for more than one and a half times as long as the one before, and as `usual` ticks.
  func endsLong(besides usual: Double) -> Bool {
    Double(end.subtracting(last)) > 1.5 * max(usual, Double(before.map(last.subtracting) ?? 0))
  }

  /// When the last packet ends. If it gives no duration, it lasts as long as the one before. Of packets that do not say when
  /// they are shown durations are guessed, and stamps that follow each other are not known: they last as long as it takes from
  /// decoding one to decoding the next.
  ///
  /// Such a packet may be that of the frame shown last, though it is decoded before others. But when the last packet is
  /// decoded, those that are shown before the last frame have been: that frame comes later by as much as the first did.
  var end: Int { lastShown.adding(lengthOfLast) }

  /// When the last packet is shown, in the same way.
  var lastShown: Int { lacksStamps ? max(last, lag.flatMap { latestDecoded?.adding($0) } ?? last) : last }

  private var lengthOfLast: Int {
    guard lacksStamps else { return lasting > 0 && !isGuessed ? lasting : before.map(last.subtracting) ?? lasting }
    return zip(lastDecoded, lastDecoded.dropFirst()).map { $1.subtracting($0) }.filter { $0 > 0 }.min() ?? lasting
  }
}

extension PacketSpan {
  /// Whether the last packet lasts one tick because ffmpeg knows no better: if a file says no rate, ffmpeg takes ticks
  /// for frames. No two frames are as near to each other then.
  private var isGuessed: Bool {
    let stamps = Set(lastStamps).sorted()
    return lasting == 1 && stamps.count > 1 && zip(stamps, stamps.dropFirst()).allSatisfy { $1.subtracting($0) > 1 }
  }
}

extension Int {
  /// Sums that saturate: a file may hold any number as a stamp, and none may trap.
  func adding(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (self < 0 ? .min : .max) : sum
  }

  func subtracting(_ other: Int) -> Int {
    let (difference, overflows) = subtractingReportingOverflow(other)
    return overflows ? (self < 0 ? .min : .max) : difference
  }
}
