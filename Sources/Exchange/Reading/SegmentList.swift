import Notation
import Values
import Warp

/// Reads LosslessCut's segments, from a project (.llc) or comma-separated text. Segments play one after the other at
/// normal speed, and the rest is cut. A segment without an end is a marker, or lasts to the film's end in old projects.
enum SegmentList {
  static func map(project root: JSONValue, _ clip: Clip) throws(Refusal) -> TimeMap {
    var lines = LineList()
    for segment in root["cutSegments"]?.array ?? [] where segment["selected"]?.content != .bool(false) {
      guard lines.openEnd == nil else { throw .map("a segment follows one that lasts to the end of the video") }
      let start = segment["start"]?.number ?? 0
      if let end = segment["end"]?.number {
        try append(from: start, to: end, &lines)
      } else if root.openSegmentsLast {
        guard (0...TimeSyntax.longest).contains(start) else {
          throw .map("the segment starts at \(NumberSyntax.print(start)) s, which is out of range")
        }
        lines.openEnd = TimeMap.OpenEnd(source: start, warped: lines.warped, scale: 1)
      }
    }
    let map = try lines.map()
    guard let duration = clip.duration else { return map }
    return try map.closed(at: duration)
  }

  private static func append(from start: Double, to end: Double, _ lines: inout LineList) throws(Refusal) {
    guard start >= 0, end > start else {
      throw .map("the segment from \(NumberSyntax.print(start)) to \(NumberSyntax.print(end)) s is empty")
    }
    try lines.play(from: start, speed: 1, for: end - start)
  }

  /// Recognizes `START,END,NAME`. If the second field is 0, the line is the first row of warp's own table of times.
  static func isFirstLine(_ line: ArraySlice<UInt8>) -> Bool {
    guard let fields = fields(line), fields.count >= 3 else { return false }
    if fields[0].lowercased() == "start", fields[1].lowercased() == "end" { return true }
    func isTime(_ text: String) -> Bool { text.isEmpty || (try? TimeSyntax.seconds(text)) != nil }
    let isScale = fields[2].isEmpty ? false : NumberSyntax.parse(fields[2]) != nil
    return isTime(fields[0]) && isTime(fields[1]) && !(fields[0].isEmpty && fields[1].isEmpty) && !isScale
      && (try? TimeSyntax.seconds(fields[1])) != 0
  }

  static func map(_ bytes: [UInt8], _ clip: Clip) throws(Refusal) -> TimeMap {
    var lines = LineList()
    var isFirst = true
    // The number of the line with an opening quotation mark that has no closing one yet.
    var open: Int?
    for (index, line) in ByteLines(bytes).enumerated() {
      let (isRow, number) = (open == nil, index + 1)
      // A name may continue over several lines.
      if line.count(where: { $0 == UInt8(ascii: "\"") }) % 2 == 1 { open = isRow ? number : nil }
      guard isRow, !line.allSatisfy({ $0 <= 0x20 }) else { continue }
      guard let fields = fields(line), fields.count >= 2 else {
        throw .map("line \(number) is not START,END,NAME")
      }
      let isHeader = isFirst && fields[0].lowercased() == "start"
      isFirst = false
      if isHeader || fields[1].isEmpty { continue }
      do throws(Refusal) {
        let start = try fields[0].isEmpty ? 0 : TimeSyntax.seconds(fields[0])
        try append(from: start, to: try TimeSyntax.seconds(fields[1]), &lines)
      } catch {
        throw error.within("line \(number)")
      }
    }
    if let open { throw .map("a quotation mark is not closed", at: "line \(open)") }
    return try lines.map()
  }

  /// The fields of a line, without surrounding quotation marks and blanks; nil if the line is too long.
  private static func fields(_ line: ArraySlice<UInt8>) -> [String]? {
    guard line.count < 10_000 else { return nil }
    let separator = line.contains(UInt8(ascii: ",")) ? UInt8(ascii: ",") : UInt8(ascii: "\t")
    return line.split(separator: separator, omittingEmptySubsequences: false).map { field in
      let ends = field.drop { $0 <= 0x20 || $0 == UInt8(ascii: "\"") }
      let last = ends.lastIndex { $0 > 0x20 && $0 != UInt8(ascii: "\"") } ?? ends.startIndex - 1
      return String(decoding: ends[ends.startIndex..<last + 1], as: UTF8.self)
    }
  }
}
