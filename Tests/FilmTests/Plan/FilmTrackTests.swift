import TestFilms
import Testing
import Warp

@testable import Film

/// How each kind of track is handled.
@Suite struct FilmTrackTests {
  @Test func everyTrackHasItsOwnStages() throws {
    let film = Made.film([
      Made.picture("tag:language=jpn"), Made.sound("tag:language=swe", "disposition:default=1"),
      Made.sound("index=2", "channels=1", "channel_layout=mono", "tag:title=Notes", "disposition:comment=1"),
      Made.subtitle("index=3"), Made.subtitle("index=4", "codec_name=ass", "tag:language=ger", "disposition:forced=1"),
      Made.subtitle("index=5", "codec_name=hdmv_pgs_subtitle", "tag:language=ger"),
      "stream|index=6|codec_type=attachment|tag:filename=a.ttf|tag:mimetype=font/ttf",
      Made.picture("index=7", "codec_name=png", "disposition:attached_pic=1"),
    ])
    let plan = try Made.plan(film, Made.constant(2), Made.job("out.mkv"))
    #expect(Made.words("sound 2 decoder", of: plan).contains("0:2"))
    #expect(Made.words("sound 2 filter", of: plan).contains("--clip-start"))
    #expect(Made.words("subtitle decoder", of: plan).suffix(5) == ["-map", "0:3", "-f", "srt", "-"])
    #expect(Made.words("subtitle filter", of: plan).suffix(2) == ["--retime", "srt"])
    #expect(Made.words("subtitle 2 filter", of: plan).suffix(2) == ["--retime", "ass"])
    let encoder = Made.words("encoder", of: plan).joined(separator: " ")
    #expect(
      encoder.contains(
        "-map 0:v:0 -map 1:a:0 -map 2:a:0 -map 3:s:0 -map 4:s:0 -map 5:6 -map_metadata:g -1"))
    #expect(encoder.contains("-metadata:s:v:0 language=jpn -metadata:s:a:0 language=swe -disposition:a:0 default"))
    #expect(encoder.contains("-metadata:s:a:1 title=Notes -disposition:a:1 comment -c:s:0 srt -disposition:s:0 0"))
    #expect(encoder.contains("-c:s:1 ass -metadata:s:s:1 language=ger -disposition:s:1 forced -c:t copy"))
    #expect(
      plan.notes == [
        "stream 5 (hdmv_pgs_subtitle, ger) is dropped: warp-film retimes only text subtitles",
        "stream 7 (png) is dropped: it is larger than 32 MiB, or ffmpeg cannot read it",
      ])
    let mp4 = try Made.plan(film, Made.constant(2), Made.job())
    #expect(Made.words("subtitle 2 filter", of: mp4).suffix(3) == ["--retime", "srt", "--single-cues"])
    #expect(Made.words("encoder", of: mp4).joined(separator: " ").contains("-c:v:1 copy -disposition:v:1 attached_pic"))
    #expect(Made.words("encoder", of: mp4).joined(separator: " ").contains("language=swe -disposition:a:0 default"))
    #expect(mp4.notes.map { $0.prefix(8) } == ["stream 5", "stream 6"])
  }

  /// A single default sound track gets its disposition only in Matroska.
  @Test func singleTracksNeedNoDisposition() throws {
    let film = Made.film([Made.picture(), Made.sound("disposition:default=1")])
    for (output, isSaid) in [("out.mp4", false), ("out.mkv", true)] {
      let encoder = Made.words("encoder", of: try Made.plan(film, Made.constant(2), Made.job(output)))
      #expect(encoder.contains("-disposition:a:0") == isSaid)
    }
  }

  /// No note reports a track that an option drops. In audio files, only sound and covers are reported.
  @Test func deliberatelyDroppedTracksAreNotReported() throws {
    let film = Made.film([
      Made.picture(), Made.sound("disposition:karaoke=1"), Made.sound("index=2"), Made.subtitle("index=3"),
      "stream|index=4|codec_type=data|codec_name=bin_data", Made.picture("index=5", "disposition:attached_pic=1"),
    ])
    let data = "stream 4 (bin_data) is dropped: warp-film does not retime data"
    let cover = "stream 5 (h264) is dropped:"
    let chosen = try Made.plan(
      film, Made.constant(2),
      Made.job("out.mkv") {
        $0.sound.tracks = .numbers([2])
        $0.keepsSubtitles = false
      })
    #expect(chosen.notes == [data, "\(cover) players know no cover in its format (h264)"])
    let sound = try Made.plan(film, Made.constant(2), Made.job("out.wav"))
    #expect(sound.notes == ["\(cover) ffmpeg cannot write cover pictures to wav"])
    // mp4 stores chapters in such a track.
    let chapters = Made.film([
      Made.picture(), "stream|index=1|codec_type=data|codec_name=bin_data", "chapter|time_base=1/1|start=0|end=5",
    ])
    #expect(try Made.plan(chapters, Made.constant(2), Made.job("out.mkv")).notes.isEmpty)
  }

  /// Dispositions that the file type cannot store are reported.
  @Test(
    arguments: [
      ("mkv", ["captions"]), ("mp4", []), ("webm", ["comment"]),
      ("mov", ["comment", "forced", "captions", "descriptions"]),
    ]
      as [(String, [String])])
  func dispositionsAreKeptOrReported(_ ending: String, _ lost: [String]) throws {
    let film = Made.film([
      Made.picture(), Made.sound("disposition:default=1", "disposition:comment=1"),
      Made.subtitle(
        "disposition:forced=1", "disposition:captions=1", "disposition:descriptions=1", "tag:language=ger"),
    ])
    let plan = try Made.plan(film, Made.constant(2), Made.job("out.\(ending)"))
    #expect(plan.notes.map { $0.split(separator: "'")[1] } == lost.map { "\($0)" })
    let mov = "stream 2 (subrip, ger) loses its disposition 'forced': mov cannot hold it"
    #expect(plan.notes.contains(mov) == (ending == "mov"))
  }

  /// If the film does not begin at 0, neither do its subtitles.
  @Test func subtitlesGetTheStartOfTheFilm() throws {
    let late = Answers(
      [Made.picture(), Made.subtitle("index=1"), Made.container(), Made.packets(start: 6400)].joined(separator: "\n"))
    let plan = try Made.plan(late, Made.constant(2), Made.job("out.webm"))
    #expect(Made.words("subtitle filter", of: plan).suffix(4) == ["--retime", "vtt", "--text-start", "0.5"])
    #expect(Made.words("subtitle decoder", of: plan).suffix(5) == ["-map", "0:1", "-f", "webvtt", "-"])
    #expect(Made.words("encoder", of: plan).joined(separator: " ").contains("-c:s:0 webvtt"))
  }

  /// Side data that raw frames or ffmpeg's muxers cannot carry.
  @Test func lostSideDataIsReported() throws {
    let marks = Made.picture() + "|side_data|side_data_type=Stereo 3D\nside_data|side_data_type=Spherical Mapping"
    let lost = "stream 0 (h264) loses its "
    let sphere = lost + "360-degree metadata"
    func notes(_ container: String, _ output: String) throws -> [String] {
      try Made.plan(Made.film([marks], Made.container(container)), Made.constant(2), Made.job(output)).notes
    }
    #expect(try notes("matroska,webm", "out.mkv") == [sphere])
    #expect(try notes("matroska,webm", "out.mp4") == [sphere, lost + "stereo 3D metadata"])
    #expect(try notes("mov,mp4", "out.mkv") == [sphere, lost + "stereo 3D metadata"])
    let captions = Made.film([
      Made.picture(), "frame|stream_index=0|side_data|side_data_type=ATSC A53 Part 4 Closed Captions",
    ])
    let said = ["stream 0 (h264) loses its closed captions"]
    #expect(try Made.plan(captions, Made.constant(2), Made.job()).notes == said)
  }

  @Test func alphaIsKeptOrReported() throws {
    let film = Made.film([Made.picture("codec_name=vp9", "tag:alpha_mode=1"), Made.sound()])
    let webm = try Made.plan(film, Made.constant(2), Made.job("out.webm"))
    #expect(Made.words("picture decoder", of: webm).joined(separator: " ").contains("-c:v libvpx-vp9 -i ./in.mp4"))
    #expect(Made.words("picture decoder", of: webm).contains("yuva420p") && webm.notes.isEmpty)
    #expect(Made.words("encoder", of: webm).joined(separator: " ").contains("-pix_fmt yuva420p -auto-alt-ref 0"))
    let mov = try Made.plan(film, Made.constant(2), Made.job("out.mov"))
    #expect(Made.words("encoder", of: mov).contains("yuva444p10le") && mov.notes.isEmpty)
    let mp4 = try Made.plan(film, Made.constant(2), Made.job())
    #expect(mp4.notes == ["transparency is dropped; to keep it, use .webm or .mov"])
    for (output, codec, isLost) in [
      ("out.mkv", "av1", true), ("out.mkv", "vp9", false), ("out.mp4", "vp9", true), ("out.mkv", "ffv1", false),
      ("out.mov", "prores", false), ("out.mkv", "hevc", true), ("out.mov", "hevc", true),
    ] {
      let plan = try Made.plan(film, Made.constant(2), Made.job(output) { $0.encoding.codec = codec })
      let advice = output == "out.mov" || output == "out.webm" ? "leave --codec out" : "use .webm or .mov"
      #expect(plan.notes.contains("transparency is dropped; to keep it, \(advice)") == isLost, "\(codec) in \(output)")
    }
    let back = try Made.plan(film, Made.map(try TimeMap(scale: 1, duration: 10).reversed()), Made.job("out.webm"))
    #expect(Made.words("picture filter", of: back).contains { $0.contains("-copyts -c:v libvpx-vp9 -i ./in.mp4") })
  }
}
