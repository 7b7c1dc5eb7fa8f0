import Notation
import Values
import Warp

/// Reads auto-editor's timelines: chunks with speeds (v1), or layers of clips (v3).
enum ChunkReader {
  /// Reads `[START, END, SPEED]` in frames. auto-editor rounds the length of each chunk to whole frames.
  static func map(chunks root: JSONValue, _ clip: Clip) throws(Refusal) -> TimeMap {
    let rate = try rate(root, clip)
    var lines = LineList()
    var frame = 0.0
    for chunk in root["chunks"]?.array ?? [] {
      let numbers = (chunk.array ?? []).compactMap(\.number)
      guard numbers.count == 3, numbers[0] >= 0, numbers[1] >= numbers[0], numbers[2] >= 0 else {
        throw .map("a chunk is not [START, END, SPEED]")
      }
      let (start, end, speed) = (numbers[0], numbers[1], numbers[2])
      // At speed 0 and at speeds from 99999, auto-editor shows nothing.
      guard speed > 0, speed < AutoEditorChunks.cut else { continue }
      frame += ((end - start) / speed).rounded()
      try lines.play(from: rate.instant(at: start), to: rate.instant(at: end), until: rate.instant(at: frame))
    }
    return try lines.map()
  }

  static func map(layers root: JSONValue, _ clip: Clip) throws(Refusal) -> TimeMap {
    let rate = try rate(root, clip)
    let layers = [root["v"], root["a"]].compactMap { $0?.array?.first { $0.array?.isEmpty == false } }
    guard let layer = layers.first?.array else { throw .map("the timeline has no clips") }
    var lines = LineList()
    var film = OneFilm()
    for clip in layer {
      guard let start = clip["start"]?.number, let length = clip["dur"]?.number, let offset = clip["offset"]?.number,
        start >= 0, length >= 0, offset >= 0
      else { throw .map("a clip has no start, dur or offset") }
      guard let speed = try speed(of: clip) else { continue }
      try film.take(clip["src"]?.string)
      // The offset is in frames of the retimed film. Multiplied by the speed, it gives source time.
      let source = rate.instant(at: offset) * speed
      try lines.hold(until: rate.instant(at: start))
      try lines.play(
        from: source, to: rate.instant(at: offset + length) * speed, until: rate.instant(at: start + length))
    }
    return try lines.map()
  }

  /// Returns nil for a clip that auto-editor leaves out.
  private static func speed(of clip: JSONValue) throws(Refusal) -> Double? {
    var speed = clip["speed"]?.number ?? 1
    for effect in clip["effects"]?.array ?? [] {
      let parts = (effect.string ?? "").split(separator: ":", omittingEmptySubsequences: false)
      if parts == ["cut"] { return nil }
      guard parts[0] == "speed" || parts[0] == "varispeed" else { continue }
      guard parts.count == 2, let factor = NumberSyntax.parse(parts[1]), factor > 0 else {
        throw .map("the effect '\(effect.string ?? "")' has a speed that --map cannot read")
      }
      speed *= factor
    }
    guard speed >= 0 else { throw .map("a clip has a speed below 0") }
    return speed == 0 || speed >= AutoEditorChunks.cut ? nil : speed
  }

  private static func rate(_ root: JSONValue, _ clip: Clip) throws(Refusal) -> FrameRate {
    guard let text = root["timebase"]?.string else {
      return try clip.requiredFrameRate(for: "a timeline of auto-editor without a timebase")
    }
    return try FrameRateSyntax.parse(text)
  }
}
