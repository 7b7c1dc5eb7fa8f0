import Streams

/// Finds the line along which a part of the other recording is most like the reference.
struct LineSearch {
  enum Finding {
    case line(ClockLine)
    /// The part fits nowhere better than by chance.
    case nowhere
    /// The sound repeats, and the part fits at several places alike.
    case severalPlaces
  }

  private let other: SoundDigest
  private let reference: SoundDigest
  private let rises: RiseSearch
  private let drifts: DriftSearch
  private let profiler = FitProfile.correlator()

  /// Likenesses lower than this occur by chance.
  private static let leastHeight = 8.0
  private static let leastScore: Float = 4.5
  /// In the order of their scores; so many are looked at first, and so many if the sound may repeat.
  private static let fewPlaces = 4
  private static let manyPlaces = 48

  init(for other: SoundDigest, in reference: SoundDigest, by correlator: PhaseCorrelator) {
    (self.other, self.reference) = (other, reference)
    rises = RiseSearch(in: reference.rises)
    drifts = DriftSearch(for: other, in: reference, by: correlator)
  }

  /// A line that was found, and how.
  private struct Candidate {
    let line: ClockLine
    let height: Double
    /// The samples of the other recording that were compared.
    let span: Range<Int>
  }

  /// - Parameter part: seconds of the other recording.
  func finding(in part: Range<Double>) throws(StreamFailure) -> Finding {
    let steps =
      Int(
        part.lowerBound * PowerRises.perSecond)..<min(
        other.rises.count, Int(part.upperBound * PowerRises.perSecond))
    guard steps.count >= 32, reference.rises.count >= 32 else { return .nowhere }
    let places = rises.places(of: steps, in: other.rises, atMost: Self.manyPlaces)
      .filter { $0.height >= Self.leastScore }
    let lags = places.map { ($0.lag - steps.lowerBound) * PowerRises.hop }
    guard let best = try best(of: lags.prefix(Self.fewPlaces), in: part) else { return .nowhere }
    let rivals = try rivals(of: best, at: lags)
    return try rivals.isEmpty ? .line(best.line) : winner(of: [best.line] + rivals, in: part)
  }

  private static func samples(_ span: Range<Double>) -> Range<Int> {
    Int(span.lowerBound * Double(SoundDigest.rate))..<Int(span.upperBound * Double(SoundDigest.rate))
  }

  /// The line of the greatest likeness in the part or, if that is long, in either half of it.
  private func best(of lags: ArraySlice<Int>, in part: Range<Double>) throws(StreamFailure) -> Candidate? {
    let middle = (part.lowerBound + part.upperBound) / 2
    let isLong = part.upperBound - part.lowerBound > 60
    let halves = isLong ? [part.lowerBound..<middle, middle..<part.upperBound] : [part]
    var best: Candidate?
    for lag in lags {
      for half in halves {
        let span = Self.samples(half).clamped(to: 0..<other.count)
        guard let finding = try drifts.finding(span, near: lag) else { continue }
        if finding.height > best?.height ?? Self.leastHeight {
          best = Candidate(line: finding.line, height: finding.height, span: span)
        }
      }
    }
    return best
  }

  /// Lines at other places that are about as like the reference as the best one.
  private func rivals(of best: Candidate, at lags: [Int]) throws(StreamFailure) -> [ClockLine] {
    // Few excerpts tell enough if the likeness is great.
    let share = min(10, max(1, Int(best.height * best.height / (14 * 14))))
    let due = best.height / Double(share).squareRoot()
    var rivals: [ClockLine] = []
    for lag in lags {
      guard let finding = try drifts.finding(best.span, near: lag, oneIn: share), finding.height > 0.5 * due,
        abs(finding.line.reference(at: best.line.other) - best.line.reference) > Self.apart
      else { continue }
      // The two clocks have one drift, which the best line tells more exactly.
      let line = ClockLine(other: finding.line.other, reference: finding.line.reference, drift: best.line.drift)
      rivals.append(line)
    }
    return rivals
  }

  /// Seconds between lines that are not the same one.
  private static let apart = 0.05

  /// The line that fits clearly better than all others.
  private func winner(of lines: [ClockLine], in part: Range<Double>) throws(StreamFailure) -> Finding {
    var profiles: [FitProfile] = []
    for line in lines { profiles.append(try profile(along: line, in: part)) }
    var winner = try profile(along: lines[0], in: Self.widened(part))
    for profile in profiles where winner.verdict(on: profile) == .better {
      winner = try self.profile(along: profile.line, in: Self.widened(part))
    }
    let isAlone = profiles.allSatisfy { $0.line == winner.line || winner.verdict(on: $0) == .worse }
    return isAlone ? .line(winner.line) : .severalPlaces
  }

  private func profile(along line: ClockLine, in span: Range<Double>) throws(StreamFailure) -> FitProfile {
    try FitProfile(of: other, to: reference, along: line, in: span, by: profiler)
  }

  /// What the reference has where rivals put the part, other places of the other recording have.
  private static func widened(_ part: Range<Double>) -> Range<Double> {
    max(0, part.lowerBound - 300)..<part.upperBound + 300
  }
}
