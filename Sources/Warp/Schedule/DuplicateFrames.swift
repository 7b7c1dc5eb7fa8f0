/// Which of the source's frames are duplicates: each looks like the frame before it.
///
/// Films converted from another rate and screen recordings have runs of such frames. Motion made up between neighbours
/// then stands still within a run and hurries from its end to the next frame. So that it goes on evenly, a run counts as
/// its first frame, on screen until the run is over:
///
///     frames           0    1    1    1    4    5          marked as duplicates: 2, 3
///     counts as        0────1──────────────4────5
///
/// A still that lasts is no such run, or it would turn into what comes after it long before: a run of more than `most`
/// frames or of more than `longest` seconds is left as it is. Every frame is compared with its neighbour alone, so what
/// counts as a run follows from the frames around it, wherever reading has begun; and a fade so slow that its steps
/// cannot be seen makes either such a long run or one whose ends lie close to each other.
package struct DuplicateFrames: Equatable, Sendable {
  /// In seconds. Of four pictures a second or more each stays for less; fewer are not seen as motion.
  static let longest = 0.25
  /// Five pictures in sixty frames a second. It bounds what is kept of frames that come faster than that.
  static let most = 12
  /// How far around an instant frames have to be looked at, in seconds: somewhat more than a run may last.
  package static let reach = 0.3

  /// The run that a frame is in.
  enum Run: Equatable {
    /// The run is not over among the frames that have come.
    case unknown
    /// A frame by itself, one of a run that is too long, or one of a run with which the input ends.
    case single
    /// One of the frames from `first` to the one before `next`.
    case frames(first: Int, next: Int)
  }

  /// One bit for each frame: a day of film takes a quarter of a megabyte.
  private var marks: [UInt64] = []
  private var count = 0

  mutating func append(isDuplicate: Bool) {
    if count % 64 == 0 { marks.append(0) }
    // Nothing comes before the first frame.
    if isDuplicate, count > 0 { marks[count / 64] |= 1 << UInt64(count % 64) }
    count += 1
  }

  /// Takes back all but the first `count`.
  mutating func limit(to count: Int) {
    while self.count > count {
      self.count -= 1
      marks[self.count / 64] &= ~(1 << UInt64(self.count % 64))
      if self.count % 64 == 0 { marks.removeLast() }
    }
  }

  private func isDuplicate(_ frame: Int) -> Bool { marks[frame / 64] & 1 << UInt64(frame % 64) != 0 }

  /// The first frame that may be named for `frame` or one after it.
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
  /// The same instant seen without duplicates: between the first frame of a run and the next frame after it. Nil while
  /// it is not known which these are.
  ///
  /// A run stays as it is if the stretch does not show the frame after it: that may belong to another scene. A freeze
  /// shows the frame at its instant, so that what stands is not made up.
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

  /// The needs of whoever names duplicates, as those of whoever names what they count as.
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
  /// The point between two frames, as played forward.
  fileprivate var position: (frame: Int, phase: Double) {
    if frame == next || phase == 0 { return (frame, 0) }
    return frame < next ? (frame, phase) : (next, 1 - phase)
  }
}

extension FrameClock {
  /// How far from the start of `first` to that of `next` the point is that lies so far from the start of `frame` to that
  /// of the one after it.
  fileprivate func phase(of frame: Int, _ phase: Double, from first: Int, to next: Int) -> Double {
    if isEven { return (Double(frame - first) + phase) / Double(next - first) }
    let (start, end) = (start(of: first), start(of: next))
    let time = self.start(of: frame) + phase * (self.start(of: frame + 1) - self.start(of: frame))
    return min(1, (time - start) / (end - start))
  }
}
