import Plots
import Values
import Warp

/// The laws that hold for every accepted map.
enum MapLaws {
  static let clip = Clip(duration: 10, frameRate: try? FrameRateSyntax.parse("29.97"))

  /// Queries a map as the tools do, writes it as a table, and reads the table back.
  static func check(_ map: TimeMap) throws {
    walk(map)
    let table = try map.tabulated(tolerance: 1e-3)
    try checkRoundTrip(table)
    // Drawing takes several times as long as the rest, so that only one map in sixteen is drawn.
    var choices = Choices(self.table(of: table))
    if choices.whole(below: 16) == 0 { draw(map) }
  }

  /// Looks up the source at 17 warped times, and the visits of each source time found.
  static func walk(_ map: TimeMap) {
    let length = map.warpedLength ?? 10
    var cursor = MapCursor(map)
    for step in 0...16 {
      let warped = length * Double(step) / 16
      guard let instant = map.instant(at: warped) else {
        fatalError("broken law: every warped time in the map has a source time")
      }
      expect(instant.source.isFinite && instant.source >= 0, "an instant has a source time")
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

  /// Makes plots, the summary and listings of frames.
  private static func draw(_ map: TimeMap) {
    let plot = Plot(map, marking: [0, 1, map.sourceRange.start])
    expect(!TextPlot(plot, columns: 60, unicode: true).text.isEmpty, "a map can be drawn as text")
    expect(!SVGPlot(plot).text.isEmpty, "a map can be drawn")
    let summary = MapSummary(map, of: clip, result: ResultFormat(rate: clip.frameRate))
    expect(!summary.entries.isEmpty, "a map can be summed up")
    guard let rate = clip.frameRate else { return }
    for frame in [0, 1, 299, 300] { _ = SourceFrameListing.row(frame, rate: rate, in: map) }
    guard let length = map.warpedLength else { return }
    let frames = ShownFrames.Basis(FrameClock(rate: rate, count: 250), .middle)
    guard var rows = try? OutputFrameListing(map, length: length, rate: rate, frames) else { return }
    for frame in [0, 1, 299, 300] where rate.start(ofFrame: frame) < length { _ = rows.row(frame) }
  }

  static func checkRoundTrip(_ map: TimeMap) throws {
    let written = table(of: map)
    guard let read = try? self.map(reading: written) else { fatalError("broken law: a table that was written is read") }
    expect(table(of: read) == written, "a table reads back as itself")
  }

  /// Checks that a table is read as the same map if a spreadsheet with decimal commas has written it.
  static func checkDialect(of map: TimeMap) throws {
    let plain = table(of: map)
    let lines = String(decoding: plain, as: UTF8.self).split(separator: "\n").dropFirst().map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false)
        .map { "\"\($0.replacing(".", with: ",").uppercased())\"" }.joined(separator: ";")
    }
    let spreadsheet = Array(("\u{FEFF}" + lines.joined(separator: "\r\n")).utf8)
    expect(try self.map(reading: spreadsheet, chunk: 7) == self.map(reading: plain), "a dialect changes nothing")
  }

  private static func table(of map: TimeMap) -> [UInt8] {
    var listing = ListingWriter(.tsv, columns: MapTable.Column.allCases.map(\.rawValue), title: MapTable.title)
    for row in MapTable.rows(of: map) { listing.add([row.source, row.warped, row.scale]) }
    return listing.finish()
  }

  static func map(reading bytes: [UInt8], chunk: Int = 4096) throws -> TimeMap {
    var reader = TableReader(name: "fuzz")
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      try reader.read(bytes.span.extracting(start..<min(bytes.count, start + chunk)))
    }
    return try reader.finish()
  }
}
