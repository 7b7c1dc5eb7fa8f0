import TestFilms
import Testing

@testable import Film

@Suite struct FileSamplesTests {
  private static func samples(_ file: String, _ size: Int, _ kind: String = "mpegts") -> FileSamples? {
    FileSamples(
      of: file, Answers("\(Made.container(kind))|size=\(size)").probe.container,
      .named([kind], among: ContainerKind.all))
  }

  private static let sizes = [60_000_000, 188 * 1_000_003, 4_000_000_000_000]

  /// Parts go from the first byte to the last, in order. Each starts at a packet of 188 or 192 bytes of a broadcast.
  @Test(arguments: sizes) func partsAreSpreadOverTheFile(size: Int) throws {
    let parts = try #require(Self.samples("./in.ts", size)).parts
    #expect(parts.count == 514 && parts.first?.lowerBound == 0 && parts.last?.upperBound == size)
    for (part, next) in zip(parts, parts.dropFirst()) {
      #expect(part.upperBound <= next.lowerBound)
      #expect(next.lowerBound - part.upperBound < max(1_000_000, size / 500))
    }
    for part in parts {
      for length in [188, 192] { #expect(part.lowerBound % length == 0) }
    }
    #expect(parts.map(\.count).reduce(0, +) < 29_000_000)
  }

  @Test func smallFilesAndSpecialNamesAreReadCompletely() {
    #expect(Self.samples("./in.ts", 40_000_000) == nil)
    #expect(Self.samples("./a|b.ts", 400_000_000) == nil)
    #expect(Self.samples("./" + String(repeating: "long", count: 60) + ".ts", 400_000_000) == nil)
  }

  /// FLV is read at its start and end. Containers whose parts cannot be read alone are read completely.
  @Test func samplesDependOnTheContainer() throws {
    #expect(try #require(Self.samples("in.flv", 400_000_000, "flv")).parts.count == 2)
    #expect(Self.samples("in.mp3", 400_000_000, "mp3") == nil)
  }

  private static func question(_ packets: String, sound: Int = 480_000) throws -> String? {
    let lines = [
      Made.picture(), Made.sound("duration_ts=\(sound)"), Made.container("mpegts") + "|size=400000000", "# probe 0",
      packets, "packet|stream_index=1|pts=0|dts=0|duration=\(sound)", "# samples 0",
    ]
    return try Made.questions(Answers(lines.joined(separator: "\n")), Made.job()).first?.name
  }

  @Test func samplesAreRequestedFirst() throws {
    let probe = [Made.picture(), Made.container("mpeg") + "|size=400000000", "# probe 0"].joined(separator: "\n")
    let question = try #require(try Made.questions(Answers(probe), Made.job()).first)
    #expect(question.name == "samples" && question.words.last?.hasPrefix("concat:subfile,,start,0,end,") == true)
    #expect(try Self.question(Made.packets()) == nil)
  }

  /// If most frames lack timestamps, the first frame is requested at the same time.
  @Test func firstFrameIsRequestedWithTheSamples() throws {
    func names(_ container: String, _ after: String = "") throws -> [String] {
      let lines = [Made.picture(), Made.container(container) + "|size=400000000", "# probe 0" + after]
      let probe = lines.joined(separator: "\n")
      let questions = try Made.questions(Answers(probe), Made.job())
      return questions.map(\.name)
    }
    #expect(try names("mpeg") == ["samples", "frame"])
    #expect(try names("mpegts") == ["samples"])
    #expect(try names("mpeg", "\n# frame 0") == ["samples"])
    #expect(try names("mpeg", "\n# samples 0").contains("frame"))
  }

  /// All packets are read if timestamps restart, the file states another start or end, a track ends long before the
  /// file, or nothing is found.
  @Test(arguments: [
    Made.packets() + "\n" + Made.packets(), "packet|stream_index=0|pts=0|dts=0|duration=76800",
    Made.packets(start: 20000), Made.packets(start: -6400), "",
    // The end is right, but the start is late.
    Made.packets(start: 25600).split(separator: "\n").prefix(200).joined(separator: "\n"),
  ])
  func everyPacketIsReadInDoubt(packets: String) throws {
    #expect(try Self.question(packets) == "packets")
  }

  @Test(arguments: [(288_000, "packets"), (384_000, nil)] as [(Int, String?)])
  func soundMayEndALittleEarlier(sound: Int, question: String?) throws {
    #expect(try Self.question(Made.packets(), sound: sound) == question)
  }
}
