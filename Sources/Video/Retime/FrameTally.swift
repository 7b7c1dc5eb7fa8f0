/// Counts what became of the frames, for the report at the end of a run.
package struct FrameTally: Equatable, Sendable {
  package private(set) var outputCount = 0
  /// Output frames that show the same frame as the one before.
  package private(set) var repeatedCount = 0
  /// Output frames that are made from others.
  package private(set) var mixedCount = 0
  package private(set) var byteCount = 0
  /// The number of input frames that were shown at least once, unchanged or mixed.
  package private(set) var shownCount = 0
  /// The input frame that the last output frame shows unchanged; nil if that output frame was mixed.
  private var last: Int?
  /// One bit for each input frame that was shown: a day of film takes a quarter of a megabyte.
  private var shown: [UInt64] = []

  /// Counts an output frame that shows this input frame unchanged.
  mutating func show(_ frame: Int) {
    if frame == last { repeatedCount += 1 }
    outputCount += 1
    last = frame
    note(frame)
  }

  /// Counts an output frame that is made from these input frames.
  mutating func mix(_ frames: [Int]) {
    outputCount += 1
    mixedCount += 1
    last = nil
    for frame in frames { note(frame) }
  }

  mutating func write(_ count: Int) { byteCount += count }

  func hasShown(_ frame: Int) -> Bool {
    frame / 64 < shown.count && shown[frame / 64] & UInt64(1) << UInt64(frame % 64) != 0
  }

  private mutating func note(_ frame: Int) {
    let (word, bit) = (frame / 64, UInt64(1) << UInt64(frame % 64))
    if word >= shown.count { shown.append(contentsOf: repeatElement(0, count: word + 1 - shown.count)) }
    if shown[word] & bit == 0 { shownCount += 1 }
    shown[word] |= bit
  }
}
