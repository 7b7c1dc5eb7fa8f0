import Glibc
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
    var (first, last) = (0.0, (latitude: 0.0, longitude: 0.0))
    for element in track.isEmpty ? elements.filter({ $0.localName == "rtept" }) : track {
      guard let time = element.first("time") else { continue }
      var line: Int { bytes[..<element.range.lowerBound].count { $0 == .lineFeed } + 1 }
      guard let date = CalendarTime(bytes[time.contentRange].trimmed) else {
        throw CueError("the time of a point is not valid", line: line, advice: "write 2024-05-01T09:30:00Z")
      }
      guard let latitude = angle(element["lat"], 90), let longitude = angle(element["lon"], 180) else {
        throw CueError("the place of a point is not valid", line: line, advice: "write lat=\"52.5\" lon=\"13.4\"")
      }
      if points.isEmpty { (first, last) = (date.seconds, (latitude, longitude)) }
      let source = date.seconds - first
      if let point = points.last, source - point.source < 1e-6 { continue }
      let covered = (points.last?.total ?? 0) + metres(from: last, to: (latitude, longitude))
      points.append(EvenCurve.Point(source: source, total: covered))
      last = (latitude, longitude)
    }
    return points
  }

  /// In radians.
  private static func angle(_ text: String?, _ most: Double) -> Double? {
    guard let text, let degrees = NumberSyntax.parse(text), abs(degrees) <= most else { return nil }
    return degrees * .pi / 180
  }

  /// The distance between two places on a sphere, by the haversine formula.
  private static func metres(
    from start: (latitude: Double, longitude: Double), to end: (latitude: Double, longitude: Double)
  ) -> Double {
    let north = sin((end.latitude - start.latitude) / 2)
    let east = sin((end.longitude - start.longitude) / 2)
    let half = north * north + cos(start.latitude) * cos(end.latitude) * east * east
    return 2 * earthRadius * asin(min(1, half.squareRoot()))
  }

  /// The mean radius, in metres.
  private static let earthRadius = 6_371_009.0
}
