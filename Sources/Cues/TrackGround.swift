import Notation
import Values
import Warp

/// The distance covered along a GPX track.
package enum TrackGround {
  /// The metres covered since the first point. Times count from the first point with a time. Points that are not later
  /// than the previous one are ignored.
  package static func points(_ bytes: [UInt8]) throws(CueError) -> [EvenCurve.Point] {
    let root = try XMLElement.gpx(bytes)
    let elements = root.elements
    let track = elements.filter { $0.localName == "trkpt" }
    var points: [EvenCurve.Point] = []
    var (first, last): (Double, Place?) = (0, nil)
    for element in track.isEmpty ? elements.filter({ $0.localName == "rtept" }) : track {
      guard let time = element.first("time") else { continue }
      var line: Int { bytes[..<element.range.lowerBound].count { $0 == .lineFeed } + 1 }
      guard let date = CalendarTime(bytes[time.contentRange].trimmed) else {
        throw CueError("the time of a point is not valid", line: line, advice: "write 2024-05-01T09:30:00Z")
      }
      let angles = [element["lat"], element["lon"]].map { text in text.flatMap { NumberSyntax.parse($0) } }
      guard let latitude = angles[0], let longitude = angles[1],
        let place = Place(latitude: latitude, longitude: longitude)
      else {
        throw CueError("the place of a point is not valid", line: line, advice: "write lat=\"52.5\" lon=\"13.4\"")
      }
      if points.isEmpty { first = date.seconds }
      let source = date.seconds - first
      if let point = points.last, source - point.source < 1e-6 { continue }
      let covered = (points.last?.total ?? 0) + (last?.metres(to: place) ?? 0)
      points.append(EvenCurve.Point(source: source, total: covered))
      last = place
    }
    return points
  }
}
