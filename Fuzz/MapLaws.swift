import Warp

/// What holds for every map that was accepted.
enum MapLaws {
  static let clip = Clip(duration: 10, frameRate: try? FrameRateSyntax.parse("29.97"))

  /// Asks a map everything the tools ask, writes it, and reads it back.
  static func check(_ map: TimeMap) throws {
    walk(map)
    let table = try map.tabulated(tolerance: 1e-3)
    try checkRoundTrip(table)
    // Drawing takes several times as long as all else.
    var choices = Choices(self.table(of: table))
    if choices.whole(below: 16) == 0 { draw(map) }
  }

  /// Forward, and back from what was found.
  static func walk(_ map: TimeMap) {
    let length = map.warpedLength ?? 10
    var cursor = MapCursor(map)
    for step in 0...16 {
      let warped = length * Double(step) / 16
      guard let instant = map.instant(at: warped) else { fatalError("broken law: an instant shows something") }
      expect(instant.source.isFinite && instant.source >= 0, "an instant shows a time of the source")
      expect(cursor.instant(at: warped) == instant, "a cursor finds what the map says")
      expect(map.horizon(at: warped) <= instant.source, "nothing before the horizon is shown")
      checkVisits(map, of: instant.source)
    }
  }

  private static func checkVisits(_ map: TimeMap, of source: Double) {
    let visits = map.visits(of: source)
    expect(visits.allSatisfy { $0.warped.isFinite && $0.warped >= 0 }, "a visit has a time")
    expect(zip(visits, visits.dropFirst()).allSatisfy { $0.warped <= $1.warped }, "visits come in order")
    expect(visits.allSatisfy { $0.warped <= map.warpedLength ?? .infinity }, "visits lie in the map")
  }

  /// Everything that can be made of a map to look at.
  private static func draw(_ map: TimeMap) {
    let plot = Plot(map, marking: [0, 1, map.sourceRange.start])
    expect(!TextPlot(plot, columns: 60, unicode: true).text.isEmpty, "a map can be drawn as text")
    expect(!SVGPlot(plot).text.isEmpty, "a map can be drawn")
    expect(!MapSummary(map, frameRate: clip.frameRate).entries.isEmpty, "a map can be summed up")
    guard let rate = clip.frameRate else { return }
    for frame in [0, 1, 299, 300] { _ = SourceFrameListing.row(frame, rate: rate, in: map) }
    guard let length = map.warpedLength else { return }
    var rows = OutputFrameListing(map, length: length, rate: rate, clock: FrameClock(rate: rate, count: 250))
    for frame in [0, 1, 299, 300] where rate.start(ofFrame: frame) < length { _ = rows.row(frame) }
  }

  static func checkRoundTrip(_ map: TimeMap) throws {
    let written = table(of: map)
    guard let read = try? self.map(reading: written) else { fatalError("broken law: a table that was written is read") }
    expect(table(of: read) == written, "a table reads back as itself")
  }

  private static func table(of map: TimeMap) -> [UInt8] {
    var listing = ListingWriter(.tsv, columns: MapTable.Column.allCases.map(\.rawValue), title: MapTable.title)
    for row in MapTable.rows(of: map) { listing.add([row.source, row.warped, row.scale]) }
    return listing.finish()
  }

  /// The map in the bytes of a table, which come in chunks of so many.
  static func map(reading bytes: [UInt8], chunk: Int = 4096) throws -> TimeMap {
    var reader = TableReader(name: "fuzz")
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      try reader.read(bytes.span.extracting(start..<min(bytes.count, start + chunk)))
    }
    return try reader.finish()
  }
}
