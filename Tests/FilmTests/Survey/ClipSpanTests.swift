import Testing
import Warp

@testable import Film

@Suite struct ClipSpanTests {
  private let job = FilmJob(input: "in.mp4", output: "out.mp4")

  private func question(_ text: String) throws -> Question? {
    if case .question(let question) = try FilmSurvey.next(Answers(text), for: job) { question } else { nil }
  }

  /// The answer to `ends`: the first packet and the last one, at 9.96 s.
  private static let ends =
    "packet|stream_index=0|pts=0|dts=0|duration=512\npacket|stream_index=0|pts=127488|dts=127488|duration=512"

  @Test func asksStepByStep() throws {
    let probe = [Made.picture(), Made.container()].joined(separator: "\n") + "\n# probe 0\n"
    #expect(try question("")?.name == "probe")
    let first = try #require(try question(probe))
    #expect(first.name == "ends" && first.words.contains("%+#200,99999999") && first.words.last == "./in.mp4")
    #expect(try question(probe + Self.ends + "\n# ends 0") == nil)
  }

  /// All packets are asked for where the file gives another end than that of its last packets, or no packets are found
  /// there.
  @Test(arguments: ["duration_ts=256000", "duration_ts=64000"]) func everyPacketIsLookedAtInDoubt(said: String) throws {
    let probe = [Made.picture(said), Made.container()].joined(separator: "\n") + "\n# probe 0\n"
    let next = try #require(try question(probe + Self.ends + "\n# ends 0"))
    #expect(next.name == "packets" && next.words.contains("%"))
    #expect(try question(probe + "# ends 0")?.name == "packets")
    #expect(try question(probe + "# ends 0\n" + Made.packets() + "\n# packets 0") == nil)
  }

  @Test func kindsWithoutAnIndexAreReadAtOnce() throws {
    let probe = [Made.picture(), Made.container("mpegts")].joined(separator: "\n") + "\n# probe 0\n"
    #expect(try question(probe)?.name == "packets")
  }

  /// Where the track does not give its length, the file's is taken.
  @Test func theFileMayTellItsLength() throws {
    let probe =
      [Made.picture("duration_ts=N/A"), Made.container("matroska,webm")].joined(separator: "\n") + "\n# probe 0\n"
    #expect(try question(probe + Self.ends + "\n# ends 0") == nil)
  }

  /// A film in PQ is asked for what it says of brightness, once.
  @Test func brightnessIsAskedFor() throws {
    let probe =
      [Made.picture("color_transfer=smpte2084"), Made.container()].joined(separator: "\n") + "\n# probe 0\n" + Self.ends
      + "\n# ends 0\n"
    #expect(try question(probe)?.name == "light")
    #expect(try question(probe + "# light 0") == nil)
  }

  private func span(_ stream: String, _ packets: String, rate: FrameRate? = nil) throws -> ClipSpan {
    let answers = Answers("\(stream)\n\(packets)")
    return try ClipSpan(answers, answers.probe.streams[0], rate: rate, of: job)
  }

  @Test func countsFromTheFirstFrame() throws {
    #expect(try span(Made.picture(), Made.packets()) == ClipSpan(start: 0, length: 10))
    #expect(try span(Made.picture(), Made.packets(start: 6400)) == ClipSpan(start: 0.5, length: 10))
    #expect(try span(Made.picture(), Made.packets(start: -6400)) == ClipSpan(start: -0.5, length: 10))
  }

  /// A clip of 1 s is 1 s long to the last bit, wherever it begins.
  @Test(arguments: [23, 25, 7, 1423]) func lengthsAreExact(start: Int) throws {
    let packets = (0..<25).map { "packet|stream_index=0|pts=\(start + $0 * 40)|dts=\(start + $0 * 40)|duration=40" }
    let span = try span(Made.picture("time_base=1/1000"), packets.joined(separator: "\n"))
    #expect(span.length == 1 && span.start == Double(start) / 1000)
  }

  /// Sound begins where ffprobe says the stream starts, which may be after the first packets; if that is within them.
  @Test(arguments: [(2400, 0.05), (-100, 0.0), (4_800_000, 0)]) func decodersAreRunIn(start: Int, heard: Double) throws
  {
    let packets = (0..<10).map { "packet|stream_index=1|pts=\($0 * 1024)|dts=\($0 * 1024)|duration=1024" }
    let span = try span(Made.sound("start_pts=\(start)"), packets.joined(separator: "\n"))
    #expect(span.start == heard && abs(span.length - (10240 / 48000 - heard)) < 1e-12)
  }

  @Test func framesWithoutTimesAreCounted() throws {
    let packets = String(repeating: "packet|stream_index=0|pts=N/A|dts=N/A\n", count: 50)
    #expect(
      try span(Made.picture(), packets, rate: FrameRate(Rational(25)!))
        == ClipSpan(start: 0, length: 2, isStampless: true))
    #expect(try span(Made.picture(), packets).length == 50)
  }

  @Test func aSingleStillLastsAFrame() throws {
    let packet = "packet|stream_index=0|pts=3|dts=3|duration=0"
    #expect(try span(Made.picture("time_base=1/1"), packet, rate: FrameRate(Rational(25)!)).length == 0.04)
  }

  @Test func timeMayNotStartAgain() throws {
    #expect(throws: FilmError.self) { try span(Made.picture(), Made.packets() + "\n" + Made.packets()) }
    let answers = Answers("\(Made.picture())\n# probe 0")
    #expect(throws: FilmError.input("'in.mp4' has no frames")) {
      try ClipSpan(answers, answers.probe.streams[0], rate: nil, of: job)
    }
  }

  @Test func whatCannotBeReadIsNoFilm() {
    #expect(throws: FilmError.self) { try FilmSurvey.next(Answers("# probe 1"), for: job) }
    #expect(throws: FilmError.usage("there is neither picture nor sound in 'in.mp4'")) {
      try FilmSurvey.next(Answers("\(Made.container())\n# probe 0"), for: job)
    }
  }
}
