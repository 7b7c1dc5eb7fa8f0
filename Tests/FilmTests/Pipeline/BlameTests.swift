import Testing

@testable import Film

/// Which of several failed stages is the cause.
@Suite struct BlameTests {
  private static func stage(_ name: String, _ input: Stage? = nil) -> Stage {
    let programs = ["filter": "/bin/warp-video", "sound": "warp-audio"]
    return Stage(name, [[.text(programs[name] ?? "ffmpeg")]], input: input.map(Feed.stage))
  }

  /// decoder ─▶ filter ─┐
  ///                     ├▶ encoder
  ///   reader ─▶ sound ─┘
  private static let pipeline = Pipeline(
    Stage(
      "encoder",
      [
        [.feed(.stage(stage("filter", stage("decoder")))), .feed(.stage(stage("sound", stage("reader"))))],
        [.result],
      ]))

  /// Statuses of decoder, filter, reader, sound and encoder, in this order; nil while a stage runs.
  private static func verdict(_ statuses: [Int32?], _ pipeline: Pipeline = pipeline) -> Blame.Verdict {
    let names = ["decoder", "filter", "reader", "sound", "encoder"]
    return Blame(pipeline).verdict(endings(zip(names, statuses).map { ($0, $1) }))
  }

  /// The endings in the given order, without stages that still run (nil).
  private static func endings(_ statuses: [(String, Int32?)]) -> Blame.Endings {
    var endings = Blame.Endings()
    for case (let stage, let status?) in statuses { endings.add(stage, status) }
    return endings
  }

  @Test(
    arguments: [
      ("all have ended well", [0, 0, 0, 0, 0], .done),
      ("some have", [0, nil, 0, nil, nil], .open), ("none has ended", [nil, nil, nil, nil, nil], .open),
      ("readers have read enough: SIGPIPE", [141, 141, 141, 141, 0], .done),
      ("a filter's own statuses", [nil, 2, nil, nil, nil], .failed("filter")),
      ("and while its decoder's pipe breaks", [224, 3, nil, nil, nil], .failed("filter")),
      ("a decoder's status, whose filter has only missed input", [1, 4, 141, 141, 1], .failed("decoder")),
      ("whose filter has ended well", [1, 0, nil, nil, nil], .failed("decoder")),
      ("whose filter still runs", [1, nil, nil, nil, nil], .failed("decoder")),
      ("a decoder that fails because of its filter", [1, 2, nil, nil, nil], .failed("filter")),
      ("of its filter's own failure", [224, 1, 224, 141, 0], .failed("filter")),
      ("all fail because of the encoder", [224, 141, 224, 141, 1], .failed("encoder")),
      ("the encoder alone", [nil, nil, nil, nil, 1], .failed("encoder")),
      ("what a signal ends", [nil, nil, 137, nil, nil], .failed("reader")),
      ("of two the one upstream", [139, 134, nil, nil, nil], .failed("decoder")),
      ("the first and the last signal", [129, nil, nil, nil, nil], .failed("decoder")),
      ("the first and the last signal", [159, 2, nil, nil, nil], .failed("decoder")),
      ("nobody reads what the last stage writes", [141, 141, 141, 141, 141], .failed("encoder")),
      ("183 is ffmpeg's for an empty pipe", [183, 2, nil, nil, nil], .failed("filter")),
      ("and its own if its filter is well", [183, 0, nil, nil, nil], .failed("decoder")),
      ("a stage that the last one reads", [nil, 1, nil, nil, 1], .failed("filter")),
    ] as [(String, [Int32?], Blame.Verdict)])
  func causeIsFound(_ what: String, _ statuses: [Int32?], _ due: Blame.Verdict) {
    #expect(Self.verdict(statuses) == due, "\(what)")
  }

  @Test func firstFailureInAChainIsTheCause() {
    let chain = Blame(
      Pipeline(
        Stage(
          "encoder", [[.result]],
          input: .stage(Self.stage("filter", Self.stage("aligner", Self.stage("decoder")))))))
    #expect(chain.verdict(Self.endings([("decoder", 1), ("aligner", 183), ("filter", 4)])) == .failed("decoder"))
    #expect(chain.verdict(Self.endings([("aligner", 1), ("decoder", 224), ("filter", 4)])) == .failed("aligner"))
    #expect(chain.verdict(Self.endings([("filter", 2), ("aligner", 224), ("decoder", 224)])) == .failed("filter"))
  }

  /// A player may be closed at any time. The stage that writes to it then fails, perhaps before the player has ended.
  @Test(
    arguments: [
      (nil, .open), (0, .done), (1, .failed("player")), (139, .failed("player")),
    ] as [(Int32?, Blame.Verdict)])
  func closingThePlayerEndsTheJob(_ status: Int32?, _ due: Blame.Verdict) {
    let blame = Blame(Pipeline(Stage("player", [["ffplay"]], input: .stage(Self.stage("encoder")))))
    #expect(blame.verdict(Self.endings([("player", status)])) == due)
    let endings = Self.endings([("encoder", 224), ("player", status)])
    #expect(blame.verdict(endings) == (status == nil ? .failed("encoder") : due))
    #expect(blame.waitsForThePlayer("encoder", endings) == (status == nil))
  }

  @Test func neighboursAreAllWritersAndTheReader() {
    let blame = Blame(Self.pipeline)
    #expect(blame.neighbours(of: "decoder") == ["filter"])
    #expect(blame.neighbours(of: "filter") == ["decoder", "encoder"])
    #expect(blame.neighbours(of: "encoder") == ["decoder", "filter", "reader", "sound"])
    #expect(Blame.isCertain(137) && !Blame.isCertain(141) && !Blame.isCertain(1) && !Blame.isCertain(183))
  }
}
