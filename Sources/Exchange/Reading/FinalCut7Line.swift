import Values

/// A straight line of a clip in the XML of Final Cut Pro 7, in seconds.
struct FinalCut7Line {
  /// Source times.
  let from: Double
  let to: Double
  /// Result times.
  let start: Double
  let stop: Double

  /// Source time per result time.
  var pace: Double { stop > start ? (to - from) / (stop - start) : 0 }
}

extension [FinalCut7Line] {
  /// Joins clips that follow each other within less than a frame. A speed may change within a frame, but clips begin at
  /// whole frames. So a clip may seem to jump to the next, although both show what continuous play shows.
  func joined(at rate: FrameRate) -> [FinalCut7Line] {
    indices.flatMap { index -> [FinalCut7Line] in
      let line = self[index]
      guard index + 1 < count, let join = line.join(to: self[index + 1], within: rate.start(ofFrame: 1)) else {
        return [line]
      }
      return join
    }
  }
}

extension FinalCut7Line {
  /// Returns the line up to the last frame, and from there a line to `next`; nil if they are one without a jump, or if
  /// the jump is a cut.
  ///
  /// - Parameter frame: the length of a frame.
  fileprivate func join(to next: FinalCut7Line, within frame: Double) -> [FinalCut7Line]? {
    let (jump, middle) = (next.from - to, Swift.max(start, stop - frame))
    guard jump != 0, abs(next.start - stop) < 1e-6, abs(jump) < 0.99 * frame * Swift.max(abs(pace), abs(next.pace))
    else { return nil }
    let last = to - pace * (stop - middle)
    // Play in one direction must not turn for the join.
    let (low, high) = (Swift.min(pace, next.pace), Swift.max(pace, next.pace))
    guard low < 0 || next.from >= last, high > 0 || next.from <= last else { return nil }
    return [
      FinalCut7Line(from: from, to: last, start: start, stop: middle),
      FinalCut7Line(from: last, to: next.from, start: middle, stop: stop),
    ]
  }
}
