/// Counts what became of the frames, for the report at the end of a run.
package struct FrameTally: Equatable, Sendable {
  package private(set) var outputCount = 0
  /// Output frames that show the same as the one before.
  package private(set) var repeatedCount = 0
  /// Output frames that are made of others.
  package private(set) var mixedCount = 0
  package private(set) var byteCount = 0
  /// How many input frames were shown at least once, whole or mixed.
  package private(set) var shownCount = 0
  /// The input frame that the last output frame shows as it is; nil if that one was mixed.
  private var last: Int?
  /// One bit for each input frame that was shown: a day of film takes a quarter of a megabyte.
  private var shown: [UInt64] = []

  /// An output frame shows this input frame as it is.
  mutating func show(_ frame: Int) {
    if frame == last { repeatedCount += 1 }
    outputCount += 1
    last = frame
    note(frame)
  }

  /// An output frame is made of these input frames.
  mutating func mix(_ frames: [Int]) {
    outputCount += 1
    mixedCount += 1
    last = nil
    for frame in frames { note(frame) }
  }

  /// So many bytes are written.
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
