/// Places packets of sound by their timestamps. Timestamps may be rounded, guessed or wrong. A packet therefore begins
/// where the previous one ends, unless its timestamp is too far from there.
///
/// All numbers count samples. For each packet, the timeline gives the silence to insert before the packet, and the
/// number of samples to drop from its start.
package struct SoundTimeline: Equatable, Sendable {
  /// How a packet's timestamp differs from the end of the previous packet, which decides where the packet begins.
  package enum Row: CaseIterable, Sendable {
    /// The first packet, which begins at its timestamp.
    case first
    /// The timestamp is one sample after that of the previous packet, which is longer than one sample. ffmpeg's muxer
    /// writes this in place of a timestamp that goes back. The true timestamp is lost, so the packet follows the
    /// previous one.
    case steppedBack
    /// The timestamp is so close to the end of the previous packet that it may be rounded: the packet follows directly.
    case inexact
    /// The timestamp is late, but the previous one was not. The packet still follows the previous one: in MPEG-PS, one
    /// AC-3 packet in some hundreds has the timestamp of the next. If the next timestamp is late too, sound is missing.
    case lateOnce
    /// The timestamp is certainly late: silence fills the hole before the packet.
    case hole
    /// The timestamp is certainly early, or many in a row have been early, as at the seams of streams that were encoded
    /// in pieces. The later packet loses the samples that the earlier one has already played.
    case overlap

    /// Whether the packet begins at its timestamp; if not, at the end of the previous packet.
    var isBelieved: Bool {
      switch self {
      case .first, .hole, .overlap: true
      case .steppedBack, .inexact, .lateOnce: false
      }
    }
  }

  /// The silence inserted before a packet, and the number of samples dropped from its start.
  package struct Place: Equatable, Sendable {
    package let row: Row
    package let silence: Int
    package let dropped: Int
  }

  /// The largest error of an inexact timestamp, in samples: 15 ms. Vorbis at 32 kHz is off by 14 ms. The shortest usual
  /// packet lasts 20 ms, so a missing packet is a larger error.
  private let inexact: Int
  /// A single timestamp that is late by at most this number of samples, 50 ms, may be wrong and is ignored.
  private let single: Int
  /// An early timestamp is believed if it is early by more than this number of samples, a tenth of a second. After a
  /// hole, more than `inexact` is enough. After a timestamp that is early by `inexact` to `certain`, late timestamps
  /// must be late by more than `certain` too.
  private let certain: Int
  /// If this many packets in a row are early by more than `inexact`, the timestamp of the last one is believed.
  private static let manyEarly = 20

  /// The timestamp of the previous packet, and its number of samples; nil before the first packet.
  private var last: (stamp: Int, count: Int)?
  /// The number of the sample after the previous packet.
  private var end = 0
  /// The number of samples written. Samples before 0 are dropped.
  package private(set) var written = 0
  private var earlyInARow = 0
  private var isLate = false
  /// The state is `filled` after the first hole or overlap. It is `doubted` after a timestamp that is early by
  /// `inexact` to `certain`: from then on, timestamps that are off by at most `certain` are ignored.
  private var holes = Holes.none

  private enum Holes { case none, filled, doubted }

  package static func == (one: SoundTimeline, other: SoundTimeline) -> Bool {
    one.last?.stamp == other.last?.stamp && one.end == other.end && one.written == other.written
  }

  package init(rate: Int) {
    inexact = rate * 15 / 1000
    single = rate * 50 / 1000
    certain = rate / 10
  }

  /// - Parameters:
  ///   - stamp: the packet's timestamp, in samples. It counts from source time 0, and is negative before that.
  ///   - count: the number of samples in the packet.
  package mutating func place(_ stamp: Int, count: Int) -> Place {
    let row = row(of: stamp)
    let start = row.isBelieved ? stamp : end
    let place = Place(row: row, silence: max(0, start - written), dropped: min(count, max(0, written - start)))
    last = (stamp, count)
    end = start + count
    written = max(written, end)
    return place
  }

  /// The number of samples that the first packet has before its timestamp, judged by the timestamp of the second
  /// packet. Decoders return whole packets even if the file says that the first one is shorter.
  ///
  /// - Parameter next: the timestamp of the second packet.
  package func excess(ofFirst count: Int, stamp: Int, next: Int) -> Int {
    let excess = stamp + count - next
    return excess > inexact && excess < count && next > stamp + 1 ? excess : 0
  }

  private mutating func row(of stamp: Int) -> Row {
    guard let last else { return .first }
    let late = stamp - end
    if stamp == last.stamp + 1, last.count > 1 {
      earlyInARow += 1
      return .steppedBack
    }
    earlyInARow = late < -inexact ? earlyInARow + 1 : 0
    let least = holes == .filled ? -inexact : -certain
    let most = holes == .doubted ? certain : isLate ? inexact : single
    let follows = late >= least && late <= most && earlyInARow < Self.manyEarly
    isLate = follows && late > inexact
    if late < -inexact, late >= -certain {
      holes = .doubted
    } else if !follows, holes == .none {
      holes = .filled
    }
    if follows { return isLate ? .lateOnce : .inexact }
    return late > 0 ? .hole : .overlap
  }
}
