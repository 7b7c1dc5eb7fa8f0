import TestMaps

@testable import Warp

/// Maps by name: one for each feature that a schedule may handle wrongly.
enum ScheduleMaps {
  static let tables: [(name: String, text: String)] = [
    ("identity", "0 0\n4 4\n"),
    ("half speed", "0 0\n2 4\n"),
    ("double speed", "0 0\n4 2\n"),
    ("full reverse", "4 0\n0 4\n"),
    ("trimmed inside a frame", "0.513 0\n2.777 2.264\n"),
    ("freeze", "0 0\n1 1\n1 2\n2 3\n"),
    ("freeze inside a frame", "0 0\n1.013 1\n1.013 2\n2 3\n"),
    ("freeze at the end", "0 0\n2 2\n2 2.5\n"),
    ("freeze at the start, backward", "2 0\n2 0.5\n0.5 2\n0.5 2.5\n"),
    ("lone freeze", "1.3 0\n1.3 1\n"),
    ("freezes between cuts", "1 0\n1 0.5\n3 0.5\n3 1\n2 1\n3 2\n"),
    ("turn", "0 0\n2 2\n0 4\n"),
    ("turns inside a frame", "0 0\n1.513 1.5\n0.487 2.5\n2 4\n"),
    ("cut", "0 0\n1 1\n3 1\n4 2\n"),
    ("cut inside frames", "0 0\n1.019 1.019\n0.511 1.019\n2.1 2.6\n"),
    ("cut in one frame", "0 0\n1.019 1.019\n1.005 1.019\n2.1 2.1\n"),
    ("kinks", "0 0\n1 0.5\n2 2.5\n3 3.1\n"),
    ("ramp", "0 0 1\n4 7 2.5\n"),
    ("scale to zero", "0 0 3\n2 2 0\n4 4 3\n"),
    ("loops", "0.5 0\n1.5 1\n0.5 1\n1.5 2\n0.5 2\n1.5 3\n"),
    ("backward ramp", "4 0 -1\n0 7 -2.5\n"),
    ("open end", "0 0\n1 2\ninf inf 0.7\n"),
    ("open end from a turn", "0 0\n1 1\n0.3 1.5\ninf inf 1\n"),
  ]

  static func map(_ name: String) throws -> TimeMap {
    try TableText.map(tables.first { $0.name == name }!.text)
  }

  /// The source time of an input with everything that the map shows, and a part of an open end.
  static func duration(of map: TimeMap) -> Double {
    map.openEnd == nil ? map.requiredSource : max(4, map.requiredSource)
  }
}
