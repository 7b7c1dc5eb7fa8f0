/// When the source's frames are on screen: frame i from its start to the start of the next.
///
/// Frames come one by one. With an even rate every start is known beforehand and only the number of frames is not;
/// otherwise a start is known when its frame has come.
package struct FrameClock: Equatable, Sendable {
  /// Nil where frames bring their own times.
  private let evenRate: FrameRate?
  private let nominalRate: FrameRate?
  /// The times frames brought; empty with an even rate.
  private var starts = StampWindow()
  /// When frames start, where a list says so beforehand: what it says behind the last frame is when that one ends. Empty
  /// otherwise.
  private var listed: [Double] = []
  /// The number of frames that have come with an even rate.
  private var evenCount = 0
  package private(set) var isEnded = false
  /// The start of the first frame; 0 before it has come.
  package private(set) var beginning = 0.0

  /// Frames that follow each other at one rate, from 0 on.
  package init(rate: FrameRate) {
    evenRate = rate
    nominalRate = rate
  }

  /// Frames that follow each other at one rate, all of which have come.
  package init(rate: FrameRate, count: Int) {
    self.init(rate: rate)
    evenCount = count
    isEnded = true
  }

  /// Frames that bring their own times.
  ///
  /// - Parameters:
  ///   - nominal: what their header says of the rate, if anything.
  ///   - listed: the times they are going to bring, if these are known beforehand, and perhaps when the last one ends.
  package init(nominal: FrameRate?, listed: [Double] = []) {
    evenRate = nil
    nominalRate = nominal
    self.listed = listed
  }

  /// Whether frames follow each other at one rate.
  var isEven: Bool { evenRate != nil }

  /// Frames that have come so far.
  package var count: Int { evenRate == nil ? starts.count : evenCount }

  /// The next frame has come, with an even rate.
  package mutating func append() { evenCount += 1 }

  /// The next frame has come, with a time of its own. False, and no frame, if that is no time or not after the last.
  package mutating func append(start: Double) -> Bool {
    guard abs(start) <= TimeSyntax.longest, start > starts.last ?? -.infinity else { return false }
    if starts.count == 0 { beginning = start }
    starts.append(start)
    return true
  }

  /// No more will come. A last one that turned out to be incomplete is taken back by a `count` without it.
  package mutating func end(count: Int) {
    evenCount = min(evenCount, count)
    starts.limit(to: count)
    isEnded = true
  }

  /// How many stamps are held in memory.
  var stampCount: Int { starts.count - starts.first }

  /// Frames before `index` will not be asked for again.
  mutating func release(before index: Int) {
    // The frame before is kept: the grace at the start of `index` is a part of its length.
    starts.release(before: index - 1)
  }
}

/// When frames start, and where the input ends.
extension FrameClock {
  /// The start of a frame; beyond those that have come, as if more came, each as long as the last.
  package func start(of frame: Int) -> Double {
    if let evenRate { return evenRate.start(ofFrame: frame) }
    return frame < starts.count ? starts[frame] : end + Double(frame - starts.count) * lastLength
  }

  /// Where the input ends if no more frames come: the last one is on screen until the time that is listed behind it, else for as
  /// long as the one before.
  package var end: Double {
    if let evenRate { return evenRate.start(ofFrame: evenCount) }
    return (starts.last ?? 0) + lastLength
  }

  /// Whether it is known when the frames still to come would start.
  var isForeseeable: Bool { evenRate != nil || isEnded }

  /// The earliest the input can end, whatever comes.
  var earliestEnd: Double { evenRate == nil && !isEnded ? starts.last ?? 0 : end }

  /// How long the last frame is on screen if no more come.
  var lastLength: Double {
    if let evenRate { return evenRate.start(ofFrame: 1) }
    if let last = starts.last, starts.count < listed.count, listed[starts.count] > last {
      return listed[starts.count] - last
    }
    return length(upTo: starts.count - 1)
  }

  /// How long the frame before `frame` is on screen.
  private func length(upTo frame: Int) -> Double {
    // With a single frame and no rate nothing is known; 25 frames a second are assumed.
    guard frame > starts.first else { return nominalRate?.start(ofFrame: 1) ?? 0.04 }
    return starts[frame] - starts[frame - 1]
  }

