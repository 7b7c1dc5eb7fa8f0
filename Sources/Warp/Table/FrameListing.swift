/// What becomes of frames, row by row.
package enum FrameListing {
  package static let sourceColumns = ["frame", "source", "warped", "scale", "speed"]
  package static let outputColumns = ["frame", "warped", "source", "position"]

  /// Where a source frame is shown first; nothing of it but its own time if it never is.
  package static func sourceRow(_ frame: Int, rate: FrameRate, in map: TimeMap) -> [Double?] {
    let source = rate.start(ofFrame: frame)
    guard let visit = map.firstVisit(of: source) else { return [Double(frame), source, nil, nil, nil] }
    // While the picture stands its speed is 0; its scale is infinite, which no field holds.
    let speed = visit.scale.map { 1 / $0 } ?? 0
    return [Double(frame), source, visit.warped, visit.scale, speed.isFinite ? speed : nil]
  }

  /// What an output frame shows. `position` counts source frames, if their rate is known.
  package static func outputRow(
    _ frame: Int, rate: FrameRate, sourceRate: FrameRate?, length: Double, cursor: inout MapCursor
  ) -> [Double?] {
    // The last frame of a count that was rounded up may lie a hair beyond the end.
    let warped = min(rate.start(ofFrame: frame), length)
    guard let instant = cursor.instant(at: warped) else { return [Double(frame), warped, nil, nil] }
    return [Double(frame), warped, instant.source, sourceRate.map { position(of: instant, rate: $0) }]
  }

  /// The frame on screen and the part of its interval gone by. Backward play is mirrored: there frame i
  /// stands at (tᵢ, tᵢ₊₁], from its end to its start.
  private static func position(of instant: TimeMap.Instant, rate: FrameRate) -> Double {
    let position = rate.position(at: instant.source)
    return instant.direction == .backward ? max(0, position - 1) : position
  }
}
