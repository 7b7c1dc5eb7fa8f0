import Streams

/// Measures how well each block of one recording matches the reference recording at the time that `line` gives.
struct FitProfile {
  let line: ClockLine
  /// The indices of the measured blocks of 2.5 s. Block k begins at sample k · `hop` of the recording to align.
  private let numbers: Range<Int>
  /// How much better than by chance each block matches the reference; nil if a recording lacks part of the block.
  private let strengths: [Double?]

  /// The number of samples from the start of one excerpt to the start of the next.
  private static let hop = 4096
  /// The number of overlapping one-second excerpts in a block. A block lasts 2.5 s.
  private static let block = 4
  /// How far from the position that `line` gives an excerpt is searched for, in samples to either side.
  private static let reach = 16

  /// Returns a correlator for excerpts of one second.
  static func correlator() -> PhaseCorrelator { PhaseCorrelator(length: 8192 - 2 * reach, reach: reach) }

  /// - Parameter span: the range to measure, in seconds of the recording to align.
  init(
    of other: SoundDigest, to reference: SoundDigest, along line: ClockLine, in span: Range<Double>,
    by correlator: PhaseCorrelator
  ) throws(StreamFailure) {
    let (rate, length) = (Double(SoundDigest.rate), correlator.length)
    let first = Int((span.lowerBound * rate / Double(Self.hop)).rounded(.up))
    let end = max(first, Int(span.upperBound * rate / Double(Self.hop)))
    var likenesses: [[Float]?] = []
    for number in first..<end {
      let start = number * Self.hop
      let centre = (Double(start) + Double(length) / 2) / rate
      let place = Int((line.reference(at: centre) * rate - Double(length) / 2).rounded())
      var likeness: [Float]?
      if reference.has(place..<place + length), other.has(start..<start + length) {
        var lags: [Float] = []
        try correlator.correlate(other, at: start, with: reference, at: place, into: &lags)
        likeness = lags
      }
      likenesses.append(likeness)
    }
    self.line = line
    strengths = Self.strengths(likenesses, chance: correlator.chancePower)
    numbers = first..<first + strengths.count
  }

  private static func strengths(_ likenesses: [[Float]?], chance: Double) -> [Double?] {
    let total = sum(likenesses[...])
    let best = (2..<total.count - 2).max { total[$0] < total[$1] } ?? reach
    return (0..<max(0, likenesses.count - block + 1)).map { start in
      let excerpts = likenesses[start..<start + block]
      guard excerpts.allSatisfy({ $0 != nil }) else { return nil }
      // Sums the power of five lags, because the correlation peak may lie between two samples.
      let power = sum(excerpts)[best - 2...best + 2].reduce(0) { $0 + Double($1) * Double($1) }
      return max(0, power / (Double(block) * chance) - 5).squareRoot()
    }
  }

  private static func sum(_ likenesses: ArraySlice<[Float]?>) -> [Float] {
    likenesses.reduce(into: [Float](repeating: 0, count: 2 * reach + 1)) { sum, likeness in
      if let likeness { for lag in sum.indices { sum[lag] += likeness[lag] } }
    }
  }

  private func strength(_ number: Int) -> Double? {
    numbers.contains(number) ? strengths[number - numbers.lowerBound] : nil
  }

  enum Verdict { case better, worse, alike }

  /// Judges whether `rival`, which assumes another offset between the two clocks, fits better or worse than `self`.
  /// Both offsets are tried with each block of the recording to align, and then with each block of the reference. An
  /// offset fits badly where it pairs sound in one recording with silence in the other.
  func verdict(on rival: FitProfile) -> Verdict {
    let distance = rival.line.reference(at: line.other) - line.reference
    let hops = Int((distance * Double(SoundDigest.rate) / Double(Self.hop)).rounded())
    var (sum, count, votes) = (0.0, 0.0, 0)
    for shift in [0, hops] {
      for number in stride(from: rival.numbers.lowerBound, to: rival.numbers.upperBound, by: Self.block / 2) {
        guard let theirs = rival.strength(number), let ours = strength(number + shift) else { continue }
        // The divisor estimates how much the strength of a block varies by chance.
        let difference = (theirs - ours) / (1 + 0.1 * max(ours, theirs))
        sum += difference
        count += 1
        if abs(difference) > Self.clear { votes += difference > 0 ? 1 : -1 }
      }
    }
    let total = sum / max(1, count).squareRoot()
    if abs(total) < Self.clear, abs(votes) < 2 { return .alike }
    return (abs(votes) < 2 ? total : Double(votes)) > 0 ? .better : .worse
  }

  /// A difference larger than this many times its usual scatter is not due to chance.
  private static let clear = 4.0
}
