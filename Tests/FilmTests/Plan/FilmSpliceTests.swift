import TestFilms
import Testing
import Values
import Warp

@testable import Film

/// Cuts of a picture that stays encoded: what is asked, refused and printed.
@Suite struct FilmSpliceTests {
  /// Ten seconds at 25 frames per second, with an IDR picture every two seconds.
  private static func list(_ tail: String = "set 7 0\nset 8 0", entry: String = "idr") -> String {
    "# warp packets 1, in units of 1/12800\n"
      + (0..<250).map { "\($0 * 512) \($0 % 50 == 0 ? entry : "-")" }.joined(separator: "\n") + "\n" + tail
  }

  private static func film(
    _ changes: [String] = [], _ list: String = list(), status: Int = 0, kind: String = "mov,mp4"
  ) -> Answers {
    let fields = ["profile=High", "level=31", "refs=4"] + changes
    return Answers(
      [
        Made.version, Made.line(Made.picture(), fields), Made.container(kind), "# probe 0", Made.packets(),
        "# packets 0", list, "# coded \(status)",
      ].joined(separator: "\n"))
  }

  private static func cut(_ ranges: (Double, Double)...) throws -> TimeMap {
    try TimeMap(scale: 1, duration: 10).leaving(out: SourceParts(ranges.map { .init(from: $0.0, to: $0.1) }), asked: "")
  }

  private static func job(_ output: String = "out.mp4", exact: Bool = false) -> FilmJob {
    Made.job(output) {
      $0.picture.copies = true
      $0.picture.cutsExactly = exact
      $0.picture.rate = .variable(.standard)
    }
  }

  private func plan(
    _ answers: Answers, _ map: TimeMap, _ job: FilmJob = job(), isTrimmed: Bool = false
  ) throws -> FilmPlan {
    let film = try FilmSurvey.film(for: job, asking: answers)
    let splice = try FilmSplice(film, along: map, job, isTrimmed: isTrimmed, asking: answers)
    return try FilmPlan(film, Made.map(splice.map), job, splice: splice)
  }

  private func problem(
    _ answers: Answers, _ map: TimeMap, _ job: FilmJob = job(), isTrimmed: Bool = false
  ) -> String {
    do { return "no problem: \(try plan(answers, map, job, isTrimmed: isTrimmed).notes)" } catch { return "\(error)" }
  }

