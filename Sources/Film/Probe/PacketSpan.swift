/// From when to when the packets of a stream last, found as they come by. All in the stream's ticks.
///
/// Packets that are only there to be decoded are not shown and do not count. Some files stamp only when to decode most
/// of their packets: then the first that says both tells how much later they are shown.
package struct PacketSpan: Equatable, Sendable {
  struct Packet {
    var shown: Int?
    var decoded: Int?
    var duration: Int?
    var isOnlyDecoded = false
  }

  /// How many packets there were, with stamps or without.
  private(set) var count = 0
  private(set) var first: Int?
  /// The latest stamp, how long its packet lasts if it says so, and the latest stamp before it.
  private var last = 0
  private var lasting = 0
  private var before: Int?
  /// How far stamps went back at most.
  private(set) var largestFall = 0
  private var latestDecoded: Int?
  private var lag: Int?

  package init() {}

  mutating func take(_ packet: Packet) {
    if packet.isOnlyDecoded { return }
    count += 1
    if let decoded = packet.decoded {
      largestFall = max(largestFall, (latestDecoded ?? decoded).subtracting(decoded))
      latestDecoded = decoded
      if lag == nil, let shown = packet.shown { lag = shown.subtracting(decoded) }
    }
    guard let shown = packet.shown ?? packet.decoded?.adding(lag ?? 0) else { return }
    note(shown, packet.duration ?? 0)
  }

  private mutating func note(_ stamp: Int, _ duration: Int) {
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

  /// Where the last packet ends: it lasts as long as the one before if it does not say.
  var end: Int { lasting > 0 ? last.adding(lasting) : last.adding(last.subtracting(before ?? last)) }

  func length(from start: Int) -> Int { end.subtracting(start) }
}

extension Int {
  /// Sums that stop at the last number there is: stamps are whatever a file says.
  fileprivate func adding(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (self < 0 ? .min : .max) : sum
  }

  fileprivate func subtracting(_ other: Int) -> Int {
    let (difference, overflows) = subtractingReportingOverflow(other)
    return overflows ? (self < 0 ? .min : .max) : difference
  }
}
