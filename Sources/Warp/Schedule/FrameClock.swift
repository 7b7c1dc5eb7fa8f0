import Values

/// The display times of the source's frames: frame i is on screen from its start to the start of the next frame.
///
/// Frames arrive one by one. At a constant rate, all starts are known and only the number of frames is not. Otherwise
/// the start of a frame is known when it arrives.
package struct FrameClock: Equatable, Sendable {
  /// Nil if frames have their own timestamps.
  private let evenRate: FrameRate?
  private let nominalRate: FrameRate?
  /// The timestamps of the frames; empty at a constant rate.
  private var starts = StampWindow()
  /// The starts of all frames if a list gives them beforehand, otherwise empty. An extra entry at the end is the end of
  /// the last frame.
  private var listed: [Double] = []
  /// The rate of which the timestamps are rounded ones; nil to take them as they are.
  private let roundedRate: FrameRate?
  /// The number of frames that have arrived, at a constant rate.
  private var evenCount = 0
  package private(set) var isEnded = false
  /// The start of the first frame; 0 before it has arrived.
  package private(set) var beginning = 0.0

  /// Frames at a constant rate, from time 0.
  package init(rate: FrameRate) {
    evenRate = rate
    nominalRate = rate
    roundedRate = nil
  }

  /// Frames at a constant rate, all of which have arrived.
  package init(rate: FrameRate, count: Int) {
    self.init(rate: rate)
    evenCount = count
    isEnded = true
  }

  /// Frames with their own timestamps.
  ///
  /// - Parameters:
  ///   - nominal: the rate in the header, if any.
  ///   - listed: the timestamps of the frames, if known beforehand, possibly followed by the end of the last frame.
  ///   - roundedRate: the rate of which the timestamps are rounded ones; nil to take them as they are. Containers round
  ///     to their ticks, and the first frame of a cut film may be shorter than the others.
  package init(nominal: FrameRate?, listed: [Double] = [], roundedRate: FrameRate? = nil) {
    evenRate = nil
    nominalRate = nominal
    self.roundedRate = roundedRate
    self.listed = listed
  }

  /// Whether the frames have a constant rate.
  var isEven: Bool { evenRate != nil }

  /// The number of frames that have arrived.
  package var count: Int { evenRate == nil ? starts.count : evenCount }

  /// Adds the next frame, at a constant rate.
  package mutating func append() { evenCount += 1 }

  /// Adds the next frame, with its own timestamp. Returns false, and adds nothing, if `start` is not a valid time after
  /// the last one.
  package mutating func append(start stamp: Double) -> Bool {
    let last = starts.last ?? -.infinity
    // A frame that would then start with the one before it keeps its own time.
    let start = roundedRate.map { $0.snapped(stamp) }.flatMap { $0 > last ? $0 : nil } ?? stamp
    guard abs(start) <= TimeSyntax.longest, start > last else { return false }
    if starts.count == 0 { beginning = start }
    starts.append(start)
    return true
  }

  /// Ends the input. If the last frame was incomplete, `count` does not include it, and it is removed.
  package mutating func end(count: Int) {
    evenCount = min(evenCount, count)
    starts.limit(to: count)
    isEnded = true
  }

  /// The number of timestamps in memory.
  var stampCount: Int { starts.count - starts.first }

  /// Allows the timestamps of the frames before `index` to be released from memory.
  mutating func release(before index: Int) {
    // The frame before `index` is kept, because its length determines the rounding tolerance at the start of `index`.
    starts.release(before: index - 1)
  }
}

/// Starts of frames, and the end of the input.
extension FrameClock {
  /// The start of a frame. Frames that have not arrived are assumed to be as long as the last frame.
  package func start(of frame: Int) -> Double {
    if let evenRate { return evenRate.start(ofFrame: frame) }
    return frame < starts.count ? starts[frame] : end + Double(frame - starts.count) * lastLength
  }

  /// The end of the input if no more frames arrive. The last frame ends at the time listed after it, or is as long as
  /// the frame before.
  package var end: Double {
    if let evenRate { return evenRate.start(ofFrame: evenCount) }
    return (starts.last ?? 0) + lastLength
  }

  /// Whether the starts of future frames are known.
  var isForeseeable: Bool { evenRate != nil || isEnded }

  /// The earliest possible end of the input.
  var earliestEnd: Double { evenRate == nil && !isEnded ? starts.last ?? 0 : end }

