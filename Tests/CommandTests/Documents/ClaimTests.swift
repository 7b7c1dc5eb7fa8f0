import Foundation
import Testing

/// Sentences of the documents about the commands beside them, checked by the maps that the commands make.
@Suite struct ClaimTests {
  /// What a sentence says about a map, in seconds.
  enum Fact {
    /// How long the result lasts.
    case lasts(Double)
    /// The speed at a source time.
    case speed(Double, at: Double)
    /// The speed is 1x up to a source time, and then changes.
    case changes(after: Double)
    /// When a source time is first shown.
    case shows(Double, at: Double)
  }

  /// A document, a sentence and a command in it, and what the sentence says.
  private static let claims: [(document: String, sentence: String, command: String, facts: [Fact])] = [
    (
      "README.md", "slower and slower up to 2 s, a quarter of the speed until 3 s, normal again at 4 s",
      "warp-film --speed '0=1x, 2s=0.25x smooth, 3s=0.25x, 4s=1x' --mix motion in.mp4 slow.mp4",
      [.speed(0.25, at: 2.05), .speed(0.25, at: 2.95), .speed(1, at: 4.05), .speed(1, at: 9), .changes(after: 0)]
    ),
    (
      "README.md", "one and a half times as fast", "warp-film --speed 1.5x --pitch keep in.mp4 fast.mp4",
      [.speed(1.5, at: 5), .lasts(10 / 1.5)]
    ),
    (
      "README.md", "the picture at 4 s lands on the beat at 5 s",
      "warp-film --anchor 2=2 --anchor 4=5 --anchor-easing smooth in.mp4 beat.mp4",
      [.shows(4, at: 5), .shows(2, at: 2)]
    ),
    (
      "warp-film", "Twice as fast, without chipmunk voices", "warp-film --speed 2x --pitch keep talk.mp4 fast.mp4",
      [.speed(2, at: 5), .lasts(5)]
    ),
    (
      "warp-film", "Slow motion from 2.5 s to 3.5 s",
      "warp-film --speed '2s=1x, 2.5s=0.25x smooth, 3.5s=0.25x, 4s=1x smooth' jump.mp4 slow.mp4",
      [.speed(1, at: 1.95), .speed(0.25, at: 2.55), .speed(0.25, at: 3.45), .speed(1, at: 4.05), .changes(after: 2)]
    ),
    (
      "man/warp-film.1", "Slow motion from 2.5 s to 3.5 s, at a quarter of the speed",
      "warp-film --speed '2s=1x, 2.5s=0.25x smooth, 3.5s=0.25x, 4s=1x smooth' --mix motion jump.mp4 slow.mp4",
      [.speed(0.25, at: 2.55), .speed(0.25, at: 3.45), .changes(after: 2)]
    ),
    (
      "man/warp-film.1", "Stretch ten seconds to half a minute",
      "warp-film --trim 1:00..1:10 --fit 30 --mix blend --pitch keep film.mkv part.webm",
      [.lasts(30), .shows(60, at: 0), .shows(69.9, at: 29.7)]
    ),
    (
      "man/warp-map.1", "Slow the middle of a ten-second video down to half speed",
      "warp-map --duration 10 --curve triangle:factor=2", [.speed(1, at: 0.1), .speed(0.5, at: 5), .speed(1, at: 9.9)]
    ),
    (
      "docs/recipes.md", "At a quarter of the speed ten seconds become forty.",
      "warp-film --speed 0.25x --mix motion in.mp4 slow.mp4", [.speed(0.25, at: 5), .lasts(40)]
    ),
    (
      "docs/recipes.md", "Ten seconds become 15.84 s here.",
      "warp-film --speed '0=1x, 2s=0.25x smooth, 3s=0.25x, 4s=1x' --mix motion in.mp4 ramp.mp4", [.lasts(15.84)]
    ),
    (
      "docs/recipes.md", "At its slowest, this curve plays at a third of the speed",
      "warp-film --curve double-smoothstep:factor=3@20%..80% in.mp4 middle.mp4",
      [.speed(1, at: 1), .speed(1 / 3.0, at: 5), .speed(1, at: 9)]
    ),
    (
      "docs/recipes.md", "72 s become 3.6 s", "warp-film --speed 20x --no-audio film.mkv timelapse.mp4",
      [.speed(20, at: 30), .lasts(3.6)]
    ),
    (
      "docs/recipes.md", "The second command makes half a minute of the ten seconds from 1:00 on.",
      "warp-film --trim 1:00..1:10 --fit 30 in.mov part.webm", [.lasts(30), .shows(60, at: 0)]
    ),
    (
      "docs/recipes.md", "The frame at 3 s is held for 1.5 s, rounded up to whole frames: ten seconds become 11.52 s.",
      "warp-film --freeze 3s=1.5s in.mp4 frozen.mp4", [.lasts(11.52), .shows(3, at: 3), .shows(3.1, at: 4.62)]
    ),
    (
      "docs/recipes.md", "Three seconds forward and three seconds backward make six.",
      "warp-film --play 0..3 --play 3..0 in.mp4 boomerang.mp4", [.lasts(6)]
    ),
    (
      "docs/recipes.md",
      "At 5 s the video runs back to 2 s at triple speed, shows the scene again at half speed, and goes on.",
      "warp-film --play 0..5 --play 5..2@3x --play 2..5@0.5x --play 5.. in.mp4 replay.mp4",
      [.lasts(5 + 1 + 6 + 5), .shows(4.9, at: 4.9), .shows(8, at: 15)]
    ),
    (
      "docs/recipes.md", "The second command cuts out the two seconds from 2 s to 4 s.",
      "warp-film --cut 2..4 in.mp4 without.mp4", [.lasts(8), .shows(1.9, at: 1.9), .shows(4.5, at: 2.5)]
    ),
  ]

