/// Finds duplicates: source frames that look like the frame before them.
///
/// Screen recordings and films converted from another frame rate contain runs of duplicates. Without this type, motion
/// interpolated between neighbours stands still within a run, and is too fast from the end of the run to the next
/// frame. With this type, a run counts as its first frame, which is on screen until the run ends:
///
///     frames           0    1    1    1    4    5          marked as duplicates: 2, 3
///     counts as        0────1──────────────4────5
///
/// A long still is not a run, because interpolation would start to change it long before its end. Therefore runs of
/// more than `most` frames or `longest` seconds stay as they are. Each frame is compared only with its neighbour, so
/// the result does not depend on where reading began. A fade with invisible steps becomes such a long run, or a run
/// whose ends are almost equal.
package struct DuplicateFrames: Equatable, Sendable {
  /// In seconds. A frame rate below four distinct pictures per second does not look like motion.
  static let longest = 0.25
  /// In frames: at 60 frames per second, five distinct pictures per second. This limits the memory for faster inputs.
  static let most = 12
  /// The seconds before and after an instant in which frames must be compared: slightly more than the longest run.
  package static let reach = 0.3

  /// The run of duplicates that contains a frame.
  enum Run: Equatable {
    /// Unknown because the run may continue in frames that have not arrived.
    case unknown
    /// A single frame, a frame of a run that is too long, or a frame of a run at the end of the input.
    case single
    /// A run from `first` to the frame before `next`.
    case frames(first: Int, next: Int)
  }

  /// One bit per frame: a day of film takes a quarter of a megabyte.
  private var marks: [UInt64] = []
  private var count = 0

  mutating func append(isDuplicate: Bool) {
    if count % 64 == 0 { marks.append(0) }
    // The first frame cannot be a duplicate.
    if isDuplicate, count > 0 { marks[count / 64] |= 1 << UInt64(count % 64) }
    count += 1
  }

  /// Removes all frames except the first `count`.
  mutating func limit(to count: Int) {
    while self.count > count {
      self.count -= 1
      marks[self.count / 64] &= ~(1 << UInt64(self.count % 64))
      if self.count % 64 == 0 { marks.removeLast() }
    }
  }

  private func isDuplicate(_ frame: Int) -> Bool { marks[frame / 64] & 1 << UInt64(frame % 64) != 0 }

  /// The earliest frame that may replace `frame` or a later frame because it begins a run of duplicates.
  func floor(of frame: Int) -> Int {
    if count == 0 { return 0 }
    let last = min(frame, count - 1)
    var first = last
    while isDuplicate(first), last - first < Self.most { first -= 1 }
    return first
  }

  func run(of frame: Int, on clock: FrameClock) -> Run {
    guard frame < count else { return clock.isEnded ? .single : .unknown }
    let first = floor(of: frame)
    if isDuplicate(first) { return .single }
    var next = frame + 1
    while next < count, isDuplicate(next), next - first <= Self.most { next += 1 }
    if next - first > Self.most { return .single }
    let start = clock.start(of: first)
    guard next < count else {
      let isLong = clock.start(of: next - 1) - start > Self.longest
      return isLong || clock.isEnded ? .single : .unknown
    }
    let isLong = clock.start(of: next) - start > Self.longest * (1 + FramePosition.grace)
    return isLong || next == first + 1 ? .single : .frames(first: first, next: next)
  }
}

extension Footage {
  /// Returns `view` without duplicates: it lies between the first frame of a run and the frame after the run. Nil while
  /// the end of the run is not known yet.
  ///
  /// If the stretch does not show the frame after a run, the run stays as it is, because that frame may belong to
  /// another scene. A freeze shows the frame at its instant, because a still picture needs no interpolation.
  func withoutDuplicates(_ view: FrameView, in index: Int) -> FrameView? {
    guard let duplicates, stretches[index].direction != .still else { return view }
    let (frame, phase) = view.position
    switch duplicates.run(of: frame, on: clock) {
    case .unknown: return nil
    case .single: return view
    case .frames(let first, let next):
      guard let frames = frames(of: index), next <= frames.upperBound else { return view }
      return FrameView(frame: first, next: next, phase: clock.phase(of: frame, phase, from: first, to: next))
    }
  }

  /// Extends `needs` to the first frames of runs, which replace the duplicates after them.
  func allowingForDuplicates(_ needs: FrameNeeds) -> FrameNeeds {
    guard let duplicates else { return needs }
    var needs = needs
    if needs.later != .max { needs.later = duplicates.floor(of: needs.later) }
    if !needs.chosen.isEmpty {
      needs.chosen = duplicates.floor(of: needs.chosen.lowerBound)..<needs.chosen.upperBound
    }
    return needs
  }
}

extension FrameView {
  /// The position between the two frames, counted in forward play.
  fileprivate var position: (frame: Int, phase: Double) {
    if frame == next || phase == 0 { return (frame, 0) }
    return frame < next ? (frame, phase) : (next, 1 - phase)
  }
}

extension FrameClock {
  /// Converts `phase`, counted from `frame` to the frame after it, to the phase from `first` to `next`.
  fileprivate func phase(of frame: Int, _ phase: Double, from first: Int, to next: Int) -> Double {
    if isEven { return (Double(frame - first) + phase) / Double(next - first) }
    let (start, end) = (start(of: first), start(of: next))
    let time = self.start(of: frame) + phase * (self.start(of: frame + 1) - self.start(of: frame))
    return min(1, (time - start) / (end - start))
  }
}
