import Values
import Warp

/// The way covered by a drone of DJI, from the subtitles in which it writes its position or its speed for each frame.
package enum FlightLog {
  /// The metres covered since the first position or speed.
  package static func points(_ bytes: [UInt8]) throws(CueError) -> [EvenCurve.Point] {
    let cues = try SubRip.document(TextLines(bytes)).cues.map(\.cue)
    var places: [(source: Double, place: Place)] = []
    var speeds: [(source: Double, speed: Double)] = []
    for cue in cues {
      if let speed = speed(in: cue.rest), cue.start > speeds.last?.source ?? -1 { speeds.append((cue.start, speed)) }
      // Positions have few digits, so that those of two frames differ by nothing or by too much.
      guard cue.start >= (places.last?.source ?? -.infinity) + interval, let place = place(in: cue.rest) else {
        continue
      }
      places.append((cue.start, place))
    }
    let points = speeds.count > 1 ? covered(at: speeds) : covered(along: places)
    guard points.count > 1 else {
      throw CueError(
        "fewer than two subtitles have a position or a speed", line: nil,
        advice: "DJI writes [latitude: 52.5], GPS(…) or H.S 5m/s")
    }
    return points
  }

  private static func covered(at speeds: [(source: Double, speed: Double)]) -> [EvenCurve.Point] {
    var points = [EvenCurve.Point(source: speeds[0].source, total: 0)]
    for (one, next) in zip(speeds, speeds.dropFirst()) {
      let way = (one.speed + next.speed) / 2 * (next.source - one.source)
      points.append(EvenCurve.Point(source: next.source, total: points[points.count - 1].total + way))
    }
    return points
  }

  private static func covered(along places: [(source: Double, place: Place)]) -> [EvenCurve.Point] {
    var points: [EvenCurve.Point] = []
    for (index, place) in places.enumerated() {
      let way = index > 0 ? places[index - 1].place.metres(to: place.place) : 0
      points.append(EvenCurve.Point(source: place.source, total: (points.last?.total ?? 0) + way))
    }
    return points
  }

  /// Reads `H.S 16.80m/s`, the speed over ground.
  private static func speed(in text: ArraySlice<UInt8>) -> Double? {
    number(after: "H.S ", in: text).flatMap { $0.rest.starts(with: "m/s".utf8) ? max(0, $0.value) : nil }
  }

  /// Reads `[latitude: 52.5] [longitude: 13.4]`, where some drones write `longtitude`, or `GPS(13.4, 52.5, 30)`.
  private static func place(in text: ArraySlice<UInt8>) -> Place? {
    if let north = number(after: "latitude", in: text),
      let east = number(after: "longitude", in: text) ?? number(after: "longtitude", in: text)
    {
      return place(north.value, east.value)
    }
    guard let east = number(after: "GPS", in: text), let north = number(after: ",", in: east.rest) else { return nil }
    return place(north.value, east.value)
  }

  /// Without a fix, drones write zeros.
  private static func place(_ north: Double, _ east: Double) -> Place? {
    north == 0 && east == 0 ? nil : Place(latitude: north, longitude: east)
  }

  /// The number that follows a word, after blanks, a colon or a bracket.
  private static func number(
    after word: String, in text: ArraySlice<UInt8>
  ) -> (value: Double, rest: ArraySlice<UInt8>)? {
    guard let range = text.firstRange(of: Array(word.utf8)) else { return nil }
    let rest = text[range.upperBound...].drop { " :(".utf8.contains($0) }
    let digits = rest.prefix { $0.isDigit || "-.".utf8.contains($0) }
    return NumberSyntax.parse(digits.span).map { ($0, rest[digits.endIndex...]) }
  }

  /// The least seconds between two positions.
  private static let interval = 1.0
}
