import Values
import Warp

/// What the end of the clip leaves of a curve that is typed in times.
extension CurveFamily {
  /// Warnings about keyframes and ranges after the end of the clip. Throws if nothing else is asked for.
  func unreached(on clip: Clip, playing map: TimeMap) throws(Refusal) -> [String] {
    guard let duration = clip.duration else { return [] }
    switch self {
    case .keys(let keys):
      guard let late = keys.unreached(in: duration) else { return [] }
      if late.leavesNothing { throw clip.ending(before: "the keyframe at \(BriefNumber.print(late.source)) s is") }
      let (time, end) = BriefNumber.print(late.source, besides: duration)
      let scale = map.pieces.last?.signedScale(at: duration)
      let speed = scale.map { ", at \(BriefNumber.print(1 / $0))x" } ?? ""
      return ["the keyframe at \(time) s is not reached: the video ends at \(end) s\(speed)"]
    case .ranges(let ranges):
      let late = ranges.ranges.filter { $0.start >= duration }
      guard let first = late.first else { return [] }
      let (time, end) = BriefNumber.print(first.start, besides: duration)
      guard late.count < ranges.ranges.count else {
        throw clip.ending(before: late.count == 1 ? "the range at \(time) s is" : "all \(late.count) ranges are")
      }
      let what = late.count == 1 ? "the range at \(time) s is" : "\(late.count) ranges from \(time) s on are"
      return ["\(what) not reached: the video ends at \(end) s"]
    case .even(let curve, _):
      guard curve.start < duration else {
        throw clip.ending(before: "the first value, at \(BriefNumber.print(curve.start)) s, is")
      }
      return []
    default: return []
    }
  }
}