  @Test func packetsAreReadFromAPlaceAndEncodedOnesJoined() throws {
    let plan = try plan(Self.film(), Self.cut((3, 4.2)))
    #expect(Made.stages(of: plan) == ["cut reader", "cut encoder", "picture joiner", "encoder"])
    let joiner = Made.words("picture joiner", of: plan)
    #expect(joiner[...1].elementsEqual(["warp-video", "--splice"]) && joiner[3] == "--source")
    #expect(
      joiner.last == """
        exec ffmpeg -nostdin -v error ${1:+-ss "$1"} -t "$2" -copyts -i ./in.mp4 -map 0:0 -c copy -copyinkf \
        -avoid_negative_ts disabled -bsf:v h264_mp4toannexb -tag:v H264 -f nut -
        """)
    let encoder = Made.words("cut encoder", of: plan).joined(separator: " ")
    #expect(encoder.contains(" -pix_fmt yuv420p -c:v libx264 -preset fast -crf 14 -profile:v high "))
    #expect(encoder.contains("sps-id=1:open-gop=0:keyint=infinite:ref=4:level=3.1:bframes=0:log-level=error"))
    #expect(encoder.contains("-force_key_frames expr:eq(mod(round(t*256000),4),0) -forced-idr 1"))
    #expect(plan.notes == ["45 of 220 frames are encoded again, the others are copied"])
  }

  @Test func atKeyframesNothingIsEncoded() throws {
    let plan = try plan(Self.film(), Self.cut((2, 4)))
    #expect(Made.stages(of: plan) == ["picture joiner", "encoder"])
    #expect(plan.notes == ["all 200 frames are copied"])
    // Another codec than H.264 and HEVC, as it is.
    let other = try self.plan(Self.film(["codec_name=vp9"], Self.list("", entry: "key")), Self.cut((2, 4)))
    #expect(Made.words("picture joiner", of: other).last?.contains("-bsf:v vp9_superframe -f nut -") == true)
  }

  @Test func encodersMatchTheFilm() throws {
    func encoder(_ changes: String..., list: String = Self.list()) throws -> String {
      Made.words("cut encoder", of: try plan(Self.film(changes, list), Self.cut((3, 4.2)))).joined(separator: " ")
    }
    #expect(try encoder("has_b_frames=2", "profile=High 10").contains("-profile:v high10 "))
    #expect(try encoder("has_b_frames=2").contains("bframes=3:b-pyramid=normal"))
    #expect(try encoder("has_b_frames=1").contains("bframes=3:b-pyramid=none"))
    #expect(try encoder("field_order=bt").contains(":bff=1:") && encoder("field_order=tt").contains("+ilme+ildct"))
    #expect(try encoder(list: Self.list("set 7 0\nset 7 1\nset 8 2")).contains("sps-id=3:"))
    let hevc = try encoder("codec_name=hevc", "level=120", "color_space=bt709", list: Self.list("set 34 0"))
    #expect(hevc.contains("-colorspace:v bt709 -c:v libx265 ") && hevc.contains(":level-idc=4.0:bframes=0"))
  }

  @Test func whatCannotBeMatchedIsRefused() throws {
    let between = try Self.cut((3, 4.2))
    func refused(_ changes: [String] = [], _ list: String = Self.list(), kind: String = "mov,mp4") -> String {
      problem(Self.film(changes, list, kind: kind), between)
    }
    #expect(refused(["profile=CAVLC 4:4:4"]).contains("libx264 has no profile 'CAVLC 4:4:4'; leave --copy out"))
    #expect(refused(["codec_name=vp9"], Self.list("", entry: "key")).contains("vp9 cannot be encoded to match"))
    #expect(refused(["codec_name=vp9"], Self.list("", entry: "key")).contains("cut at keyframes at 4 or 6 s"))
    for (obstacle, text) in [("changes", "sets change inside"), ("layers", "several layers"), ("dolby", "Dolby")] {
      #expect(refused([], Self.list("obstacle \(obstacle)")).contains(text))
    }
    let all = (0..<32).map { "set 7 \($0)" }.joined(separator: "\n")
    #expect(refused([], Self.list(all)).contains("no number is free"))
    #expect(refused(["codec_name=hevc"], Self.list("set 32 1")).contains("no number is free"))
    #expect(refused(["codec_name=hevc", "height=32"], Self.list("set 32 0")).contains("too small for libx265"))
    #expect(refused([], Self.list(entry: "-")).contains("no keyframe for it"))
    #expect(problem(Self.film([], "", status: 1), between).contains("cannot read the packets of 'in.mp4'"))
    #expect(refused(["field_order=tt", "codec_name=hevc"]).contains("no interlaced frames"))
  }

  /// A trim begins at a keyframe, unless it is to be exact. Other parts may begin anywhere.
  @Test func aTrimBeginsAtAKeyframe() throws {
    let map = try TimeMap(scale: 1, duration: 10).trimmed(from: 2.4, to: 7)
    let film = Self.film()
    #expect(
      problem(film, map, isTrimmed: true)
        == "the map starts between keyframes (at 2.4 s in the source); start at a keyframe at 2 or 4 s, or write "
        + "--copy=exact")
    #expect(try plan(film, map, Self.job(exact: true), isTrimmed: true).notes.first?.hasPrefix("40 of 115") == true)
    func isNeeded(_ map: TimeMap, exact: Bool = false, isTrimmed: Bool = false) -> Bool {
      FilmSplice.isNeeded(along: map, Self.job(exact: exact).picture, isTrimmed: isTrimmed)
    }
    #expect(isNeeded(map) && !isNeeded(map, isTrimmed: true) && isNeeded(map, exact: true, isTrimmed: true))
    #expect(try !isNeeded(TimeMap(scale: 2, duration: 10).trimmed(from: 2.4, to: 7)))
    let whole = try TimeMap(scale: 2, duration: 10)
    #expect(try !isNeeded(whole) && isNeeded(Self.cut((3, 4.2))))
  }

  /// In HDR, newly encoded frames say how bright the picture is, as the film's do.
  @Test func brightnessIsCarriedOver() throws {
    let frame =
      "frame|stream_index=0\nside_data|side_data_type=Content light level metadata|max_content=1000|max_average=400"
    let film = Answers(
      [
        Made.version, Made.picture("codec_name=hevc", "color_transfer=smpte2084"), Made.container(), "# probe 0",
        Made.packets(), "# packets 0", Self.list("set 34 0"), "# coded 0", frame, "# frame 0",
      ].joined(separator: "\n"))
    let words = Made.words("cut encoder", of: try plan(film, Self.cut((3, 4.2)))).joined(separator: " ")
    #expect(words.contains(":hdr10=1:max-cll=1000,400:"))
  }

  @Test func everythingMayHaveToBeEncoded() throws {
    let film = Self.film([], Self.list(entry: "-").replacing("\n0 -", with: "\n0 idr"))
    #expect(
      try plan(film, Self.cut((0, 1), (3, 4))).notes
        == ["all 200 frames are encoded again, as no keyframe can follow a cut"])
  }

  @Test func openGroupsAreNamed() throws {
    let film = Self.film([], Self.list(entry: "recovery").replacing("\n0 recovery", with: "\n0 idr"))
    let notes = try plan(film, Self.cut((3, 4.2))).notes
    #expect(
      notes == [
        "145 of 220 frames are encoded again, the others are copied; groups of frames are open, so copying begins "
          + "only at IDR frames"
      ])
  }
}
