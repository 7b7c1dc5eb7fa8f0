import Testing

@testable import Film

/// Which of several failed stages is the cause.
@Suite struct BlameTests {
  private static func stage(_ name: String, _ input: Stage? = nil) -> Stage {
    let programs = ["filter": Program.video, "sound": .audio]
    return Stage(name, programs[name] ?? .ffmpeg, [], input: input.map(Feed.stage))
  }

  /// decoder ─▶ filter ─┐
  ///                     ├▶ encoder
  ///   reader ─▶ sound ─┘
  private static let pipeline = Pipeline(
    Stage(
      "encoder", .ffmpeg,
      [
        [.feed(.stage(stage("filter", stage("decoder")))), .feed(.stage(stage("sound", stage("reader"))))],
        [.result],
      ]))

  /// Statuses of decoder, filter, reader, sound and encoder, in this order; nil while a stage runs.
  private static func verdict(_ statuses: [Int32?]) -> String {
    pipeline.verdict(zip(["decoder", "filter", "reader", "sound", "encoder"], statuses).map { ($0, $1) })
  }

  @Test(
    arguments: [
      ("all have ended well", [0, 0, 0, 0, 0], "done"),
      ("some have", [0, nil, 0, nil, nil], "open"), ("none has ended", [nil, nil, nil, nil, nil], "open"),
      ("readers have read enough: SIGPIPE", [141, 141, 141, 141, 0], "done"),
      ("a filter's own statuses", [nil, 2, nil, nil, nil], "filter"),
      ("and while its decoder's pipe breaks", [224, 3, nil, nil, nil], "filter"),
      ("a decoder's status, whose filter has only missed input", [1, 4, 141, 141, 1], "decoder"),
      ("whose filter has ended well", [1, 0, nil, nil, nil], "decoder"),
      ("whose filter still runs", [1, nil, nil, nil, nil], "decoder"),
      ("a decoder that fails because of its filter", [1, 2, nil, nil, nil], "filter"),
      ("of its filter's own failure", [224, 1, 224, 141, 0], "filter"),
      ("all fail because of the encoder", [224, 141, 224, 141, 1], "encoder"),
      ("the encoder alone", [nil, nil, nil, nil, 1], "encoder"),
      ("what a signal ends", [nil, nil, 137, nil, nil], "reader"),
      ("of two the one upstream", [139, 134, nil, nil, nil], "decoder"),
      ("the first and the last signal", [129, nil, nil, nil, nil], "decoder"),
      ("the first and the last signal", [159, 2, nil, nil, nil], "decoder"),
      ("nobody reads what the last stage writes", [141, 141, 141, 141, 141], "encoder"),
      ("183 is ffmpeg's for an empty pipe", [183, 2, nil, nil, nil], "filter"),
      ("and its own if its filter is well", [183, 0, nil, nil, nil], "decoder"),
      ("a stage that the last one reads", [nil, 1, nil, nil, 1], "filter"),
    ] as [(String, [Int32?], String)])
  func causeIsFound(_ what: String, _ statuses: [Int32?], _ due: String) {
    #expect(Self.verdict(statuses) == due, "\(what)")
  }

  @Test func firstFailureInAChainIsTheCause() {
    let chain = Pipeline(
      Self.stage("encoder", Self.stage("filter", Self.stage("aligner", Self.stage("decoder")))))
    #expect(chain.verdict([("decoder", 1), ("aligner", 183), ("filter", 4)]) == "decoder")
    #expect(chain.verdict([("aligner", 1), ("decoder", 224), ("filter", 4)]) == "aligner")
    #expect(chain.verdict([("filter", 2), ("aligner", 224), ("decoder", 224)]) == "filter")
  }

  /// A player may be closed at any time. The stage that writes to it then fails, perhaps before the player has ended.
  @Test(
    arguments: [
      (nil, "open"), (0, "done"), (1, "player"), (139, "player"),
    ] as [(Int32?, String)])
  func closingThePlayerEndsTheJob(_ status: Int32?, _ due: String) {
    let pipeline = Pipeline(Stage("player", .ffplay, [], input: .stage(Self.stage("encoder"))))
    #expect(pipeline.verdict([("player", status)]) == due)
    let statuses = [("encoder", 224), ("player", status)]
    #expect(pipeline.verdict(statuses) == (status == nil ? "encoder" : due))
    #expect(Blame(pipeline).waitsForThePlayer(pipeline.id("encoder"), pipeline.endings(statuses)) == (status == nil))
  }

  @Test func neighboursAreAllWritersAndTheReader() {
    func neighbours(of name: String) -> Set<String> {
      Set(Blame(Self.pipeline).neighbours(of: Self.pipeline.id(name)).map { Self.pipeline[$0].name })
    }
    #expect(neighbours(of: "decoder") == ["filter"])
    #expect(neighbours(of: "filter") == ["decoder", "encoder"])
    #expect(neighbours(of: "encoder") == ["decoder", "filter", "reader", "sound"])
    #expect(Blame.isCertain(137) && !Blame.isCertain(141) && !Blame.isCertain(1) && !Blame.isCertain(183))
  }
}

/// Stages by name.
extension Pipeline {
  fileprivate func id(_ name: String) -> Stage.ID { ids.first { self[$0].name == name }! }

  /// The endings in the given order, without stages that still run (nil).
  fileprivate func endings(_ statuses: [(String, Int32?)]) -> Blame.Endings {
    var endings = Blame.Endings()
    for case (let stage, let status?) in statuses { endings.add(id(stage), status) }
    return endings
  }

  /// `open`, `done`, or the stage that has failed.
  fileprivate func verdict(_ statuses: [(String, Int32?)]) -> String {
    switch Blame(self).verdict(endings(statuses)) {
    case .failed(let stage): self[stage].name
    case let other: "\(other)"
    }
  }
}
