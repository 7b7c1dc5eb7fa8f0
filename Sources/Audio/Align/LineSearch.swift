import Streams

/// Finds the time offset and clock drift at which a part of the recording to align matches the reference best.
struct LineSearch {
  enum Finding {
    case line(ClockLine)
    /// No match is better than chance.
    case nowhere
    /// The sound repeats itself, so the part matches several places in the reference equally well.
    case severalPlaces
  }

  private let other: SoundDigest
  private let reference: SoundDigest
  let rises: RiseSearch
  let drifts: DriftSearch
  private let profiler = FitProfile.correlator()

  /// The smallest correlation peak, in standard deviations, at which another place in the reference may match as well.
  /// This limit is lower than that of a `DriftSearch`, because few places are tried.
  private static let leastRival = 6.4
  /// The smallest peak of the coarse `RiseSearch` for which a `DriftSearch` is worthwhile, in standard deviations.
  private static let leastScore: Float = 4.5
  /// How many places in the reference are tried to find the best match.
  private static let fewPlaces = 4
  /// How many places in the reference are tried to find out whether the sound repeats itself.
  private static let manyPlaces = 48

  init(for other: SoundDigest, in reference: SoundDigest, by correlator: PhaseCorrelator) {
    (self.other, self.reference) = (other, reference)
    rises = RiseSearch(in: reference.rises)
    drifts = DriftSearch(for: other, in: reference, by: correlator)
  }

  /// A line that relates the two clocks, and the height of the correlation peak of the `DriftSearch` that found it.
  private struct Candidate {
    let line: ClockLine
    let height: Double
    /// The range of samples of the recording to align that was compared with the reference.
    let span: Range<Int>
  }

  /// - Parameter part: the span of the recording to align, in seconds, whose sound is searched for in the reference.
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

  /// Searches the reference for `part` at each time offset. A part longer than a minute is searched for in two halves.
  private func best(of lags: ArraySlice<Int>, in part: Range<Double>) throws(StreamFailure) -> Candidate? {
    let middle = (part.lowerBound + part.upperBound) / 2
    let isLong = part.upperBound - part.lowerBound > 60
    let halves = isLong ? [part.lowerBound..<middle, middle..<part.upperBound] : [part]
    var best: Candidate?
    for lag in lags {
      for half in halves {
        let span = Self.samples(half).clamped(to: 0..<other.count)
        guard let finding = try drifts.finding(span, near: lag) else { continue }
        if finding.height > best?.height ?? DriftSearch.leastHeight {
          best = Candidate(line: finding.line, height: finding.height, span: span)
        }
      }
    }
    return best
  }

  /// Returns the clock relations at other places whose correlation peaks are at least half as high as that of `best`.
  private func rivals(of best: Candidate, at lags: [Int]) throws(StreamFailure) -> [ClockLine] {
    // The higher the correlation peak of the best match, the fewer excerpts are needed to find comparable peaks.
    let most = best.span.count / (12 * drifts.step)
    let share = max(1, min(most, Int(best.height * best.height / (14 * 14))))
    let due = max(Self.leastRival, 0.5 * best.height / Double(share).squareRoot())
    var rivals: [ClockLine] = []
    for lag in lags {
      guard let finding = try drifts.finding(best.span, near: lag, oneIn: share), finding.height > due,
        abs(finding.line.reference(at: best.line.other) - best.line.reference) > Self.apart
      else { continue }
      // The clock drift is the same everywhere, and the best match has the most exact value.
      let line = ClockLine(other: finding.line.other, reference: finding.line.reference, drift: best.line.drift)
      rivals.append(line)
    }
    return rivals
  }

  /// Matching places less than this many seconds apart in the reference count as one place.
  private static let apart = 0.05

  /// Returns the match that is clearly better than all others, if there is one; otherwise `severalPlaces`.
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

  /// Adds five minutes at both ends, because `FitProfile.verdict` also compares blocks of sound outside `part`.
  private static func widened(_ part: Range<Double>) -> Range<Double> {
    max(0, part.lowerBound - 300)..<part.upperBound + 300
  }
}
