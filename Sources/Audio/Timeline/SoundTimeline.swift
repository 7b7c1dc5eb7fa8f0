/// Where the samples of packets lie, by their stamps. A packet begins where the one before ends, unless its stamp
/// says for sure that it does not: stamps may be rounded, guessed or wrong.
///
/// All numbers count samples. Of each packet it is worked out how much silence comes before it, and how much of it is
/// left out.
package struct SoundTimeline: Equatable, Sendable {
  /// What a stamp says of its packet, and what is made of it.
  package enum Row: CaseIterable, Sendable {
    /// There is none before: it lies where it says.
    case first
    /// It is stamped a tick after the one before, which has more than one sample: ffmpeg's muxer does so with a stamp
    /// that goes back. The true one is not known, so the packet follows.
    case steppedBack
    /// It is off by no more than stamps may be: it follows.
    case inexact
    /// It is late by more. Once that may be a wrong stamp, as in MPEG-PS, where one packet of AC-3 in some hundreds
    /// has the stamp of the next: it follows. If the next one is as late, there is a hole.
    case lateOnce
    /// It is late for sure: what is missing is silent.
    case hole
    /// It is early for sure, or many in a row have been early, as at the seams of streams that were encoded piece by
    /// piece: what comes twice is left out of the later.
    case overlap

    /// Whether the packet lies where its stamp says; else it follows the one before.
    var isBelieved: Bool {
      switch self {
      case .first, .hole, .overlap: true
      case .steppedBack, .inexact, .lateOnce: false
      }
    }
  }

  /// What becomes of a packet.
  package struct Place: Equatable, Sendable {
    package let row: Row
    /// How many samples of silence come before it.
    package let silence: Int
    /// How many of its first samples are left out.
    package let dropped: Int
  }

  /// Up to so many samples stamps are inexact: those of Vorbis are off by 14 ms at 32 kHz. The shortest usual packet
  /// lasts 20 ms.
  private let inexact: Int
  /// Up to so many a stamp may be late by itself.
  private let single: Int
  /// So many count in both directions, whatever the stamps are.
  private let certain: Int
  /// So many packets in a row that are early count too.
  private static let manyEarly = 20

  /// The stamp of the packet before, and how many samples it had; nil before the first.
  private var last: (stamp: Int, count: Int)?
  /// The sample with which the packet before ends.
  private var end = 0
  /// How many samples have been told of: those before 0 are left out.
  package private(set) var written = 0
  private var earlyInARow = 0
  private var isLate = false
  /// Once a hole has been filled, stamps are believed that are early by more than they may be inexact. If one of them
  /// is, there was no hole perhaps, and after that only certain ones are believed.
  private var holes = Holes.none

  private enum Holes { case none, filled, doubted }

  package static func == (one: SoundTimeline, other: SoundTimeline) -> Bool {
    one.last?.stamp == other.last?.stamp && one.end == other.end && one.written == other.written
  }

  /// - Parameter rate: samples a second.
  package init(rate: Int) {
    inexact = rate * 15 / 1000
    single = rate * 50 / 1000
    certain = rate / 10
  }

  /// - Parameters:
  ///   - stamp: when the packet begins, counted from the first sample that is wanted; it may be negative.
  ///   - count: how many samples it has.
  package mutating func place(_ stamp: Int, count: Int) -> Place {
    let row = row(of: stamp)
    let start = row.isBelieved ? stamp : end
    let place = Place(row: row, silence: max(0, start - written), dropped: min(count, max(0, written - start)))
    last = (stamp, count)
    end = start + count
    written = max(written, end)
    return place
  }

  /// Of the first packet, so many samples at its start come before it where the second is stamped: decoders give
  /// whole packets also where the file says that the first is shorter.
  ///
  /// - Parameter next: the stamp of the second.
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
