import TestSupport
import Testing
import Values

@testable import Warp

/// `Splice`: which frames of an encoded film are copied, and which are encoded again.
@Suite struct SpliceTests {
  private static let tick = Rational(1, 25)!
  private static let second = Timebase(ticksPerSecond: 25)!

  /// A film in which every `period`th frame is an entry, and between two entries the frames are decoded in the order
  /// 0 3 1 2 6 4 5. With `leading`, the frames before an entry are decoded after it.
  private static func film(
    _ count: Int, every period: Int, _ entry: CodedFrame.Entry, leading: Bool = false
  ) throws -> CodedFrames {
    var order: [Int] = []
    var start = 0
    while start < count {
      let end = min(start + period, count)
      // Groups of three, of which the last is decoded first.
      var next = start + 1
      var group = [start]
      while next < end {
        let last = min(next + 2, end - 1)
        group += [last] + Array(next..<last)
        next = last + 1
      }
      if leading, start > 0 {
        // The two frames before the entry are decoded after it.
        order.removeAll { $0 >= start - 2 }
        group.insert(contentsOf: [start - 2, start - 1], at: 1)
      }
      order += group
      start = end
    }
    return try CodedFrames(
      order.map { CodedFrame(stamp: $0, entry: $0 == 0 ? .clean : $0 % period == 0 ? entry : .none) }, tick: tick)
  }

  private static func part(_ frames: Range<Int>, at warped: Double = 0) -> SplicedPart {
    SplicedPart(
      frames: frames, start: Double(frames.lowerBound) / 25, end: Double(frames.upperBound) / 25, warped: warped)
  }

  private func text(_ parts: [SplicedPart], _ film: CodedFrames) throws -> [String] {
    try Splice(parts, of: film, timebase: Self.second).text.split(separator: "\n").dropFirst().map(String.init)
  }

