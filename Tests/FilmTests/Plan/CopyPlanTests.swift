import TestFilms
import TestSupport
import Testing
import Warp

@testable import Film

/// The pipeline for video that is copied without encoding.
@Suite struct CopyPlanTests {
  private func plan(
    _ film: Answers = Made.film(), _ map: FilmMap? = nil, _ output: String = "out.mp4"
  ) throws -> FilmPlan {
    let job = Made.job(output) {
      $0.picture.copies = true
      $0.picture.rate = .variable(.standard)
    }
    return try Made.plan(film, map ?? Made.constant(2), job)
  }

  private func text(_ name: String, _ plan: FilmPlan) -> String {
    Made.words(name, of: plan).joined(separator: " ")
  }

  private static func part(_ start: Double, _ end: Double) throws -> FilmMap {
    Made.map(try TimeMap(scale: 1, duration: 10).trimmed(from: start, to: end))
  }

  private static func film(
    _ changes: String..., kind: String = "mov,mp4", packets: String = Made.packets(), version: String = Made.version
  ) -> Answers {
    Answers([version, Made.line(Made.picture(), changes), Made.container(kind), packets].joined(separator: "\n"))
  }

  @Test func packetsAreReadUnchanged() throws {
    let whole = try plan()
    #expect(
      text("picture reader", whole)
        == "ffmpeg -nostdin -v error -copyts -i ./in.mp4 -map 0:0 -c copy -copyinkf -avoid_negative_ts disabled"
        + " -f nut -")
    #expect(Made.words("picture filter", of: whole).suffix(3) == ["--vfr", "--timebase", "1/64000"])
    // Rounding must not make a timestamp negative. 1608 ticks of 1/12800 s are 0.125625 s.
    let late = try plan(Self.film(packets: Made.packets(start: 1608)))
    #expect(text("picture reader", late).contains("-output_ts_offset -0.125625 "))
  }

  /// If the shown part starts late, the reader starts a second before it. It stops two seconds after the part's end.
  @Test func readerSeeksToTheShownPart() throws {
    let map = try Self.part(7, 7.5)
    #expect(text("picture reader", try plan(Made.film(), map)).contains("error -ss 6.000000 -t 3.500000 -copyts -i"))
    let broadcast = try plan(Self.film(kind: "mpegts"), map)
    #expect(text("picture reader", broadcast).contains("error -t 9.500000 -copyts -i"))
    #expect(!text("picture reader", try plan(Made.film(), Self.part(5, 7))).contains("-ss"))
  }

  /// --hold-end is passed if the film continues after what is read, sound is longer, or the file is truncated.
  @Test func lastFrameIsHeldWhereVideoIsNotRead() throws {
    func holdsEnd(_ plan: FilmPlan) -> Bool { plan.film.input.mayEndEarly(along: plan.map) }
    #expect(try !holdsEnd(plan()) && holdsEnd(plan(Made.film(), Self.part(0, 3))))
    let longer = "packet|stream_index=1|pts=0|dts=0|duration=576000"
    let held = Answers(
      [Made.picture(), Made.sound(), Made.container(), Made.packets(), longer].joined(separator: "\n"))
    #expect(try holdsEnd(plan(held, Made.constant(1, 12))))
    let some = Made.packets().split(separator: "\n").prefix(100).joined(separator: "\n")
    let cut = Answers(
      [Made.picture(), Made.container("matroska,webm"), "# probe 0", some, "# packets 0", "# frame 0"]
        .joined(separator: "\n"))
    #expect(try holdsEnd(plan(cut, Made.constant(1, 4))))
  }

  /// In AVI two frames of MPEG-4 may share a packet.
  @Test(arguments: [("mpeg4", "avi", true), ("mpeg4", "mov,mp4", false), ("mjpeg", "avi", false)])
  func packetsWithTwoFramesAreSplit(codec: String, kind: String, isUnpacked: Bool) throws {
    let plan = try plan(Self.film("codec_name=\(codec)", kind: kind))
    #expect(!Made.stages(of: plan).contains("picture unpacker") != isUnpacked)
    #expect(text("picture reader", plan).contains("-f avi -i - -map 0:0") == isUnpacked)
  }

  /// Packets of reordered frames get decoding times a frame's duration apart, but at most 1 s. The last frame's
  /// duration is set.
  @Test(
    arguments: [
      (0, 2.0, "dts=PTS:duration=round(0.0799"),
      (2, 2, "dts=if(lt(N\\,2)\\,round((N-2)*0.08/TB)\\,min(PTS\\,max(DTS\\,PREV_OUTDTS+1))):duration"),
      (1, 100, "round((N-1)*1/TB)"), (1, 0.0001, "round((N-1)*0.0001/TB)"),
    ])
  func decodingTimesAreComputed(delay: Int, scale: Double, words: String) throws {
    let plan = try plan(Self.film("has_b_frames=\(delay)"), Made.constant(scale))
    #expect(text("encoder", plan).contains("-c:v:0 copy -video_track_timescale 64000 -bsf:v:0 setts=pts=PTS:"))
    #expect(text("encoder", plan).contains(words))
    let frozen = Made.map(try TimeMap(scale: 1, duration: 10).frozen(at: 10, for: 3))
    #expect(text("encoder", try self.plan(Self.film(), frozen)).contains("duration=round(3.0399"))
  }

  @Test func lossesAreReported() throws {
    let turned = Self.film("rotation=90")
    #expect(
      try plan(turned, nil, "a.mkv").notes
        == ["the rotation by 90 degrees is dropped; to keep it, use .mp4 or .mov"])
    let mp4 = try plan(turned)
    #expect(mp4.notes.isEmpty && text("encoder", mp4).contains(" -metadata:s:v:0 rotate=90 "))
    let newer = "library_version|name=libavformat|major=60|minor=3"
    let words = text("encoder", try plan(Self.film("rotation=270", version: newer)))
    #expect(words.contains(" -display_rotation:v:0 270 -f nut -i ") && !words.contains("rotate="))
    #expect(try plan(Self.film("field_order=tt")).notes.isEmpty)
  }

  /// HDR10 metadata in the container is lost, unless the packets contain it too.
  @Test func hdrMetadataOfTheContainerIsLost() throws {
    func notes(_ sideData: String, _ copied: String) throws -> [String] {
      let answers = [
        Made.version, Made.picture("codec_name=av1", "side_data_type=\(sideData)"), Made.container(), "# probe 0",
        Made.packets(), "# packets 0", "frame|stream_index=0\(copied)", "# copied 0",
      ]
      return try plan(Answers(answers.joined(separator: "\n"))).notes
    }
    let names = ["Mastering display metadata", "Content light level metadata", "Spherical Mapping"]
    #expect(try names.map { try notes($0, "").filter { $0.contains("HDR10") }.count } == [1, 1, 0])
    #expect(try notes(names[1], "|max_content=1000|max_average=400").isEmpty)
  }

  /// ffmpeg is asked whether the output can hold the codec.
  @Test(arguments: [0, 1]) func codecsThatTheOutputCannotHoldAreRefused(status: Int) {
    let answers = [
      Made.version, Made.picture("codec_name=h263"), Made.container(), "# probe 0", Made.packets(), "# packets 0",
      "# trial \(status)",
    ]
    let film = Answers(answers.joined(separator: "\n"))
    let refusal = "--copy cannot put h263 into mp4; leave --copy out"
    #expect(complaint { try plan(film) } == (status == 0 ? "no error" : refusal))
  }

  /// Decoding times after the presentation time are shifted earlier. Hidden frames of VP9 are merged with shown ones.
  @Test func bitstreamFiltersFixPackets() throws {
    let late = "packet|stream_index=0|pts=512|dts=530|duration=512\n"
    #expect(
      text("picture reader", try plan(Self.film(packets: late + Made.packets()))).contains(
        "-bsf:v setts=pts=PTS:dts=DTS-18"))
    #expect(text("picture reader", try plan(Self.film("codec_name=vp9"))).contains("-bsf:v vp9_superframe "))
  }

  @Test func copyingNeedsNoDecodedFrame() throws {
    let film = [Made.picture("field_order=unknown"), Made.container(), "# probe 0", Made.packets(), "# packets 0"]
    let job = Made.job { ($0.picture.copies, $0.picture.rate) = (true, .variable(.standard)) }
    _ = try FilmSurvey.film(for: job, asking: Answers(film.joined(separator: "\n")))
  }

  @Test func filtersInEncodeAreRefused() {
    for (words, isRefused) in [(["-vf", "hflip"], true), (["-filter:v:0", "hflip"], true), (["-g", "9"], false)] {
      let job = Made.job("a.mp4") {
        $0.picture.copies = true
        $0.encoding.words = words
      }
      #expect(((try? Encoding(job)) == nil) == isRefused, "\(words)")
    }
  }
}