  @Test func everyClaimHolds() throws {
    let scene = try ExampleScene()
    for claim in Self.claims {
      let text = try Self.text(of: claim.document).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(text.contains(claim.sentence), "\(claim.document): \(claim.sentence)")
      #expect(text.contains(claim.command), "\(claim.document): \(claim.command)")
      for fact in claim.facts {
        let holds = try Self.holds(fact, of: Self.question(claim.command), in: scene)
        #expect(holds, "\(claim.document): \(claim.sentence): \(fact)")
      }
    }
  }

  /// The command without OUTPUT, as one that prints facts about its map.
  private static func question(_ command: String) -> String {
    guard command.hasPrefix("warp-film") else { return command }
    return command.split(separator: " ").dropLast().joined(separator: " ") + " --no-progress"
  }

  private static func holds(_ fact: Fact, of command: String, in scene: ExampleScene) throws -> Bool {
    switch fact {
    case .lasts(let length):
      let result = try scene.run("\(command) --info --json", in: .bash)
      let summary = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
      return abs(try #require(summary?["warped_duration"] as? Double, "\(result)") - length) < 0.01
    case .speed(let speed, let time): return abs(try speeds(of: command, at: [time], in: scene)[0] / speed - 1) < 0.01
    case .changes(let time):
      let around = try speeds(of: command, at: [max(time, 0.2) - 0.1, time + 0.4], in: scene)
      return (time == 0 || abs(around[0] - 1) < 0.01) && abs(around[1] - 1) > 0.05
    case .shows(let source, let time): return abs(try times(of: command, at: [source], in: scene)[0] - time) < 0.03
    }
  }

  private static func speeds(of command: String, at times: [Double], in scene: ExampleScene) throws -> [Double] {
    let results = try self.times(of: command, at: times.flatMap { [$0 - 0.04, $0 + 0.04] }, in: scene)
    return times.indices.map { 0.08 / (results[2 * $0 + 1] - results[2 * $0]) }
  }

  /// When the result first shows each source time.
  private static func times(of command: String, at sources: [Double], in scene: ExampleScene) throws -> [Double] {
    let result = try scene.run("\(command) \(sources.map { "--at \($0)" }.joined(separator: " "))", in: .bash)
    let rows = result.output.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t").compactMap { Double($0) }
      return fields.count == 2 ? fields : nil
    }
    return try sources.map { source in
      try #require(rows.first { abs($0[0] - source) < 1e-9 }?[1], "\(command): \(source): \(result)")
    }
  }

  private static func text(of document: String) throws -> String {
    if Document.tools.contains(document) { return try Shell.run("\(document) --help").output }
    guard document.hasPrefix("man/") else { return try Document.text(document) }
    let manual = try Manual(document)
    return ([manual.prose] + manual.examples.map(\.text)).joined(separator: " ")
  }
}