  @Test func headAndTailOfAPartAreEncoded() throws {
    let film = try Self.film(100, every: 25, .clean)
    // The frames 50 53 51 52 56 54 55 59 57 58 are decoded in this order. Up to 56, they are shown without a gap.
    #expect(
      try text([Self.part(20..<59)], film)
        == ["encode 5 20 25 0 0 new 20", "copy 32 25 57 5", "encode 2 57 59 37 50 new 32"])
    #expect(try text([Self.part(0..<50)], film) == ["copy 50 0 50 0"])
    #expect(try text([Self.part(30..<40)], film) == ["encode 10 30 40 0 25 new 5"])
  }

  /// Two parts of the same group are decoded together, but not if the second comes before the first.
  @Test func neighboursShareTheirDecoding() throws {
    let film = try Self.film(100, every: 50, .clean)
    #expect(
      try text([Self.part(3..<8), Self.part(20..<22, at: 0.2)], film)
        == ["encode 5 3 8 0 0 new 3", "encode 2 20 22 5 0 same 20"])
    #expect(
      try text([Self.part(20..<22), Self.part(3..<8, at: 0.08)], film)
        == ["encode 2 20 22 0 0 new 20", "encode 5 3 8 2 0 new 25"])
  }

  /// Frames that are shown before an entry and decoded after it are not copied if they may need frames before it.
  @Test func leadingFramesAreCopiedOnlyAfterACleanEntry() throws {
    #expect(
      try text([Self.part(20..<50)], Self.film(100, every: 25, .open, leading: true))
        == ["encode 5 20 25 0 0 new 20", "copy 23 25 48 5", "encode 2 48 50 28 0 same 48"])
    #expect(
      try text([Self.part(20..<48)], Self.film(100, every: 25, .clean, leading: true))
        == ["encode 3 20 23 0 0 new 20", "copy 25 23 48 3"])
  }

  /// At a recovery point, nothing may be copied, and decoding cannot begin.
  @Test func recoveryPointsAreNoJoints() throws {
    let film = try Self.film(100, every: 25, .recovery)
    #expect(try text([Self.part(20..<100)], film) == ["encode 80 20 100 0 0 new 20"])
    #expect(try text([Self.part(60..<70)], film) == ["encode 10 60 70 0 0 new 60"])
    #expect(try text([Self.part(0..<100)], film) == ["copy 100 0 100 0"])
  }

  /// A film may begin between two entries. Its first frames cannot be decoded, and no player shows them.
  @Test func aFilmBeginsAtItsFirstEntry() throws {
    func film(_ entry: CodedFrame.Entry) throws -> CodedFrames {
      try CodedFrames(
        [(1, .none), (5, entry), (3, .none), (4, .none), (6, .none)].map { CodedFrame(stamp: $0.0, entry: $0.1) },
        tick: Self.tick)
    }
    #expect(try film(.open).stamps == [5, 6] && film(.clean).stamps == [3, 4, 5, 6] && film(.none).stamps.count == 5)
    let parts = try film(.open).parts(along: TimeMap(scale: 1, duration: 0.28), in: 0.28)
    #expect(parts.map(\.start) == [0] && parts.map(\.frames) == [0..<2])
    #expect(try text(parts, film(.open)) == ["copy 2 5 7 5"])
  }

  @Test func whatCannotBeSplicedIsRefused() throws {
    let blind = try CodedFrames((0..<3).map { CodedFrame(stamp: $0, entry: .none) }, tick: Self.tick)
    #expect(throws: Refusal.self) { try Splice([Self.part(0..<2)], of: blind, timebase: Self.second) }
    #expect(throws: Refusal.self) {
      try CodedFrames([.init(stamp: 1, entry: .key), .init(stamp: 1, entry: .none)], tick: Self.tick)
    }
    let film = try Self.film(50, every: 25, .clean)
    #expect(throws: Refusal.self) {
      try Splice([Self.part(0..<50)], of: film, timebase: Timebase(ticksPerSecond: 10)!)
    }
  }

  // MARK: Parts

  private func parts(_ map: TimeMap, _ film: CodedFrames, _ length: Double = 4) throws -> [SplicedPart] {
    try film.parts(along: map, in: length)
  }

  @Test func partsMoveToWholeFrames() throws {
    let film = try Self.film(100, every: 25, .clean)
    let whole = try TimeMap(scale: 1, duration: 4)
    func cut(_ ranges: (Double, Double)...) throws -> TimeMap {
      try whole.leaving(out: SourceParts(ranges.map { .init(from: $0.0, to: $0.1) }), asked: "")
    }
    #expect(try parts(cut((1, 2)), film) == [Self.part(0..<25), Self.part(50..<100, at: 1)])
    // 1.007 s is nearer to 1 s than to 1.04 s.
    #expect(try parts(cut((1.007, 2.013)), film).map(\.frames) == [0..<25, 50..<100])
    // Nothing is more than a frame off, however often the map cuts.
    var random = SplitMix64(seed: 5)
    let long = try Self.film(100_000, every: 25, .clean)
    var (gone, at): ([SourceParts.Part], Double) = ([], 0.3)
    while at < 3990 {
      let end = at + random.double(0.05, 3)
      gone.append(.init(from: at, to: end))
      at = end + random.double(0.05, 3)
    }
    let map = try TimeMap(scale: 1, duration: 4000).leaving(out: SourceParts(gone), asked: "")
    let moved = try TimeMap(playing: long.parts(along: map, in: 4000))
    let instants = Array(stride(from: 0.01, to: map.warpedLength ?? 0, by: 0.37))
    let near = instants.filter {
      abs((moved.instant(at: $0)?.source ?? -9) - (map.instant(at: $0)?.source ?? 9)) < 0.05
    }
    // Where a cut has moved, the instants on its two sides differ by what is cut out.
    #expect(instants.count > 1000 && near.count > instants.count * 9 / 10)
    #expect(abs((moved.warpedLength ?? 0) - (map.warpedLength ?? 1)) < 0.04)
  }

  /// In a film with a variable frame rate, the last frame may be the shortest.
  @Test func aShortLastFrameStays() throws {
    let film = try Self.film(100, every: 25, .clean)
    let map = try TimeMap(scale: 1, duration: 3.975).leaving(out: SourceParts([.init(from: 1, to: 2)]), asked: "")
    #expect(try parts(map, film, 3.975).map(\.frames) == [0..<25, 50..<100])
  }

  /// In a screen recording, frames stay as long as nothing happens. A cut in the middle of one is where it is.
  @Test func longFramesAreShownForAShorterTime() throws {
    let stamps = [0, 1, 2, 3, 100, 101, 102, 200]
    let film = try CodedFrames(
      stamps.map { CodedFrame(stamp: $0, entry: $0 % 100 == 0 ? .clean : .none) }, tick: Self.tick)
    let map = try TimeMap(scale: 1, duration: 9).leaving(
      out: SourceParts([.init(from: 0.04, to: 2.4), .init(from: 5.2, to: 6)]), asked: "")
    let spliced = try parts(map, film, 9)
    // The third part begins with the frame of 4.08 s.
    #expect(spliced.map(\.start) == [0, 2.4, 6] && spliced.map(\.frames) == [0..<1, 3..<7, 6..<8])
    #expect(
      try text(spliced, film) == [
        "copy 1 0 1 0", "encode 1 3 4 1 0 new 3", "copy 3 100 103 41", "encode 1 102 103 71 100 new 6",
        "copy 1 200 201 121",
      ])
  }

  /// The sound of a film may be longer than its picture, whose last frame then stays.
  @Test func theLastFrameMayBeLong() throws {
    let film = try Self.film(100, every: 25, .clean)
    let map = try TimeMap(scale: 1, duration: 7.5).leaving(out: SourceParts([.init(from: 1, to: 2)]), asked: "")
    #expect(try parts(map, film, 7.5).map(\.end) == [1, 7.5])
  }

  @Test func otherMapsAreRefused() throws {
    let film = try Self.film(100, every: 25, .clean)
    func problem(_ map: TimeMap) -> String {
      do { return "\(try parts(map, film).count) parts" } catch { return "\(error)" }
    }
    let whole = try TimeMap(scale: 1, duration: 4)
    let gone = SourceParts([.init(from: 1, to: 2)])
    #expect(problem(try TimeMap(scale: 0.5, duration: 4).leaving(out: gone, asked: "")).contains("changes the speed"))
    #expect(problem(try whole.leaving(out: gone, asked: "").reversed()).contains("plays backward"))
    #expect(problem(try whole.leaving(out: gone, asked: "").frozen(at: 0.5, for: 1)).contains("changes the speed"))
  }

  // MARK: Random films

  /// In every plan, each part has its frames once and in order. What is copied begins at a joint and needs nothing
  /// before it or after it.
  @Test func plansAreSound() throws {
    var random = SplitMix64(seed: 84)
    for _ in 0..<400 {
      let entries: [CodedFrame.Entry] = [.clean, .open, .recovery, .key]
      let film = try Self.film(
        200, every: 5 + random.whole(below: 60), entries[random.whole(below: 4)], leading: random.whole(below: 2) == 0)
      var (parts, warped) = ([SplicedPart](), 0.0)
      for _ in 0...random.whole(below: 5) {
        let start = random.whole(below: 199)
        let end = start + 1 + random.whole(below: 200 - start)
        parts.append(Self.part(start..<end, at: warped))
        warped += Double(end - start) / 25
      }
      let splice = try Splice(parts, of: film, timebase: Self.second)
      #expect(try Splice(parsing: splice.text) == splice)
      #expect(splice.rows.flatMap { Array($0.stamps) } == parts.flatMap { Array($0.frames) })
      #expect(splice.rows.map(\.count) == splice.rows.map(\.stamps.count))
      let starts = splice.rows.indices.map { index in splice.rows[..<index].reduce(0) { $0 + $1.count } }
      #expect(splice.rows.map(\.warped) == starts)
      #expect(splice.rows.indices.allSatisfy { isSound(splice.rows[$0], film, isFirst: $0 == 0) })
    }
  }

  private func isSound(_ row: Splice.Row, _ film: CodedFrames, isFirst: Bool) -> Bool {
    if let source = row.source { return source.entry <= row.stamps.lowerBound }
    let positions = film.frames.indices.filter { row.stamps.contains(film.frames[$0].stamp) }
    guard let first = positions.first, let last = positions.last else { return false }
    let isJoint = film.frames[first].entry.isJoint || isFirst && first == 0
    // Frames in between that are left out are shown before the joint.
    return isJoint
      && (first...last).allSatisfy {
        positions.contains($0) || film.frames[$0].stamp < row.stamps.lowerBound
      }
  }

  @Test(arguments: [
    "", "# warp splice 1, in units of 1/25 to 1/25", "# warp splice 1, in units of 1/0 to 1/25\ncopy 1 0 1 0",
    "# warp splice 1, in units of 1/25 to 2/25\ncopy 1 0 1 0",
    "# warp splice 1, in units of 1/25 to 1/25\ncopy 1 1 1 0",
    "# warp splice 1, in units of 1/25 to 1/25\nencode 1 0 1 0",
    "# warp splice 1, in units of 1/25 to 1/25\ncopy 0 0 1 0",
    "# warp splice 1, in units of 1/25 to 1/25\nencode 1 0 1 0 1 new 0",
    "# warp splice 1, in units of 1/25 to 1/25\nencode 1 0 1 0 0 old 0",
    "# warp splice 1, in units of 1/25 to 1/25\ncopy 1 0 9999999999999999999 0",
  ])
  func badTablesAreRefused(text: String) { #expect(throws: Refusal.self) { try Splice(parsing: text) } }
}
