import TestFilms
import Testing
import Values
import Warp

@testable import Film

/// The pipelines for films of all kinds.
@Suite struct FilmPlanTests {
  @Test func printsTheExpectedPipeline() throws {
    #expect(
      try Made.text(Made.film(), Made.constant(2), Made.job()) == """
        (
          map() { warp-map --duration 10; }
          ffmpeg -nostdin -v error -xerror \\
            -f nut -i <(ffmpeg -nostdin -v error -copyts -i ./in.mp4 -map 0:0 -fps_mode passthrough -enc_time_base 1/12800 \
        -pix_fmt yuv420p -c:v rawvideo -avioflags direct -f nut - |
              warp-video --map <(map) --pick middle --fps 25 --input-fps 25) \\
            -f f32le -ar 48000 -ac 2 -i <(ffmpeg -nostdin -v error -copyts -reinit_filter 0 -i ./in.mp4 -map 0:1 \
        -c:a pcm_f32le -output_ts_offset 10 -write_index 0 -f nut - |
              warp-audio --map <(map) --clip-start 10 --output-format f32le --no-progress) \\
            -map 0:v:0 -map 1:a:0 -map_metadata:g -1 -map_chapters -1 -fflags +bitexact -c:v libx264 \
        -preset medium -crf 18 -c:a aac -b:a 192k -movflags +faststart -movie_timescale 1000 -f mp4 ./out.mp4
        )

        """)
  }

  /// Decoding stops two seconds after the last instant shown.
  @Test func decodingStopsAfterTheShownPart() throws {
    let map = Made.map(try TimeMap(scale: 1, duration: 10).trimmed(from: 1, to: 3))
    let plan = try Made.plan(Made.film(), map, Made.job())
    #expect(
      Made.words("picture decoder", of: plan).prefix(7) == [
        "ffmpeg", "-nostdin", "-v", "error", "-t", "5.000000", "-copyts",
      ])
    #expect(Made.words("picture filter", of: plan).contains("--hold-end"))
    #expect(
      Made.words("sound decoder", of: plan).prefix(7) == [
        "ffmpeg", "-nostdin", "-v", "error", "-t", "5.000000", "-copyts",
      ])
    // If the file begins a second before its video, this second is added.
    let late = Answers(
      [Made.picture("start_pts=12800"), Made.container(start: "0.000000"), Made.packets(start: 12800)].joined(
        separator: "\n"))
    let words = Made.words("picture decoder", of: try Made.plan(late, map, Made.job()))
    #expect(words.contains("6.000000") && words.contains("-1.000000"))
  }

  @Test func reversedMapsDecodeOnRequest() throws {
    let map = Made.map(try TimeMap(scale: 1, duration: 10).reversed())
    let plan = try Made.plan(Made.film(), map, Made.job())
    #expect(!Made.stages(of: plan).contains("picture decoder"))
    let filter = Made.words("picture filter", of: plan)
    #expect(filter.suffix(2) == ["--memory", "384M"])
    let decode =
      "-copyts -i ./in.mp4 -map 0:0 -fps_mode passthrough -enc_time_base 1/12800 "
      + "-pix_fmt yuv420p -c:v rawvideo -avioflags direct -f nut -"
    #expect(
      filter.contains(
        "exec ffmpeg -nostdin -v error ${1:+-v fatal -ss \"$1\"} -t \"$2\" \(decode)"))
    #expect(Made.words("sound filter", of: plan).suffix(3) == ["--memory", "64M", "--no-progress"])
    let own = try Made.plan(Made.film(), map, Made.job { $0.run.memory = "2G" })
    #expect(
      Made.words("picture filter", of: own).contains("2G") && !Made.words("picture filter", of: own).contains("384M"))
  }

  /// The source before the first shown part is not decoded, nor are long gaps between shown parts.
  @Test(arguments: [("0..3", false), ("4..8", false), ("5..8", false), ("6..8", true)])
  func longSkippedPartsAreNotDecoded(_ part: String, _ isSought: Bool) throws {
    let map = Made.map(try PlayList([try PlaySyntax.parse(part, on: Clip(duration: 10))]).map())
    #expect(map.isDecodedInParts == isSought && !map.returns)
  }

  /// Several decoder threads are worth their start-up cost only for long parts.
  @Test(arguments: [
    ("6..7.9", true), ("6..8", false), ("6..6.9 90..91", true), ("6..7 90..91", false), ("200..", false),
    ("0..0.9 90..91", true),
  ])
  func shortPartsAreDecodedByOneThread(_ list: String, _ isLittle: Bool) throws {
    let clip = Clip(duration: 300)
    let map = try PlayList(try list.split(separator: " ").map { try PlaySyntax.parse(String($0), on: clip) }).map()
    let filter = Made.words("picture filter", of: try Made.plan(Made.film(), Made.map(map), Made.job()))
    #expect(filter.contains { $0.contains("-copyts -threads 1 -i") } == isLittle)
    #expect(filter.contains { $0.contains("-threads") } == isLittle)
  }

  /// Sound is decoded from four seconds before each part, if more than a minute would otherwise be decoded in vain.
  @Test(arguments: [
    ("flac", "8..9", true), ("ac3", "8..9", false), ("aac", "8..9", true), ("flac", "4..9", false),
    ("flac", "0..1 62..63", true), ("flac", "0..1 60..61", false),
  ])
  func decoderSeeksInSound(codec: String, list: String, isSought: Bool) throws {
    let clip = Clip(duration: 100)
    let plays = try list.split(separator: " ").map { try PlaySyntax.parse(String($0), on: clip) }
    let film = Made.film([Made.picture(), Made.sound("codec_name=\(codec)")])
    let plan = try Made.plan(film, Made.map(try PlayList(plays).map()), Made.job())
    #expect(Made.stages(of: plan).contains("sound decoder") != isSought)
    guard isSought else { return }
    let words = Made.words("sound filter", of: plan)
    #expect(
      words.suffix(8).dropLast() == [
        "--source-offset", "0", "--source-lead", "4", "--seek-from", codec == "aac" ? "600" : "5", "--source",
      ])
    let command = try #require(words.last)
    #expect(
      command.hasPrefix("exec ffmpeg -nostdin -v error ${1:+-ss \"$1\"} -copyts ") && !words.contains("--packet-grid"))
    // Sound that is decoded from its start is printed from four seconds before the part.
    #expect(command.contains(" ${3:+-af \"aselect=gte(t\\,$3)\"} -c:a pcm_"))
  }

  /// Timestamps too coarse to identify samples are aligned to the grid of packets. Seeks are then not trimmed.
  @Test func coarseTimestampsAreAlignedToPackets() throws {
    let packets = (0..<200).map { "packet|stream_index=1|pts=\(($0 * 64 + 1) / 3)|dts=0|duration=21" }
    let film = Answers(
      [
        Made.version, Made.picture(), Made.sound("codec_name=mp3", "time_base=1/1000"), Made.container("matroska,webm"),
        Made.packets(),
      ].joined(separator: "\n") + "\n" + packets.joined(separator: "\n"))
    let map = Made.map(try TimeMap(scale: 1, duration: 10).trimmed(from: 8, to: 9))
    let words = Made.words("sound filter", of: try Made.plan(film, map, Made.job("out.mkv")))
    #expect(words.last?.hasPrefix("exec ffmpeg -nostdin -v error -noaccurate_seek ${1:+-ss \"$1\"}") == true)
    // All timestamps are later by ten seconds.
    #expect(words.joined(separator: " ").contains("--packet-grid 480000/1024"))
  }

  /// ffmpeg's -ss and -t count from the start of the file.
  @Test func requestsUseTheFilesTimestamps() throws {
    let late = Answers([Made.picture(), Made.container(), Made.packets(start: 6400)].joined(separator: "\n"))
    let map = Made.map(try TimeMap(scale: 1, duration: 10).reversed())
    let filter = Made.words("picture filter", of: try Made.plan(late, map, Made.job())).joined(separator: " ")
    #expect(filter.contains("--source-offset 0.5 --source ") && filter.contains("-output_ts_offset -0.500000"))
    #expect(!filter.contains("--source-lead"))
    // If a seek may land between keyframes, frames before the next keyframe are dropped.
    let broadcast = Answers(
      [Made.picture(), Made.container("mpegts"), Made.packets(start: 6400)].joined(separator: "\n"))
    let source = Made.words("picture filter", of: try Made.plan(broadcast, map, Made.job())).joined(separator: " ")
    #expect(source.contains("--source-lead 2 ") && source.contains("-v error -noaccurate_seek ${1:+"))
    #expect(source.contains("-vf \"${1:+select=gt(selected_n\\,0)+key,}null\""))
  }

  /// In program streams that omit timestamps, those after a seek are unreliable for some seconds.
  @Test(arguments: [("mpeg", "N/A", true), ("mpeg", "512", false), ("avi", "N/A", false)])
  func unreliableFramesAfterASeekAreDropped(kind: String, stamp: String, areLeftOut: Bool) throws {
    let film = Answers(
      [Made.picture(), Made.container(kind), Made.packets(), "packet|stream_index=0|pts=\(stamp)|dts=128000"]
        .joined(separator: "\n"))
    let map = Made.map(try TimeMap(scale: 1, duration: 10).reversed())
    let command = Made.words("picture filter", of: try Made.plan(film, map, Made.job())).joined(separator: " ")
    #expect(command.contains("-vf \"${1:+select=gt(selected_n\\,0)+key,trim=start_frame=75,}null\"") == areLeftOut)
    #expect(command.contains("--source-lead 4 ") == areLeftOut)
  }

  @Test func framesWithoutTimestampsAreCounted() throws {
    let lines = (0..<250).map { _ in "packet|stream_index=0|pts=N/A|dts=N/A" }
    let film = Answers(([Made.picture(), Made.container("yuv4mpegpipe")] + lines).joined(separator: "\n"))
    let plan = try Made.plan(film, Made.map(try TimeMap(scale: 1, duration: 10).reversed()), Made.job())
    let decoder = Made.words("picture decoder", of: plan)
    #expect(decoder.joined(separator: " ").contains("-r 25 -i ./in.mp4 ") && !decoder.contains("-copyts"))
  }

  @Test(
    arguments: [
      (.fixed(nil), false, "--pick middle --fps 25 --input-fps 25"),
      (.fixed(FrameRate(Rational(30000, 1001)!)), false, "--pick middle --fps 30000/1001 --input-fps 25"),
      (.fixed(nil), true, "--mix blend --fps 25 --input-fps 25"),
      (.variable(.standard), false, "--vfr --timebase 1/64000"),
    ] as [(PictureWish.Rate, Bool, String)])
  func frameOptionsReachWarpVideo(_ rate: PictureWish.Rate, _ mixes: Bool, _ words: String) throws {
    let job = Made.job {
      $0.picture.rate = rate
      $0.picture.choice = mixes ? .blend : nil
      $0.picture.options = mixes ? ["--mix", "blend"] : []
    }
    let plan = try Made.plan(Made.film(), Made.constant(2), job)
    #expect(Made.words("picture filter", of: plan).dropFirst(3).joined(separator: " ") == words)
    let encoder = Made.words("encoder", of: plan).joined(separator: " ")
    #expect(
      encoder.contains("-map 0:v:0 -fps_mode passthrough -enc_time_base:v 1/64000") == (rate == .variable(.standard)))
  }

  @Test(arguments: [
    ("n4.4.4-94", 58, 76, "-vsync"), ("5.0.1", 59, 16, "-vsync"), ("5.1.9", 59, 27, "-fps_mode"),
    ("N-110-g1234", 61, 1, "-fps_mode"), ("n6.1", 60, 16, "-fps_mode"),
  ])
  func optionNamesFollowTheVersionOfFFmpeg(_ version: String, _ major: Int, _ minor: Int, _ option: String) throws {
    let programs = "program_version|version=\(version)\nlibrary_version|name=libavformat|major=\(major)|minor=\(minor)"
    #expect(Answers(programs).probe.asStamped == [option, "passthrough"])
  }

  @Test func colourPropertiesReachTheEncoder() throws {
    let film = Made.film([
      Made.picture(
        "color_range=tv", "color_primaries=bt2020", "color_transfer=smpte2084", "color_space=bt2020nc",
        "chroma_location=left")
    ])
    let words = Made.words("encoder", of: try Made.plan(film, Made.constant(2), Made.job())).joined(separator: " ")
    #expect(
      words.contains(
        "-color_range tv -color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc -chroma_sample_location left -f nut -i |1"
      ))
    let rgb = try Made.plan(Made.film([Made.picture("pix_fmt=gbrp", "color_space=gbr")]), Made.constant(2), Made.job())
    #expect(Made.words("encoder", of: rgb).joined(separator: " ").contains("-color_range tv -colorspace bt709 -f nut"))
    #expect(Made.words("picture decoder", of: rgb).contains("scale=out_color_matrix=bt709:out_range=tv"))
  }

  @Test func soundOfBroadcastsIsConvertedToOneFormat() throws {
    let film = Answers(
      [Made.version, Made.picture(), Made.sound(), Made.container("mpegts"), Made.packets()].joined(separator: "\n"))
    let plan = try Made.plan(film, Made.constant(2), Made.job())
    let end = "-c:a pcm_f32le -output_ts_offset 10 -write_index 0 -f nut -"
    #expect(
      Made.words("sound decoder", of: plan).joined(separator: " ")
        == "ffmpeg -nostdin -v error -copyts -i ./in.mp4 -map 0:1 -ac 2 -ar 48000 \(end)")
    // A broadcast's clock may have wrapped around, and no timestamp may be negative.
    let wrapped = Answers(
      [
        Made.version, Made.picture(), Made.sound(), Made.container("mpegts"), Made.packets(start: -12_800_000),
        "packet|stream_index=1|pts=-48000000|dts=-48000000|duration=480000",
      ].joined(separator: "\n"))
    let later = try Made.plan(wrapped, Made.constant(2), Made.job())
    #expect(Made.words("sound filter", of: later).contains("10"))
    #expect(Made.words("sound decoder", of: later).contains("1010"))
  }

  @Test func audioFilesNeedNoVideoStages() throws {
    let plan = try Made.plan(Made.film(), Made.constant(2), Made.job("out.flac") { $0.run.progress = ["--progress"] })
    #expect(!Made.stages(of: plan).contains("picture filter"))
    #expect(Made.words("sound filter", of: plan).suffix(1) == ["--progress"])
    let encoder = Made.words("encoder", of: plan).joined(separator: " ")
    #expect(encoder.contains("-map 0:a:0 -map_metadata:g -1 -map_chapters -1"))
    let alone = Made.film([Made.sound("index=0", "tag:language=swe", "channel_layout=5.1", "channels=6")])
    let words = Made.words("encoder", of: try Made.plan(alone, Made.constant(2), Made.job("out.mkv"))).joined(
      separator: " ")
    #expect(words.contains("-f f32le -ar 48000 -ac 6 -channel_layout 5.1 -i |1"))
    #expect(words.contains("-metadata:s:a:0 language=swe"))
    let two = try Made.plan(
      Made.film([Made.sound("index=0"), Made.sound()]), Made.constant(2),
      Made.job("out.mkv") { $0.run.progress = ["--progress"] })
    #expect(
      ["sound filter", "sound 2 filter"].map { Made.words($0, of: two).last } == ["--progress", "--no-progress"])
  }

  @Test(arguments: [
    ("major=59|minor=27", true), ("major=59|minor=31", false), ("major=60|minor=3", false), ("major=58|minor=76", true),
  ])
  func delayOfOpusIsCompensatedForOldFFmpeg(_ library: String, _ isMoved: Bool) throws {
    let film = Answers(
      ["library_version|name=libavformat|\(library)", Made.picture(), Made.sound(), Made.container(), Made.packets()]
        .joined(separator: "\n"))
    #expect(try Made.plan(film, Made.constant(2), Made.job("out.mkv")).sound.isOffset == isMoved)
    #expect(try !Made.plan(film, Made.constant(2), Made.job("out.mp4")).sound.isOffset)
  }

  @Test func previewsGoToThePlayer() throws {
    let plan = try Made.plan(Made.film(), Made.constant(2), Made.job(nil) { $0.run.overwrites = true })
    #expect(Made.words("encoder", of: plan).suffix(7) == ["-c:v", "rawvideo", "-c:a", "pcm_f32le", "-f", "nut", "-"])
    #expect(!Made.words("encoder", of: plan).contains("-y"))
    #expect(Made.words("player", of: plan).prefix(1) == ["ffplay"])
    #expect(PipelineText(plan.pipeline, result: "", tools: .init()).text.contains("|\n  ffplay -v error"))
  }

  @Test func chaptersAreASeparateInput() throws {
    let film = Made.film([Made.picture(), "chapter|time_base=1/1|start=0|end=5|tag:title=One"])
    let plan = try Made.plan(film, Made.constant(2), Made.job { $0.run.overwrites = true })
    let encoder = Made.words("encoder", of: plan).joined(separator: " ")
    #expect(
      encoder.contains("-y")
        && encoder.contains("-f ffmetadata -i <4 -map 0:v:0 -map_chapters 1 -map_metadata:g -1"))
    let gone = try Made.plan(film, Made.map(try TimeMap(scale: 1, duration: 10).trimmed(from: 6, to: 8)), Made.job())
    #expect(Made.words("encoder", of: gone).contains("-1"))
  }

  @Test func pathsOfToolsAndFilesAreKept() throws {
    let job = Made.job {
      $0.input = "-odd name.mp4"
      $0.run.tools = RunSettings.Tools(in: "/opt/bin")
      $0.run.progressFile = "/dev/fd/7"
    }
    let plan = try Made.plan(Made.film(), Made.constant(2), job)
    #expect(Made.words("picture decoder", of: plan).contains("./-odd name.mp4"))
    #expect(
      Made.words("encoder", of: plan).prefix(7) == ["ffmpeg", "-nostdin", "-v", "error", "-xerror", "-progress", "@"])
    #expect(plan.microseconds == 20_000_000)
    let text = try Made.text(Made.film(), Made.constant(2), job)
    #expect(text.contains("-progress /dev/fd/7") && text.contains("-i './-odd name.mp4'"))
    for line in ["{ /opt/bin/warp-map --duration", " /opt/bin/warp-video --map", " /opt/bin/warp-audio --map"] {
      #expect(text.contains(line))
    }
  }
}
