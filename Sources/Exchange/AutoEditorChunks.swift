import Values
import Warp

/// auto-editor's timeline version 1: contiguous chunks of source frames, each with a speed.
///
/// auto-editor rounds the length of each chunk to whole frames of the result before it adds the lengths. Therefore each
/// chunk gets a speed with which it fills a whole number of frames, so that rounding errors do not add up.
enum AutoEditorChunks {
  static func text(_ request: ExchangeRequest) throws(Refusal) -> ExchangeText {
    let rate = try request.requiredFrameRate()
    let map = request.map
    let count = try request.sourceFrameCount(at: rate)
    // The limit in frames of the result. The small addition accepts an error of exactly half a frame.
    let limit = rate.position(at: request.limit) + 1e-6
    var chunks: [Chunk] = []
    var largest = 0.0
    for stretch in map.stretches {
      let frames = (rate.position(at: stretch.sourceStart).rounded(), rate.position(at: stretch.sourceEnd).rounded())
      let last = chunks.last?.end ?? 0
      if frames.0 > Double(last) {
        chunks.append(Chunk(start: last, end: Int(frames.0), speed: cut))
      }
      guard frames.0 < frames.1 else {
        // The stretch is too short for a chunk and is dropped. Everything after it comes earlier by its length.
        let lost = rate.position(at: stretch.warpedEnd - stretch.warpedStart)
        guard lost <= limit else { throw Outline.tooFar(lost / rate.value) }
        largest = max(largest, lost)
        continue
      }
      let (knots, deviation) = try outline(of: stretch, frames.0, frames.1, map, rate)
        .lines(within: limit, unit: 1)
      let shift = shift(of: stretch, along: knots, rate)
      guard shift <= limit else { throw Outline.tooFar(shift / rate.value) }
      largest = max(largest, deviation, shift)
      chunks += zip(knots, knots.dropFirst()).map(Chunk.init)
    }
    let last = chunks.last?.end ?? 0
    if count > last { chunks.append(Chunk(start: last, end: count, speed: cut)) }
    let lines = chunks.map { "[\($0.start),\($0.end),\(NumberSyntax.print($0.speed))]" }.joined(separator: ",\n")
    let text = """
      {"version": "1",
      "source": \(JSONText.quoted(request.clip)),
      "timebase": "\(rate.framesPerSecond.numerator)/\(rate.framesPerSecond.denominator)",
      "chunks": [
      \(lines)
      ]}

      """
    return ExchangeText(bytes: Array(text.utf8), pointCount: chunks.count, deviation: largest / rate.value)
  }

  /// The error at the ends of a stretch, which arises because chunks contain whole source frames. It is measured in
  /// frames of the source or of the result, whichever is less.
  private static func shift(of stretch: Stretch, along knots: [Knot], _ rate: FrameRate) -> Double {
    let ends = [
      (knots[0], knots[1], stretch.sourceStart), (knots[knots.count - 1], knots[knots.count - 2], stretch.sourceEnd),
    ]
    return ends.map { edge, inner, source in
      abs(rate.position(at: source) - edge.x) * min(1, (inner.y - edge.y) / (inner.x - edge.x))
    }.max() ?? 0
  }

  /// auto-editor does not show chunks with this speed.
  static let cut = 99999.0

  private struct Chunk {
    let start: Int
    let end: Int
    let speed: Double

    init(start: Int, end: Int, speed: Double) {
      self.start = start
      self.end = end
      self.speed = speed
    }

    init(from: Knot, to: Knot) {
      let count = to.y - from.y
      self.init(start: Int(from.x), end: Int(to.x), speed: count > 0 ? (to.x - from.x) / count : AutoEditorChunks.cut)
    }
  }

  /// The position in frames of the result as a function of the source frame number.
  private static func outline(
    of stretch: Stretch, _ first: Double, _ end: Double, _ map: TimeMap, _ rate: FrameRate
  ) -> Outline {
    let (start, finish) = (rate.position(at: stretch.warpedStart), rate.position(at: stretch.warpedEnd))
    return Outline(
      fixed: [first, end], landmarks: [], bounds: start.rounded()...finish.rounded(), isForWholeNumbers: true,
      secondsPerValue: rate.start(ofFrame: 1),
      function: { frame in
        if frame <= first { return start }
        if frame >= end { return finish }
        return rate.position(at: map.warped(at: rate.start(ofFrame: Int(frame.rounded())), in: stretch))
      })
  }
}
