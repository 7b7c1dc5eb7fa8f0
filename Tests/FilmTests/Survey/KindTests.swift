import TestFilms
import TestSupport
import Testing
import Warp

@testable import Film

/// The tables of file types: a new type is one row, and an unknown type uses the most careful row.
@Suite struct KindTests {
  private func film(_ container: String, _ job: FilmJob, sound: String = "aac") throws -> [String] {
    let film = [Made.picture(), Made.sound("codec_name=\(sound)"), Made.container(container), "# probe 0", ""]
    return try Made.questions(Answers(film.joined(separator: "\n")), job).map(\.name)
  }

  @Test func unknownContainersAreReadCompletely() throws {
    #expect(try film("novel,odd", Made.job()) == ["packets"])
    let kind = ContainerKind.named(["novel", "odd"], among: ContainerKind.all)
    #expect(kind == .unknown && kind.seeks == .anywhere && kind.length == .nothing && !kind.countsBytes)
    #expect(ContainerKind.named(["odd", "mov", "mp4"], among: ContainerKind.all).findsKeyFrames)
    #expect(Set(ContainerKind.all.map(\.name)).count == ContainerKind.all.count)
  }

  /// With a new row, a seek finds the last packets, and the plan is that of an mp4.
  @Test func newContainersNeedOneRow() throws {
    var job = Made.job()
    job.run.kinds.inputs.append(
      ContainerKind(
        name: "novel", lastPackets: .bySeeking, countsBytes: false, length: .ofEachTrack, stamps: .all, streams: .one,
        seeks: .toKeyFrames, rate: .all, tags: .atFile, soughtEndings: [".novel"]))
    #expect(try film("novel,odd", job) == ["ends"])
    job.input = "in.novel"
    #expect(try Made.questions(Answers(), job).map(\.name) == ["ends"])
    job.input = "in.mp4"
    let ends = [Made.packets(), "packet|stream_index=1|pts=0|dts=0|duration=480000|flags=K_", "# ends 0"]
    let told = [Made.version, Made.picture(), Made.sound(), Made.container("novel"), "# probe 0"] + ends
    let answers = Answers(told.joined(separator: "\n"))
    let backward = Made.map(try TimeMap(scale: 1, duration: 10).reversed())
    let words = Made.words("picture filter", of: try Made.plan(answers, backward, job))
    let usual = Made.words("picture filter", of: try Made.plan(Made.film(), backward, Made.job()))
    #expect(words.contains("--source") && words == usual)
  }

  @Test func newFileTypesNeedOneRow() throws {
    var job = Made.job("out.novel")
    let refusal = complaint { try Made.plan(Made.film(), Made.constant(2), job) }
    #expect(refusal.hasPrefix("the file format of 'out.novel' is unknown"))
    job.run.kinds.outputs.append(
      FileKind(
        endings: ["novel"], mediaType: "video/novel", muxer: "novel", family: .other, picture: .ffv1,
        pictureWithAlpha: nil, sound: .flac,
        subtitles: .webVTT, pictures: [.ffv1], extras: [], chapters: .asSuch,
        dispositions: ["default"],
        subtitleDispositions: ["default"], tags: ["title"], languages: .ofISO, putsIndexInFront: true,
        writesColoursIfTold: false))
    let words = Made.words("encoder", of: try Made.plan(Made.film(), Made.constant(2), job)).joined(separator: " ")
    #expect(words.contains("-c:v ffv1 -level 3 -g 1 -c:a flac") && words.contains("-movflags +faststart"))
    #expect(words.hasSuffix("-f novel >"))
    job.encoding.codec = "h264"
    #expect(throws: FilmError.usage("novel cannot hold h264; use .mkv")) {
      try Made.plan(Made.film(), Made.constant(2), job)
    }
    let marked = Made.film([Made.picture("disposition:dub=1"), Made.sound()])
    job.encoding.codec = nil
    #expect(try Made.plan(marked, Made.constant(2), job).notes.contains { $0.contains("novel cannot hold it") })
  }

  /// A muxer named by `--encode '-f …'` gets only arguments that suit every muxer.
  @Test func muxersOfEncodeGetNoSpecialArguments() throws {
    let job = Made.job("out.odd") { $0.encoding.words = ["-f", "odd"] }
    let words = Made.words("encoder", of: try Made.plan(Made.film(), Made.constant(2), job))
    #expect(words.suffix(3) == ["-f", "odd", ">"] && !words.contains("-movflags") && !words.contains("-c:v"))
  }
}
