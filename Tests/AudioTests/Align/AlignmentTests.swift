import Foundation
import Streams
import TestSupport
import Testing
import Warp

@testable import Audio

@Suite struct AlignmentTests {
  private static let scene = RecordedScene(seconds: 100, seed: 1)

  private static func outcome(_ other: SoundDigest, _ reference: SoundDigest) throws -> Alignment.Outcome {
    try Alignment(of: other, to: reference).outcome(memory: 1 << 20) { MemorySpill() }
  }

  private static func rows(_ other: SoundDigest, _ reference: SoundDigest) throws -> [MapTable.Row]? {
    guard case .map(let map) = try Self.outcome(other, reference) else { return nil }
    return map.rows
  }

  /// Returns the time in the result, in seconds, at which the map shows `source`; nil if the map leaves `source` out.
  private static func warped(_ source: Double, _ rows: [MapTable.Row]) -> Double? {
    for (row, next) in zip(rows, rows.dropFirst()) where row.source <= source && source < next.source {
      if next.source.isInfinite { return row.warped + (source - row.source) * next.scale! }
      if next.warped == row.warped { continue }
      return row.warped + (source - row.source) * (next.warped - row.warped) / (next.source - row.source)
    }
    return nil
  }

  /// The two recordings have different sample rates and different noise.
  @Test(arguments: [(17.123, 150e-6), (-11.7, -190e-6), (0.0004, 0), (30, 20e-6)])
  func offsetAndDriftAreFound(offset: Double, drift: Double) throws {
    func reference(_ time: Double) -> Double { offset + time * (1 + drift) }
    let other = Self.scene.recorded(seconds: 60, rate: 11_025, noise: 0.1, seed: 2) { reference($0) }
    let scene = Self.scene.recorded(seconds: 75, rate: 16_000, noise: 0.1, seed: 3) { $0 }
    let rows = try #require(
      try Self.rows(RecordedScene.digest(other, rate: 11_025), RecordedScene.digest(scene, rate: 16_000)))
    #expect(rows[0].warped == 0 && rows.last!.source == .infinity)
    #expect(rows[0].source == 0 || offset < 0)
    for step in 0..<60 where reference(Double(step)) > 0.001 {
      let found = Self.warped(Double(step), rows) ?? -1
      #expect(abs(found - reference(Double(step))) < 0.2e-3, "at \(step) s: \(found) in \(rows)")
    }
  }

  /// A decaying filter leaves samples too faint to be scaled to 16 bits. They count as silence.
  @Test func soundFainterThanAnyRecorderIsSilence() throws {
    let faint = try RecordedScene.digest([Float](repeating: 1e-36, count: 80_000), rate: 8000)
    let recorded = Self.scene.recorded(seconds: 20, rate: 8000, noise: 0, seed: 2) { $0 }
    #expect(try Self.rows(faint, RecordedScene.digest(recorded, rate: 8000)) == nil)
  }

  @Test func mapHoldsAMissingStartAndCutsAnExtraOne() throws {
    let (short, long) = (
      try RecordedScene.digest(Self.scene.recorded(seconds: 40, rate: 8000, noise: 0, seed: 2) { $0 + 20 }, rate: 8000),
      try RecordedScene.digest(Self.scene.recorded(seconds: 90, rate: 8000, noise: 0, seed: 3) { $0 }, rate: 8000)
    )
    let held = try #require(try Self.rows(short, long))
    #expect(held[0] == MapTable.Row(0, 0, nil) && held[1].source == 0 && abs(held[1].warped - 20) < 0.2e-3)
    let cut = try #require(try Self.rows(long, short))
    #expect(abs(cut[0].source - 20) < 0.2e-3 && cut[0].warped == 0)
  }

  @Test func unrelatedRecordingsAreNotAligned() throws {
    let digests = try (0..<4 as Range<UInt64>).map { seed in
      let scene = RecordedScene(seconds: 40, seed: 10 + seed)
      return try RecordedScene.digest(
        scene.recorded(seconds: 40, rate: 8000, noise: 0.01, seed: seed) { $0 }, rate: 8000)
    }
    for (index, other) in digests.enumerated() {
      for (place, reference) in digests.enumerated() where place != index {
        #expect(try Self.rows(other, reference) == nil)
      }
    }
    let silence = try RecordedScene.digest([Float](repeating: 0, count: 160_000), rate: 8000)
    let short = try RecordedScene.digest([0.5], rate: 8000)
    #expect(try Self.rows(silence, silence) == nil)
    #expect(try Self.rows(digests[0], silence) == nil)
    #expect(try Self.rows(short, digests[0]) == nil && Self.rows(digests[0], short) == nil)
    #expect(try Self.rows(RecordedScene.digest([], rate: 8000), short) == nil)
  }

  /// One of the two recorders was stopped from 40 s to 55 s of the scene.
  @Test(arguments: [true, false])
  func timesAreRightOnBothSidesOfAStop(otherStops: Bool) throws {
    let whole = Self.scene.recorded(seconds: 95, rate: 8000, noise: 0.05, seed: 2) { $0 }
    let stopped = Self.scene.recorded(seconds: 80, rate: 8000, noise: 0.05, seed: 3) { $0 < 40 ? $0 : $0 + 15 }
    let (first, second) = (
      try RecordedScene.digest(whole, rate: 8000), try RecordedScene.digest(stopped, rate: 8000)
    )
    let rows = try #require(try otherStops ? Self.rows(second, first) : Self.rows(first, second))
    func due(_ time: Double) -> Double? {
      if otherStops { return time < 40 ? time : time + 15 }
      return time < 40 ? time : time < 55 ? nil : time - 15
    }
    for step in 1..<79 where abs(Double(step) - 40) > 1 && abs(Double(step) - 55) > 1 {
      let found = Self.warped(Double(step), rows)
      guard let due = due(Double(step)) else {
        #expect(found == nil, "at \(step) s")
        continue
      }
      #expect(abs((found ?? -1) - due) < 0.2e-3, "at \(step) s: \(rows)")
    }
    // The row at which the map jumps over the time when one recorder was stopped, or freezes for this time.
    let jump = zip(rows.dropFirst(), rows.dropFirst(2)).first { row, next in
      otherStops ? row.source == next.source : row.warped == next.warped
    }
    let joint = try #require(jump, "\(rows)").0
    #expect(abs((otherStops ? joint.source : joint.warped) - 40) < 5e-3, "\(rows)")
  }

  /// Each recording has a passage that belongs to another scene, at the same time but of another length.
  @Test func bothRecordingsHaveSomethingOfTheirOwn() throws {
    let whole = RecordedScene(seconds: 200, seed: 5)
    // The reference shows the scene from 150 s in the break from 40 s to 60 s, the other from 170 s from 40 s to 52 s.
    let reference = whole.recorded(seconds: 120, rate: 8000, noise: 0.05, seed: 2) {
      $0 < 40 ? $0 : $0 < 60 ? $0 + 110 : $0 - 20
    }
    let other = whole.recorded(seconds: 112, rate: 8000, noise: 0.05, seed: 3) {
      $0 < 40 ? $0 : $0 < 52 ? $0 + 130 : $0 - 12
    }
    let rows = try #require(
      try Self.rows(RecordedScene.digest(other, rate: 8000), RecordedScene.digest(reference, rate: 8000)))
    for step in 1..<111 where abs(Double(step) - 40) > 1 && abs(Double(step) - 52) > 1 {
      let found = Self.warped(Double(step), rows)
      let due: Double? = step < 40 ? Double(step) : step < 52 ? nil : Double(step) + 8
      guard let due else {
        #expect(found == nil, "at \(step) s: \(rows)")
        continue
      }
      #expect(abs((found ?? -1) - due) < 0.5e-3, "at \(step) s: \(rows)")
    }
  }

  /// Between the two missing parts lies a passage that is shorter than what is tracked.
  @Test func aShortPassageBetweenTwoMissingOnesIsFound() throws {
    func due(_ time: Double) -> Double { time < 35 ? time : time < 47 ? time + 6 : time + 20 }
    let whole = try RecordedScene.digest(
      Self.scene.recorded(seconds: 100, rate: 8000, noise: 0.05, seed: 2) { $0 }, rate: 8000)
    let missing = try RecordedScene.digest(
      Self.scene.recorded(seconds: 79, rate: 8000, noise: 0.05, seed: 3) { due($0) }, rate: 8000)
    let rows = try #require(try Self.rows(missing, whole))
    for step in 1..<78 where abs(Double(step) - 35) > 1 && abs(Double(step) - 47) > 1 {
      let found = Self.warped(Double(step), rows) ?? -1
      #expect(abs(found - due(Double(step))) < 0.5e-3, "at \(step) s: \(rows)")
    }
  }

  /// Two short passages around a missing part. In the first two cases, one fits inside what is tracked along the other.
  /// In the last two, they are about equally long, so that the whole fits at two places.
  @Test(arguments: [(15.0, 25.0, 42.0), (14, 18, 34), (18, 28, 46), (27, 31, 59)])
  func shortPassagesAroundAMissingPartAreFound(start: Double, end: Double, length: Double) throws {
    let whole = Self.scene.recorded(seconds: length, rate: 8000, noise: 0.05, seed: 2) { $0 }
    let missing = Self.scene.recorded(seconds: length - end + start, rate: 8000, noise: 0.05, seed: 3) {
      $0 < start ? $0 : $0 + end - start
    }
    let rows = try #require(
      try Self.rows(RecordedScene.digest(missing, rate: 8000), RecordedScene.digest(whole, rate: 8000)))
    for step in 1..<Int(length - end + start) where abs(Double(step) - start) > 1 {
      let due = Double(step) < start ? Double(step) : Double(step) + end - start
      #expect(abs((Self.warped(Double(step), rows) ?? -1) - due) < 1e-3, "at \(step) s: \(rows)")
    }
  }

  /// A film of 24 frames per second that is broadcast at 25, and the reverse.
  @Test(arguments: [25.0 / 24, 24.0 / 25]) func aSpeedOfPALIsFound(speed: Double) throws {
    let reference = try RecordedScene.digest(
      Self.scene.recorded(seconds: 90, rate: 8000, noise: 0.05, seed: 2) { $0 }, rate: 8000)
    let broadcast = try RecordedScene.digest(
      Self.scene.recorded(seconds: 80, rate: 8000, noise: 0.05, seed: 3) { 5 + $0 * speed }, rate: 8000)
    let rows = try #require(try Self.rows(broadcast, reference))
    for step in 1..<79 {
      let found = Self.warped(Double(step), rows) ?? -1
      #expect(abs(found - (5 + Double(step) * speed)) < 0.5e-3, "at \(step) s: \(rows)")
    }
  }

  /// A loop repeats the same sounds. Only its start, its end, or other sounds show which repetitions match.
  @Test(arguments: [(0.0, 100.0, 0), (20, 100, 0), (0, 60, 0), (0, 100, 0.4)])
  func aLoopIsAlignedWhereSomethingDecides(start: Double, end: Double, talk: Float) throws {
    let bars = RecordedScene(seconds: 4, seed: 20)
    let loop = bars.repeated(seconds: 100, from: start, to: end).mixed(with: Self.scene, level: talk)
    let other = loop.recorded(seconds: 80, rate: 8000, noise: 0.05, seed: 2) { $0 + 9 }
    let reference = loop.recorded(seconds: 95, rate: 8000, noise: 0.05, seed: 3) { $0 }
    let outcome = try Self.outcome(
      RecordedScene.digest(other, rate: 8000), RecordedScene.digest(reference, rate: 8000))
    guard start > 0 || end < 100 || talk > 0 else {
      #expect(outcome == .severalPlaces)
      return
    }
    guard case .map(let map) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(abs((Self.warped(40, map.rows) ?? -1) - 49) < 0.2e-3, "\(map.rows)")
  }

  /// Conversion to 8 kHz must not shift sound in time. `memory: 0` sends all samples through the temporary file.
  @Test(arguments: [8000, 11_025, 22_050, 44_100, 48_000, 96_000])
  func decimationKeepsTimes(rate: Int) throws {
    let samples = (0..<3 * rate).map { Float(sin(2 * .pi * 500 * Double($0) / Double(rate))) }
    let digest = try RecordedScene.digest(samples, rate: rate, memory: 0)
    #expect(abs(digest.count - 24_000) <= 2)
    var kept = [Float](repeating: 9, count: 16_000)
    try digest.copy(from: 4000, into: &kept)
    var (sine, cosine) = (0.0, 0.0)
    for (index, sample) in kept.enumerated() {
      let angle = 2 * .pi * 500 * Double(index + 4000) / 8000
      sine += Double(sample) * sin(angle) / 8000
      cosine += Double(sample) * cos(angle) / 8000
    }
    #expect(abs(sine - 1) < 0.01 && abs(cosine) < 0.003, "\(sine), \(cosine)")
    try digest.copy(from: -8000, into: &kept)
    #expect(kept[..<8000].allSatisfy { $0 == 0 } && kept[8010] != 0)
    try digest.copy(from: 40_000, into: &kept)
    #expect(kept.allSatisfy { $0 == 0 })
  }
}
