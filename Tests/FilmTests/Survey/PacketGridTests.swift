import TestFilms
import Testing

@testable import Film

@Suite struct PacketGridTests {
  private func grid(
    _ stamps: [Int], _ timeBase: String, late: [Int]? = nil, codec: String = "opus", rate: Int = 48000,
    kind: String = "matroska,webm"
  ) -> PacketGrid? {
    let lines = [
      Made.sound("codec_name=\(codec)", "time_base=\(timeBase)", "sample_rate=\(rate)"), Made.container(kind),
    ]
    let probe = Answers(lines.joined(separator: "\n")).probe
    return PacketGrid(
      stamps, late ?? stamps.suffix(8), of: probe.streams[0],
      in: .named(probe.container.names, among: ContainerKind.all))
  }

  /// Timestamps in milliseconds of packets of `samples` each.
  private func rounded(_ samples: Int, rate: Int, from first: Int = 0) -> [Int] {
    (0..<100).map { first + ($0 * samples * 1000 + rate / 2) / rate }
  }

  @Test(arguments: [(960, 48000, 0), (1024, 48000, 0), (1024, 44100, 26), (1152, 44100, 1000), (4608, 48000, 7)])
  func millisecondsDeterminePacketsOfOneLength(samples: Int, rate: Int, first: Int) throws {
    let spacing = grid(rounded(samples, rate: rate, from: first), "1/1000", rate: rate)?.spacing
    #expect(spacing?.samples == samples)
    #expect(spacing?.first == Int((Double(first) * Double(rate) / 1000).rounded()))
  }

  @Test func millisecondsMayBeTruncated() {
    #expect(grid((0..<100).map { $0 * 1024 * 1000 / 48000 }, "1/1000")?.spacing?.samples == 1024)
  }

  /// If sound ends before the film, only all packets show whether the last ones are like the first.
  @Test(arguments: [("ends", false), ("packets", true)]) func allPacketsMustHaveOneLength(asked: String, isKnown: Bool)
    throws
  {
    let sound = (0..<200).map { "packet|stream_index=1|pts=\(($0 * 64 + 1) / 3)|dts=0|duration=21" }
    let lines =
      [Made.picture(), Made.sound("codec_name=mp3", "time_base=1/1000"), Made.container("matroska,webm"), "# probe 0"]
      + [Made.packets()] + sound + ["# \(asked) 0", "# start 0"]
    let film = try FilmSurvey.film(for: Made.job("out.mkv"), asking: Answers(lines.joined(separator: "\n")))
    #expect((film.grids[1] != nil) == isKnown)
  }

  @Test func gridsOfTheSamePacketsAreEqual() {
    let opus = grid(rounded(960, rate: 48000), "1/1000")
    #expect(opus == grid(rounded(960, rate: 48000), "1/1000") && opus != grid(rounded(1024, rate: 48000), "1/1000"))
    #expect(opus != grid([0, 960], "1/48000") && grid([0], "1/48000") != grid([0], "1/48000", codec: "aac"))
  }

  @Test func exactTimestampsNeedNoGrid() throws {
    #expect(grid([0, 960, 1920], "1/48000")?.spacing == nil && grid([0, 960, 1920], "1/48000") != nil)
    #expect(grid([0, 1800], "1/90000", kind: "ogg") != nil)
    // A tick of two thirds of a sample does not identify the sample.
    #expect(grid([0, 1440, 2880], "1/72000") == nil)
    #expect(grid([0, 960], "1/48000", codec: "aac")?.isRandom == true)
  }

  /// Irregular or too few packets, timestamps before 0, codecs with long memory, containers with imprecise seeks,
  /// impossible numbers.
  @Test func uncertainPositionsPreventSeeking() {
    var uneven = rounded(1024, rate: 48000)
    uneven[60] += 30
    #expect(grid(uneven, "1/1000") == nil)
    #expect(grid(rounded(1024, rate: 48000, from: -21), "1/1000") == nil)
    #expect(grid(Array(rounded(1024, rate: 48000).prefix(20)), "1/1000") == nil)
    #expect(grid([0, 960, 1920], "1/48000", codec: "ac3") == nil)
    #expect(grid([0, 960, 1920], "1/48000", kind: "mpegts") == nil)
    #expect(grid([0, 960, 1920], "1/48000", codec: "vorbis", kind: "ogg") == nil)
    #expect(grid([0, 960, 1920], "1/48000", codec: "vorbis") != nil)
    #expect(grid([], "1/1000") == nil)
    let even = rounded(4608, rate: 48000)
    #expect(grid(even, "1/1000", late: [960_000, 960_096]) != nil && grid(even, "1/1000", late: [960_040]) == nil)
    #expect(grid(even, "1/1000", late: []) == nil)
    var hostile = even
    hostile[50] = .min + 1
    #expect(grid(hostile, "1/1000") == nil)
    _ = grid(even, "1/1000", late: [.min, .max])
    let huge = (0..<100).map { $0 << 55 }
    #expect(grid(huge, "2147483647/1", rate: 9_000_000) == nil && grid(huge, "1/1000", rate: .max) == nil)
  }
}