  /// Where the input would end, and how long its last frame would be on screen, if the newest were taken back; nil
  /// where that can no longer happen.
  var withoutNewest: (end: Double, lastLength: Double)? {
    if isEnded || count < 2 { return nil }
    if let evenRate { return (evenRate.start(ofFrame: evenCount - 1), lastLength) }
    // A list says when the newest would have started.
    let length = listed.isEmpty ? length(upTo: count - 2) : starts[count - 1] - starts[count - 2]
    return (starts[count - 2] + length, length)
  }

  /// How long a frame is on screen by the rate in the header; without one, as long as the last.
  var nominalLength: Double { nominalRate?.start(ofFrame: 1) ?? lastLength }

  /// The least that `nominalLength` may be once the input has ended.
  var leastNominalLength: Double { nominalRate == nil && !isForeseeable ? 0 : nominalLength }
}

/// From source time to frames.
extension FrameClock {
  /// The frame on screen at `source` when played in a direction; nil if that depends on frames still to come.
  ///
  /// Before the first frame the answer is the start of the first frame. With an even rate, and once the input has
  /// ended, the answer does not depend on how many frames there are: it is given as if more came, each as long as the
  /// last.
  package func position(at source: Double, _ direction: Direction) -> FramePosition? {
    if let evenRate { return Self.position(counting: evenRate.position(at: source), from: 0, direction) }
    guard let frame = starts.index(at: source) else {
      return starts.count == 0 ? nil : FramePosition(frame: starts.first, phase: 0, .forward)
    }
    if source - starts[frame] <= grace(atStartOf: frame) { return FramePosition(frame: frame, phase: 0, direction) }
    if frame == starts.count - 1 {
      guard isEnded else { return nil }
      return Self.position(counting: (source - starts[frame]) / lastLength, from: frame, direction)
    }
    let (start, end) = (starts[frame], starts[frame + 1])
    if end - source <= FramePosition.grace * (end - start) {
      return FramePosition(frame: frame + 1, phase: 0, direction)
    }
    return FramePosition(frame: frame, phase: (source - start) / (end - start), direction)
  }

  /// The position `frames` equal frames after the start of the frame `first`.
  private static func position(
    counting frames: Double, from first: Int, _ direction: Direction
  ) -> FramePosition {
    // An open end can be so fast that no Int holds its frame numbers. No clip has 2⁶⁰ frames, so it is enough to count
    // up to there.
    let frames = min(frames, 0x1p60)
    let whole = frames.rounded(.down)
    let (frame, phase) = (first + Int(whole), frames - whole)
    if phase <= FramePosition.grace { return FramePosition(frame: frame, phase: 0, direction) }
    if phase >= 1 - FramePosition.grace { return FramePosition(frame: frame + 1, phase: 0, direction) }
    return FramePosition(frame: frame, phase: phase, direction)
  }

  /// For how many seconds after a frame's start an instant still counts as that start.
  ///
  /// The measure is the length of the frame before, which is known as soon as the frame comes: so an answer does not
  /// change when more frames come.
  private func grace(atStartOf frame: Int) -> Double {
    if frame > starts.first { return FramePosition.grace * (starts[frame] - starts[frame - 1]) }
    return frame + 1 < starts.count ? FramePosition.grace * (starts[frame + 1] - starts[frame]) : 0
  }
}

/// Where a source instant lies among the frames, seen in the order they are played: the frame on screen, and how much
/// of its interval has gone by.
///
///     source time       t₀          t₁          t₂          t₃
///     played forward    [ frame 0   [ frame 1   [ frame 2   [      phase rises to the right; t₁ is frame 1, phase 0
///     played backward     frame 0   ] frame 1   ] frame 2   ]      phase rises to the left;  t₁ is frame 0, phase 0
package struct FramePosition: Equatable, Sendable {
  package let frame: Int
  /// From 0, exactly where the frame starts in order of play, to less than 1.
  package let phase: Double

  /// As a part of a frame: an instant this close to a frame's start counts as its start.
  ///
  /// Times are printed as decimals and inverted through cubics, which changes their last digits; nobody asks for an
  /// instant a millionth of a frame away from a start.
  package static let grace = 1e-6

  /// `frame` and `phase` as played forward.
  init(frame: Int, phase: Double, _ direction: Direction) {
    let isMirrored = direction == .backward
    // Where frame i starts when played forward, frame i − 1 starts when played backward.
    self.frame = isMirrored && phase == 0 ? frame - 1 : frame
    self.phase = isMirrored && phase != 0 ? 1 - phase : phase
  }
}