  /// The length of the last frame if no more frames arrive.
  var lastLength: Double {
    if let evenRate { return evenRate.start(ofFrame: 1) }
    if let last = starts.last, starts.count < listed.count, listed[starts.count] > last {
      return listed[starts.count] - last
    }
    return length(upTo: starts.count - 1)
  }

  /// The length of the frame before `frame`.
  private func length(upTo frame: Int) -> Double {
    // With a single frame and no rate, 25 frames per second are assumed.
    guard frame > starts.first else { return nominalRate?.start(ofFrame: 1) ?? 0.04 }
    return starts[frame] - starts[frame - 1]
  }

  /// The end of the input and the length of its last frame if the newest frame proves incomplete and is removed. Nil if
  /// this cannot happen any more, or if no frame would remain.
  var withoutNewest: (end: Double, lastLength: Double)? {
    if isEnded || count < 2 { return nil }
    if let evenRate { return (evenRate.start(ofFrame: evenCount - 1), lastLength) }
    // A list of timestamps keeps the start of the removed frame, where the frame before it ends. Without a list, that
    // frame is assumed to last as long as its predecessor.
    let length = listed.isEmpty ? length(upTo: count - 2) : starts[count - 1] - starts[count - 2]
    return (starts[count - 2] + length, length)
  }

  /// The length of a frame by the rate in the header; without a rate, the length of the last frame.
  var nominalLength: Double { nominalRate?.start(ofFrame: 1) ?? lastLength }

  /// The least value that `nominalLength` may have once the input has ended.
  var leastNominalLength: Double { nominalRate == nil && !isForeseeable ? 0 : nominalLength }
}

/// Converts source time to frames.
extension FrameClock {
  /// The frame on screen at `source` for a direction of play. Nil if it depends on frames that have not arrived.
  ///
  /// Before the first frame, the result is the start of the first frame. At a constant rate, and after the end of the
  /// input, the result does not depend on the number of frames. It is as if more frames followed, each as long as the
  /// last one.
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

  /// The position after `frames` equal frames from the start of the frame `first`.
  private static func position(
    counting frames: Double, from first: Int, _ direction: Direction
  ) -> FramePosition {
    // An open end can be so fast that frame numbers exceed Int. No clip has 2⁶⁰ frames, so the count is limited to
    // this.
    let frames = min(frames, 0x1p60)
    let whole = frames.rounded(.down)
    let (frame, phase) = (first + Int(whole), frames - whole)
    if phase <= FramePosition.grace { return FramePosition(frame: frame, phase: 0, direction) }
    if phase >= 1 - FramePosition.grace { return FramePosition(frame: frame + 1, phase: 0, direction) }
    return FramePosition(frame: frame, phase: phase, direction)
  }

  /// The seconds after a frame's start in which an instant still counts as the start.
  ///
  /// This tolerance is relative to the previous frame's length, which is known as soon as the frame arrives. Therefore
  /// an answer does not change when more frames arrive.
  private func grace(atStartOf frame: Int) -> Double {
    if frame > starts.first { return FramePosition.grace * (starts[frame] - starts[frame - 1]) }
    return frame + 1 < starts.count ? FramePosition.grace * (starts[frame + 1] - starts[frame]) : 0
  }
}

/// The position of a source instant among the frames, in playing order: the frame on screen, and how much of its time
/// has passed.
///
///     source time       t₀          t₁          t₂          t₃
///     played forward    [ frame 0   [ frame 1   [ frame 2   [      phase rises to the right; t₁ is frame 1, phase 0
///     played backward     frame 0   ] frame 1   ] frame 2   ]      phase rises to the left;  t₁ is frame 0, phase 0
package struct FramePosition: Equatable, Sendable {
  package let frame: Int
  /// The share of the frame's time that has passed: 0 at the frame's start in playing order, always less than 1.
  package let phase: Double

  /// A tolerance, as a fraction of a frame's length: an instant this close to a frame's start counts as the start.
  ///
  /// Times are printed as decimals and inverted through cubics, which changes their last digits. No user asks for an
  /// instant a millionth of a frame away from a start.
  package static let grace = 1e-6

  /// Creates the position for `direction` from the frame and phase that apply in forward play.
  init(frame: Int, phase: Double, _ direction: Direction) {
    let isMirrored = direction == .backward
    // Where frame i starts in forward play, frame i − 1 starts in backward play.
    self.frame = isMirrored && phase == 0 ? frame - 1 : frame
    self.phase = isMirrored && phase != 0 ? 1 - phase : phase
  }
}
