import Values

/// An encoded frame, as far as cutting without encoding needs it.
package struct CodedFrame: Equatable, Sendable {
  /// The time at which it is shown, in ticks.
  package let stamp: Int
  package let entry: Entry

  package init(stamp: Int, entry: Entry) { (self.stamp, self.entry) = (stamp, entry) }

  /// How decoding can begin at a frame. The raw values are words in the list of warp-video.
  package enum Entry: String, Sendable {
    /// It cannot.
    case none = "-"
    /// A picture that no later one looks behind (H.264, HEVC: IDR).
    case clean = "idr"
    /// As `clean`, but frames that are decoded later and shown earlier may need frames before it (HEVC: CRA and BLA).
    case open = "cra"
    /// A keyframe of another codec. What later frames need is not known, so it counts as `open`.
    case key = "key"
    /// A recovery point of H.264. Decoding can begin here, but an encoded frame before it would change what is decoded
    /// after it.
    case recovery = "recovery"

    /// Whether frames from this one on can be copied behind any other frame.
    var isJoint: Bool { self != .none && self != .recovery }
  }
}

/// All encoded frames of a film.
package struct CodedFrames: Sendable {
  /// In the order in which they are decoded.
  let frames: [CodedFrame]
  /// The length of a tick in seconds.
  package let tick: Rational
  /// The positions in decoding order of the frames in the order in which they are shown.
  let positions: [Int]
  /// The stamps in the order in which frames are shown.
  let stamps: [Int]
  /// The times between frames in ticks, sorted.
  private let gaps: [Int]
  /// For each frame in decoding order, its number in the order in which frames are shown.
  let numbers: [Int]
  /// The positions in decoding order at which decoding can begin. Each is shown after all entries before it.
  let entries: [Int]

  /// Frames that cannot be decoded, because they need others before the first of all, are left out. Throws if two
  /// frames have the same time.
  package init(_ all: [CodedFrame], tick: Rational) throws(Refusal) {
    let frames = Self.decodable(all)
    (self.frames, self.tick) = (frames, tick)
    let positions = frames.indices.sorted { frames[$0].stamp < frames[$1].stamp }
    guard frames.allSatisfy({ (0...1 << 60).contains($0.stamp) }) else {
      throw .map("a packet has a timestamp that no video has", advice: "leave --copy out")
    }
    let stamps = positions.map { frames[$0].stamp }
    var numbers = [Int](repeating: 0, count: frames.count)
    for (number, position) in positions.enumerated() { numbers[position] = number }
    var entries: [Int] = []
    for position in frames.indices where frames[position].entry != .none {
      if entries.last.map({ numbers[$0] < numbers[position] }) ?? true { entries.append(position) }
    }
    gaps = zip(stamps, stamps.dropFirst()).map { $1 - $0 }.sorted()
    (self.positions, self.stamps, self.numbers, self.entries) = (positions, stamps, numbers, entries)
    if let twin = stamps.indices.dropFirst().first(where: { stamps[$0] == stamps[$0 - 1] }) {
      throw .map(
        "two packets have the same timestamp", at: "at \(BriefNumber.print(seconds(stamps[twin]))) s in the source",
        advice: "leave --copy out")
    }
  }

  /// The start of the list that warp-video prints; the length of a tick follows.
  package static let title = "# warp packets 1, in units of"

  /// The frames from the first entry on, without those that are shown before it and need frames before it.
  private static func decodable(_ frames: [CodedFrame]) -> [CodedFrame] {
    guard let first = frames.firstIndex(where: { $0.entry != .none }) else { return frames }
    let entry = frames[first]
    return frames[first...].filter { entry.entry == .clean || $0.stamp >= entry.stamp }
  }

  var count: Int { frames.count }

  func seconds(_ stamp: Int) -> Double { Double(stamp) * tick.value }

  /// The time at which a frame is shown, by its number.
  func time(of number: Int) -> Double { seconds(stamps[number]) }

  /// The number of the frame that begins nearest to a time.
  func nearest(to time: Double) -> Int {
    let after = stamps.borderIndex { seconds($0) >= time }
    guard after > 0 else { return 0 }
    guard after < count else { return count - 1 }
    return time - self.time(of: after - 1) < self.time(of: after) - time ? after - 1 : after
  }

  /// Whether decoding can begin at a frame, by its number.
  package func isEntry(_ number: Int) -> Bool { frames[positions[number]].entry != .none }

  /// The entries around a time, as ` at 2 or 4 s`; empty if there are none.
  package func keyFrames(around time: Double) -> String {
    let times = entries.map { self.time(of: numbers[$0]) }
    let after = times.borderIndex { $0 >= time }
    let near = [after - 1, after].filter(times.indices.contains).map { BriefNumber.print(times[$0]) }
    return near.isEmpty ? "" : " at \(near.joined(separator: " or ")) s"
  }

  /// The least time between two frames in seconds.
  var leastGap: Double { gaps.first.map(seconds) ?? .infinity }

  /// The duration of most frames in seconds: the median. Some frames may stay for long.
  var usualLength: Double { gaps.isEmpty ? 0 : seconds(gaps[gaps.count / 2]) }
}
