import Values
import Warp

enum PlotCaption {
  /// - Parameter unseenMarks: the number of requested marks that are never shown.
  static func clauses(for map: TimeMap, playsBackward: Bool, unseenMarks: Int, ranges: RangesSummary?) -> [String] {
    let summary = MapSummary(map, of: Clip(), result: ResultFormat(rate: nil))
    var clauses = summary.scaleRange.map { [speed(of: $0)] } ?? ["stands still"]
    if let source = summary.sourceDuration, let warped = summary.warpedDuration {
      clauses.append("\(BriefText.duration(source)) become \(BriefText.duration(warped))")
    }
    if let ranges { clauses.append(ranges.clause) }
    if let openEnd = map.openEnd {
      clauses.append("goes on at \(BriefText.number(1 / openEnd.scale))x until the input ends")
    }
    if playsBackward { clauses.append("negative speeds play backward") }
    if unseenMarks > 0 { clauses.append("\(unseenMarks) \(unseenMarks == 1 ? "mark is" : "marks are") never shown") }
    return clauses
  }

  private static func speed(of range: ClosedRange<Double>) -> String {
    let (slowest, fastest) = (BriefText.number(1 / range.upperBound), 1 / range.lowerBound)
    return fastest < 1e6
      ? "speed \(span("\(slowest)x", "\(BriefText.number(fastest))x"))" : "speed \(slowest)x and up"
  }

  private static func span(_ low: String, _ high: String) -> String { low == high ? low : "\(low) to \(high)" }

  /// Joins clauses to lines of at most `width`. A clause that is longer than a line is broken between words.
  static func lines(_ clauses: [String], separator: String, width: Int) -> [String] {
    clauses.reduce(into: []) { lines, clause in
      let parts = clause.count <= width ? [clause[...]] : clause.split(separator: " ")
      for (index, part) in parts.enumerated() {
        let glue = index == 0 ? separator : " "
        if let line = lines.last, line.count + glue.count + part.count <= width {
          lines[lines.count - 1] = line + glue + part
        } else {
          lines.append(String(part))
        }
      }
    }
  }
}
