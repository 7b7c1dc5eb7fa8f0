import Glibc

/// From the evidence of each frame to a decision about it. Looks 23 frames ahead.
///
/// A frame is speech if its evidence, averaged over seven frames, is positive. Speech lasts for up to 0.3 s on and
/// begins up to 0.2 s earlier where the evidence is weakly negative, as in its first and last consonants.
struct VoiceDecision {
  /// The log-odds of speech.
  private var odds = RecentFrames(Float(0))
  private var smoothed = RecentFrames(Float(0))
  private var taken = 0
  private var hasEnded = false
  /// The last frame that is speech by itself, if all later ones may be speech.
  private var lastSpoken: Int?

  private static let around = 3
  private static let (before, after) = (20, 30)
  private static let weakest: Float = -3
  private static let limit: Float = 8

  mutating func take(_ odds: Float) {
    self.odds.append(min(Self.limit, max(-Self.limit, odds)))
    if self.odds.count > Self.around { smooth() }
  }

  /// Must be called after the last frame.
  mutating func end() {
    while smoothed.count < odds.count { smooth() }
    hasEnded = true
  }

  private mutating func smooth() {
    let span = max(0, smoothed.count - Self.around)...min(odds.count - 1, smoothed.count + Self.around)
    smoothed.append(span.reduce(Float(0)) { $0 + odds[$1] } / Float(span.count))
  }

  /// The probability that the next frame is speech: 0.5 or more if it is judged to be speech. Nil if later frames are
  /// needed for it.
  mutating func next() -> Double? {
    guard hasEnded ? taken < smoothed.count : taken + Self.before < smoothed.count else { return nil }
    let frame = taken
    taken += 1
    if smoothed[frame] > 0 {
      lastSpoken = frame
    } else if smoothed[frame] <= Self.weakest {
      lastSpoken = nil
    }
    let isSpeech = lastSpoken.map { frame - $0 <= Self.after } ?? false || precedes(frame)
    let probability = 1 / (1 + exp(-Double(smoothed[frame])))
    return isSpeech ? max(probability, 0.5) : min(probability, 0.499)
  }

  /// Whether speech follows soon, and all frames until then may be speech.
  private func precedes(_ frame: Int) -> Bool {
    for later in frame...min(smoothed.count - 1, frame + Self.before) {
      if smoothed[later] > 0 { return true }
      if smoothed[later] <= Self.weakest { return false }
    }
    return false
  }
}
