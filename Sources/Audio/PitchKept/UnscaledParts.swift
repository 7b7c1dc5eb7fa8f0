import Warp

/// The output samples at source speed, which are copied from the source, and their cross-fades with the phase vocoder.
struct UnscaledParts: Sendable {
  /// The ranges of outputs at source speed, rising. A range at the start or end of a leg (a part of the map without
  /// cuts) has no limit there, because fades extend beyond the leg.
  private let parts: [Range<Int>]
  /// The cross-fades into and out of each range in `parts`, except ranges that are too short for both.
  private let fades: [Fades]
  private let size: FrameSize

  private struct Fades: Sendable {
    let rise: Range<Int>
    let fall: Range<Int>
  }

  /// The largest difference from 1 of a speed that counts as source speed: decimals in a map's table are rounded.
  static let tolerance = 1e-9

  init(_ course: LegCourse, on path: ControlPath, _ size: FrameSize) {
    self.size = size
    parts = course.isBrief ? [.min..<Int.max] : Self.parts(of: course.leg, path)
    fades = parts.compactMap { Self.fades(of: $0, size) }
  }

  private static func parts(of leg: Leg, _ path: ControlPath) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    func add(_ start: Int, _ end: Int) {
      if let last = parts.last, last.upperBound == start {
        parts[parts.count - 1] = last.lowerBound..<end
      } else if start < end {
        parts.append(start..<end)
      }
    }
    for index in leg.pieces where isUnscaled(path.map.pieces[index]) {
      let piece = path.map.pieces[index]
      add(
        index == leg.pieces.lowerBound ? .min : path.position(of: piece.warpedStart).firstSample,
        index + 1 == leg.pieces.upperBound && !leg.isOpen ? .max : path.position(of: piece.warpedEnd).firstSample)
    }
    if leg.isOpen, let openEnd = path.map.openEnd, abs(openEnd.scale - 1) <= tolerance {
      add(leg.pieces.isEmpty ? .min : path.position(of: openEnd.warped).firstSample, .max)
    }
    return parts
  }

  /// Whether a piece of the map plays at source speed throughout.
  private static func isUnscaled(_ piece: Piece) -> Bool {
    guard let curve = piece.curve else { return false }
    let length = abs(piece.sourceEnd - piece.sourceStart)
    return abs(curve.first - 1) + abs(2 * curve.second * length) + abs(3 * curve.third * length * length) <= tolerance
  }

  /// Returns the cross-fades between the phase vocoder and the copied source at both ends of `part`; nil if the part is
  /// too short. A cross-fade needs frames with the phases of the source. `PhaseKeeper` restores them in four frames,
  /// and older frames are heard for two more hops (steps from frame to frame). The fade into the part therefore begins
  /// six hops after the first hop boundary. The fade out ends two hops before the end of the part, where the first
  /// frame centered after the part begins.
  private static func fades(of part: Range<Int>, _ size: FrameSize) -> Fades? {
    let hop = size.hop
    let start = part.lowerBound == .min ? nil : (part.lowerBound + hop - 1) / hop * hop + 6 * hop
    let end = part.upperBound == .max ? nil : part.upperBound - 2 * hop
    let rise = start.map { $0..<$0 + hop } ?? .min..<Int.min
    let fall = end.map { $0 - hop..<$0 } ?? .max..<Int.max
    return rise.upperBound <= fall.lowerBound ? Fades(rise: rise, fall: fall) : nil
  }

  /// Whether the map plays the source at its own speed at the output sample `output`.
  func contains(_ output: Int) -> Bool {
    let index = parts.borderIndex { $0.upperBound > output }
    return index < parts.count && parts[index].contains(output)
  }

  /// The longest range of output samples, from `output` on and up to `end`, that all have the same `Kind` of source.
  func part(from output: Int, to end: Int) -> (outputs: Range<Int>, kind: Kind) {
    let index = fades.borderIndex { $0.fall.upperBound > output }
    guard index < fades.count else { return (output..<end, .vocoded) }
    let fade = fades[index]
    for (bound, kind) in [
      (fade.rise.lowerBound, Kind.vocoded), (fade.rise.upperBound, .fading(fade.rise, rises: true)),
      (fade.fall.lowerBound, .unscaled), (fade.fall.upperBound, .fading(fade.fall, rises: false)),
    ] where output < bound {
      return (output..<min(end, bound), kind)
    }
    return (output..<end, .vocoded)
  }

  /// Where an output sample comes from.
  enum Kind: Equatable, Sendable {
    /// The output of the phase vocoder.
    case vocoded
    /// The source's samples, unchanged.
    case unscaled
    /// A cross-fade over a range of outputs: from the vocoder to the source if `rises`, otherwise back.
    case fading(Range<Int>, rises: Bool)

    /// The gain of the source's samples. The vocoder's gain is 1 minus this.
    func share(at output: Int) -> Double {
      switch self {
      case .vocoded: return 0
      case .unscaled: return 1
      case .fading(let range, let rises):
        let share = Fade(range).share(at: output)
        return rises ? share : 1 - share
      }
    }
  }
}
