import Testing

/// Checks that the output does not depend on the sizes of the blocks in which input arrives and output is read.
@Suite struct FaultChunkTests {
  struct Job: CustomTestStringConvertible, Sendable {
    let tool: String
    /// The name of a map in `FaultStreams.maps`.
    let map: String?
    let words: [String]
    let stream: Stream
    var testDescription: String { "\(tool) \(map ?? "") \(words.joined(separator: " ")) < \(stream)" }

    init(_ tool: String, _ map: String?, _ words: [String], _ stream: Stream) {
      (self.tool, self.map, self.words, self.stream) = (tool, map, words, stream)
    }

    func words(_ maps: String) -> [String] { (map.map { ["--map", "\(maps)/\($0)"] } ?? []) + words }
  }

  enum Stream: Sendable {
    /// Frames of `wideFilm` are large enough for the use of splice(2). Frames of `hugeFilm` are larger than any pipe.
    case table, film, nut, raw, wav, wideFilm, hugeFilm

    func bytes(_ maps: String) throws -> [UInt8] {
      switch self {
      case .table: return Array("source\twarped\tscale\n0\t0\t1\n1\t2\t3\ninf\tinf\t3\n".utf8)
      case .film: return FaultStreams.film(4, 2, frames: 3)
      case .nut:
        let words = ["--map", "\(maps)/same", "--output-format", "nut"]
        return try Piped().run("warp-video", words, FaultStreams.film(4, 2, frames: 3)).output
      case .raw: return FaultStreams.samples(50)
      case .wav: return FaultStreams.wavHead(length: 100) + FaultStreams.samples(50)
      case .wideFilm: return FaultStreams.film(160, 120, frames: 3)
      case .hugeFilm: return FaultStreams.film(1000, 800, frames: 2)
      }
    }
  }

  private static let small = [
    Job("warp-map", nil, ["--map", "-"], .table),
    Job("warp-video", "slow", [], .film),
    Job("warp-video", "back", ["--memory", "1"], .film),
    Job("warp-video", "fast", [], .nut),
    Job("warp-audio", "slow", FaultStreams.pcm, .raw),
    Job("warp-audio", "slow", ["--pitch", "keep"], .wav),
  ]

  private static let large = [
    Job("warp-video", "same", [], .wideFilm),
    Job("warp-video", "slow", [], .wideFilm),
    Job("warp-video", "fast", [], .wideFilm),
    Job("warp-video", "back", ["--memory", "1"], .wideFilm),
    Job("warp-video", "slow", ["--mix", "blend"], .wideFilm),
    Job("warp-video", "slow", ["--vfr"], .wideFilm),
  ]

  private func check(_ job: Job, _ arrivals: [Piped]) throws {
    try FaultStreams.withMaps { maps in
      let stream = try job.stream.bytes(maps)
      let right = try Piped().run(job.tool, job.words(maps), stream)
      #expect(right.status == 0 && !right.output.isEmpty, "\(right.errors)")
      for arrival in arrivals {
        let result = try arrival.run(job.tool, job.words(maps), stream)
        #expect(result.status == 0, "\(arrival): \(result.errors)")
        #expect(result.output == right.output, "\(arrival)")
      }
    }
  }

  @Test(arguments: small) func singleBytesGiveTheSameOutput(job: Job) throws {
    try check(
      job,
      Piped.Joint.allCases.map { Piped(input: $0, output: $0, pieces: [1], sips: 1) }
        + [Piped(pieces: [2, 3, 5, 7, 11]), Piped(input: .impatientSocket, pieces: [13, 1])])
  }

  @Test(arguments: large) func oddBlockSizesGiveTheSameOutput(job: Job) throws {
    try check(
      job, Piped.Joint.allCases.map { Piped(input: $0, output: $0, pieces: [4099, 1, 20_000], sips: 3001) })
  }

  @Test(arguments: Piped.Joint.allCases) func framesLargerThanAPipeGiveTheSameOutput(joint: Piped.Joint) throws {
    try check(
      Job("warp-video", "slow", [], .hugeFilm), [Piped(input: joint, output: joint, pieces: [400_001], sips: 100_003)])
  }
}
