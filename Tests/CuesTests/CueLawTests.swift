import TestMaps
import TestSupport
import Testing

@testable import Cues
@testable import Warp

/// Random lists of cues along random maps with all features, compared with the definition.
@Suite struct CueLawTests {
  /// A format, as far as this suite needs it: cues with start and end, in units of the text.
  private struct Kind: Sendable {
    let format: CueFormat
    let unitsPerSecond: Int
    let head: String
    /// The text of a cue from its start, end and name.
    let cue: @Sendable (Int, Int, String) -> String
    /// The times and name in a line of a written cue; nil for other lines.
    let times: @Sendable (Substring) -> [Substring]?
  }

  private static func clock(_ units: Int, _ unitsPerSecond: Int, mark: String) -> String {
    let (seconds, rest) = units.quotientAndRemainder(dividingBy: unitsPerSecond)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let fraction = String(String(rest + unitsPerSecond).dropFirst())
    return "00:\(two(seconds / 60)):\(two(seconds % 60))\(mark)\(fraction)"
  }

  /// A format whose cues begin with a line `START --> END`.
  private static func arrows(_ format: CueFormat, head: String, before: String, mark: String) -> Kind {
    @Sendable func time(_ units: Int) -> String { clock(units, 1000, mark: mark) }
    return Kind(
      format: format, unitsPerSecond: 1000, head: head,
      cue: { "\(before)\(time($0)) --> \(time($1)) \($2)\n\(kept)\n\n" },
      times: {
        $0.contains("-->") ? $0.split(separator: " ").enumerated().filter { $0.offset != 1 }.map(\.element) : nil
      })
  }

  private static let kinds = [
    arrows(.srt, head: "", before: "1\n", mark: ","), arrows(.vtt, head: "WEBVTT\n\n", before: "", mark: "."),
    Kind(
      format: .ass, unitsPerSecond: 100,
      head: "[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n",
      cue: {
        let times = "\(clock($0, 100, mark: ".").dropFirst()),\(clock($1, 100, mark: ".").dropFirst())"
        return "Dialogue: 0,\(times),D,\($2),0,0,0,,\(kept)\n"
      },
      times: {
        guard $0.hasPrefix("Dialogue") else { return nil }
        let fields = $0.split(separator: ",", omittingEmptySubsequences: false)
        return [fields[1], fields[2], fields[4]]
      }),
    Kind(
      format: .labels, unitsPerSecond: 1_000_000, head: "",
      cue: { "\(decimal($0))\t\(decimal($1))\t\($2)\n" }, times: { $0.split(separator: "\t") }),
  ]

  private static let kept = "{no} <i>time</i>"

  private static func decimal(_ microseconds: Int) -> String {
    "\(microseconds / 1_000_000).\(String(microseconds % 1_000_000 + 1_000_000).dropFirst())"
  }

  private static func seconds(_ clock: Substring) -> Double {
    clock.split(separator: ":").reduce(0) { 60 * $0 + Double($1.map { $0 == "," ? "." : "\($0)" }.joined())! }
  }

  /// The times when a part of the span is on screen, found by asking the map between all times at which this can
  /// change.
  private static func runs(_ map: TimeMap, from start: Double, to end: Double) -> [(start: Double, end: Double)] {
    var cuts = [0, map.warpedLength!] + map.pieces.map(\.warpedEnd)
    cuts += (map.visits(of: start) + map.visits(of: end)).map(\.warped)
    cuts.sort()
    var runs: [(start: Double, end: Double)] = []
    for (from, to) in zip(cuts, cuts.dropFirst()) where to > from {
      let source = map.instant(at: from + (to - from) / 2)!.source
      guard source >= start, source < end else { continue }
      if let last = runs.last, from - last.end < 1e-9 { runs[runs.count - 1].end = to } else { runs.append((from, to)) }
    }
    return runs
  }

  @Test func randomCuesAppearWhereTheMapShowsThem() throws {
    var shown = 0
    for seed in Campaign.share(of: 0..<10_000 as Range<UInt64>) {
      var random = SplitMix64(seed: seed)
      let kind = Self.kinds[Int(seed % 4)]
      let map = try RandomRows.map(seed: seed / 4)
      var (text, due) = (kind.head, [(name: String, start: Double, end: Double)]())
      var dropped = 0
      for number in 0..<1 + random.whole(below: 6) {
        let start = random.whole(below: 20 * kind.unitsPerSecond)
        let end = start + 1 + random.whole(below: 4 * kind.unitsPerSecond)
        text += kind.cue(start, end, "cue\(number)")
        let unit = Double(kind.unitsPerSecond)
        let runs = Self.runs(map, from: Double(start) / unit, to: Double(end) / unit)
        // No seed produces a showing of almost exactly a millisecond, where both results would be right.
        let long = runs.filter { $0.end - $0.start >= 0.001 }
        dropped += runs.isEmpty ? 1 : runs.count - long.count
        due += long.map { ("cue\(number)", $0.start, $0.end) }
      }
      let result = try kind.format.retimed(Array(text.utf8), along: map)
      let written = String(decoding: result.bytes, as: UTF8.self).split(separator: "\n").compactMap(kind.times)
      let isRight = matches(written, due, unit: 1 / Double(kind.unitsPerSecond))
      #expect(isRight && result.droppedCount == dropped, "seed \(seed)")
      if !map.neverReturns {
        let starts = written.map { Self.seconds($0[0]) }
        #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 <= $1 }, "seed \(seed): not in order")
      }
      let lines = String(decoding: result.bytes, as: UTF8.self).components(of: Self.kept)
      #expect(lines == (kind.format == .labels ? 0 : due.count), "seed \(seed): the text is kept")
      shown += due.count
    }
    #expect(shown > Campaign.least(10_000))
  }

  /// Whether the written cues are the expected ones, each time to half a unit. A cue is never shorter than a unit.
  private func matches(
    _ written: [[Substring]], _ due: [(name: String, start: Double, end: Double)], unit: Double
  ) -> Bool {
    guard written.count == due.count else { return false }
    let ours = written.map { (name: String($0[2]), start: Self.seconds($0[0]), end: Self.seconds($0[1])) }
      .sorted { ($0.name, $0.start) < ($1.name, $1.start) }
    let theirs = due.sorted { ($0.name, $0.start) < ($1.name, $1.start) }
    return zip(ours, theirs).allSatisfy { one, other in
      let end = max(other.end, one.start + unit)
      return one.name == other.name && abs(one.start - other.start) <= unit * 0.5001 + 1e-9
        && abs(one.end - end) <= unit * 0.5001 + 1e-9
    }
  }

  @Test func randomCuesDoNotChangeAlongTheIdentity() throws {
    let identity = try TimeMap(scale: 1, duration: nil)
    for seed in Campaign.share(of: 0..<10_000 as Range<UInt64>) {
      var random = SplitMix64(seed: seed)
      let kind = Self.kinds[1 + Int(seed % 3)]
      var text = kind.head
      for number in 0..<random.whole(below: 6) {
        let start = random.whole(below: 3000 * kind.unitsPerSecond)
        text += kind.cue(start, start + kind.unitsPerSecond / 100 + random.whole(below: 5000), "cue\(number)")
      }
      if random.whole(below: 2) == 0 { text = text.map { $0 == "\n" ? "\r\n" : String($0) }.joined() }
      if random.whole(below: 3) == 0 { text = "\u{FEFF}" + text }
      #expect(try retimed(text, kind.format, identity) == text, "seed \(seed)")
    }
  }
}
