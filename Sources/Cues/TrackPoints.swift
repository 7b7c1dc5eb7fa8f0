import Notation

/// GPX: points of tracks, routes and waypoints, each with a date and time. Times count from the first point. The clip
/// starts there, unless the origin says otherwise.
enum TrackPoints {
  private static let points: Set<String> = ["trkpt", "wpt", "rtept"]

  static func document(_ bytes: [UInt8], origin: Double) throws(CueError) -> CueDocument<InstantCue> {
    let root = try XMLElement.gpx(bytes)
    var found: [(range: Range<Int>, time: CalendarTime)] = []
    for element in root.elements where points.contains(String(element.localName)) {
      guard let time = element.first("time") else { continue }
      let content = bytes[time.contentRange].trimmed
      guard let time = CalendarTime(content) else {
        let line = bytes[..<content.startIndex].count { $0 == .lineFeed } + 1
        throw CueError("the time of a point is not valid", line: line, advice: "write 2024-05-01T09:30:00Z")
      }
      // A point inside another point belongs to that one.
      guard element.range.lowerBound >= found.last?.range.upperBound ?? 0 else { continue }
      found.append((element.range, time))
    }
    return CueDocument(bytes, found.map(\.range)) { index in
      InstantCue(
        text: bytes[found[index].range], time: .date(found[index].time), first: found[0].time.seconds, origin: origin)
    }
  }
}

extension XMLElement {
  /// The root element of a GPX text.
  static func gpx(_ bytes: [UInt8]) throws(CueError) -> XMLElement {
    let root: XMLElement
    do throws(NotationError) {
      root = try XMLReader.element(bytes)
    } catch {
      throw CueError(error)
    }
    guard root.localName == "gpx" else { throw CueError("the text is no GPX", line: nil) }
    return root
  }
}

extension CueDocument {
  /// A text with cues at some ranges, and other bytes between them.
  init(_ bytes: [UInt8], _ ranges: [Range<Int>], _ cue: (Int) -> Cue) {
    var end = bytes.starts(with: TextLines.byteOrderMark) ? TextLines.byteOrderMark.count : 0
    for (index, range) in ranges.enumerated() {
      cues.append(Entry(lead: bytes[end..<range.lowerBound], cue: cue(index)))
      end = range.upperBound
    }
    tail = bytes[end...]
  }
}

extension ArraySlice<UInt8> {
  /// Without white space at both ends.
  var trimmed: ArraySlice<UInt8> {
    guard let start = firstIndex(where: { $0 > 0x20 }), let last = lastIndex(where: { $0 > 0x20 }) else {
      return suffix(0)
    }
    return self[start...last]
  }
}
