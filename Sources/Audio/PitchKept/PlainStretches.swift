import Warp

/// The stretches of a leg that go at the speed of the source, and so can be heard as they are.
struct PlainStretches: Sendable {
  /// Outputs that are at the speed of the source, as far as the leg has any; without end where the leg has one.
  private let stretches: [Range<Int>]
  /// How the sound goes over to the source as it is, and back.
  private let fades: [Bounds]
  private let size: FrameSize

  private struct Bounds: Sendable {
    let rise: Range<Int>
    let fall: Range<Int>
  }

  /// Speeds that differ by less are one: it is what the decimals of a table lose.
  static let tolerance = 1e-9

  init(_ course: LegCourse, on path: ControlPath, _ size: FrameSize) {
    self.size = size
    stretches = course.isBrief ? [.min..<Int.max] : Self.stretches(course.leg, path)
    fades = stretches.compactMap { Self.fade($0, size) }
  }

  private static func stretches(_ leg: Leg, _ path: ControlPath) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    func note(_ start: Int, _ end: Int) {
      if let last = stretches.last, last.upperBound == start {
        stretches[stretches.count - 1] = last.lowerBound..<end
      } else if start < end {
        stretches.append(start..<end)
      }
    }
    for index in leg.pieces where isPlain(path.map.pieces[index]) {
      let piece = path.map.pieces[index]
      note(
        index == leg.pieces.lowerBound ? .min : path.position(of: piece.warpedStart).firstSample,
        index + 1 == leg.pieces.upperBound && !leg.isOpen ? .max : path.position(of: piece.warpedEnd).firstSample)
    }
    if leg.isOpen, let openEnd = path.map.openEnd, abs(openEnd.scale - 1) <= tolerance {
      note(leg.pieces.isEmpty ? .min : path.position(of: openEnd.warped).firstSample, .max)
    }
    return stretches
  }

  private static func isPlain(_ piece: Piece) -> Bool {
    guard let curve = piece.curve else { return false }
    let length = abs(piece.sourceEnd - piece.sourceStart)
    return abs(curve.first - 1) + abs(2 * curve.second * length) + abs(3 * curve.third * length * length) <= tolerance
  }

  /// Coming in, the turns of the tones take four frames to go away, and two hops later those before are no longer
  /// heard. Going out, the first frame that is taken elsewhere is heard two hops before its middle.
  private static func fade(_ stretch: Range<Int>, _ size: FrameSize) -> Bounds? {
    let hop = size.hop
    let start = stretch.lowerBound == .min ? nil : (stretch.lowerBound + hop - 1) / hop * hop + 6 * hop
    let end = stretch.upperBound == .max ? nil : stretch.upperBound - 2 * hop
    let rise = start.map { $0..<$0 + hop } ?? .min..<Int.min
    let fall = end.map { $0 - hop..<$0 } ?? .max..<Int.max
    return rise.upperBound <= fall.lowerBound ? Bounds(rise: rise, fall: fall) : nil
  }

  /// Whether a frame centred on `output` is taken at the speed of the source.
  func contains(_ output: Int) -> Bool {
    let index = stretches.borderIndex { $0.upperBound > output }
    return index < stretches.count && stretches[index].contains(output)
  }

  /// The next outputs, from `output` on and up to `end`, that are all as they are, all reckoned, or fading from one to
  /// the other.
  func part(from output: Int, to end: Int) -> (outputs: Range<Int>, kind: Kind) {
    let index = fades.borderIndex { $0.fall.upperBound > output }
    guard index < fades.count else { return (output..<end, .reckoned) }
    let fade = fades[index]
    for (bound, kind) in [
      (fade.rise.lowerBound, Kind.reckoned), (fade.rise.upperBound, .fading(fade.rise, rises: true)),
      (fade.fall.lowerBound, .plain), (fade.fall.upperBound, .fading(fade.fall, rises: false)),
    ] where output < bound {
      return (output..<min(end, bound), kind)
    }
    return (output..<end, .reckoned)
  }

  enum Kind: Equatable, Sendable {
    case reckoned
    case plain
    case fading(Range<Int>, rises: Bool)

    /// How much of the sound is as it is in the source.
    func share(at output: Int) -> Double {
      switch self {
      case .reckoned: return 0
      case .plain: return 1
      case .fading(let range, let rises):
        let share = Fade.share(output, of: range)
        return rises ? share : 1 - share
      }
    }
  }
}
