import Expressions
import Found
import Values
import Warp

/// The curve of a command, as a value. Without curve options, the clip plays at normal speed.
package enum CurveFamily: Equatable, Sendable {
  case normal
  case components(Components)
  case constant(scale: Double)
  case keys(SpeedKeys)
  case anchors(Anchors)
  case ranges(Ranges)
  case playList(PlayList)
  case scale(expression: String)
  case integral(expression: String)
  case even(EvenCurve, EvenCurve.Wish)
  case lines(FollowedLines)
  case speech(SpeechPaces, SpeechPaces.Wish)
  /// The map of a table or of an alignment. If the duration of the clip is known, an open end closes there.
  case table(TimeMap)

  package func map(on clip: Clip) throws -> TimeMap {
    switch self {
    case .normal: try TimeMap(scale: 1, duration: clip.duration)
    case .components(let components): try components.map()
    case .constant(let scale): try TimeMap(scale: scale, duration: clip.duration)
    case .keys(let keys): try keys.map(duration: clip.duration)
    case .anchors(let anchors): try anchors.map(duration: clip.duration)
    case .ranges(let ranges): try ranges.map(duration: clip.duration)
    case .playList(let list): try list.map()
    case .scale(let text): try ExpressionCurve.map(scale: text, duration: clip.requiredDuration(for: "--scale-expr"))
    case .integral(let text):
      try ExpressionCurve.map(integral: text, duration: clip.requiredDuration(for: "--integral-expr"))
    case .even(let curve, let wish): try curve.map(wish)
    case .lines(let lines): try lines.map(duration: clip.duration)
    case .speech(let paces, let wish): try paces.map(duration: clip.requiredDuration(for: "--speech"), wish)
    case .table(let map): try clip.duration.map { try map.closed(at: $0) } ?? map
    }
  }

  /// The curves of `--curve` and `--curves` on their ranges; empty for other families.
  package var curves: [Components.Component] {
    if case .components(let curves) = self { curves.components } else { [] }
  }

  /// Warnings about probable mistakes.
  var notes: [String] {
    switch self {
    case .anchors(let anchors): anchors.notes
    case .keys(let keys): keys.notes
    case .lines(let lines): lines.notes
    default: []
    }
  }
}
