import TestSupport
import Testing

/// `warp-film --copy`: the encoded frames stay bit-identical, and their times follow the map.
@Suite struct WarpCopyTests {
  private func run(_ words: String...) throws -> Shell.Result { try Shell.run(script: "WarpCopyTests", words) }

  /// Encodings of the input, each with its outputs. H.264 with a B-frame pyramid, HEVC with open GOPs, and MPEG-4 in
  /// AVI store packets out of display order.
  private static let codecs = [
    ("-c:v libx264 -preset fast -g 50 -bf 3 -x264-params b-pyramid=normal in.mp4", "out.mp4 out.mov out.mkv"),
    (
      "-c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=50:bframes=4:open-gop=1 -pix_fmt yuv420p10le in.mkv",
      "out.mp4 out.mov out.mkv"
    ),
    ("-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -g 50 in.webm", "out.mp4 out.webm out.mkv"),
    ("-c:v libaom-av1 -cpu-used 8 -usage realtime -g 50 in.mkv", "out.mp4 out.webm out.mkv"),
    ("-c:v mpeg4 -bf 2 -g 50 -q:v 3 in.avi", "out.mp4 out.mov out.mkv"),
    ("-c:v prores_ks in.mov", "out.mov out.mkv"),
    ("-c:v libx264 -preset veryfast -g 50 -bf 2 in.ts", "out.mp4 out.mkv"),
    ("-c:v mpeg2video -g 15 -bf 2 -q:v 3 in.mpg", "out.mp4 out.mkv"),
  ]

  @Test(arguments: Campaign.share(of: codecs))
  func copiedFramesStayIdenticalAndOnTime(codec: String, outputs: String) throws {
    let result = try run("copied_frames_stay_identical_and_on_time", codec, outputs)
    let due = outputs.split(separator: " ").map { "\($0) 100 frames, 0 others, 0 late\n" }.joined()
    #expect(result.output == due, "\(codec): \(result)")
  }

  @Test func aCopiedPartBeginsAtAKeyframe() throws {
    let result = try run("a_copied_part_begins_at_a_keyframe")
    #expect(result.output == "50 frames from the key frame on\n", "\(result)")
    #expect(
      result.errors == """
        warp-film: error: the map starts between keyframes (at 2.5 s in the source); start at 2 or 4 s, or write \
        --copy=exact

        """)
  }

  @Test func otherTracksAndChaptersFollowTheMap() throws {
    let result = try run("other_tracks_and_chapters_follow_the_map")
    #expect(
      result.output == """
        0=video 0.000000 8.000000
        1=audio 0.000000 8.000000
        2=subtitle 0.000000 4.000000
        hvc1
        rotation=90
        warp-film: the rotation by 90 degrees is dropped; to keep it, use .mp4 or .mov
        chapter 0.000000 6.000000

        """, "\(result)")
  }

  /// Copies a single frame, a freeze at the end, HDR metadata, and frames before the first keyframe. Refuses equal
  /// timestamps in Matroska, a mirroring display matrix, and AVI without presentation times.
  @Test func oddFilmsAreCopied() throws {
    let result = try run("odd_films_are_copied")
    #expect(
      result.output == """
        one frame: 1, 0.080000
        frozen: 50, 4.000000
        bt2020nc,smpte2084,bt2020
        open: same
        exit 3
        exit 2
        exit 2
        exit 4
        warp-film: error: two packets have the timestamp 0.76 s; correct the timestamps, or re-encode

        """, "\(result)")
    #expect(result.errors.contains("have the same timestamp when rounded to 1/1000 s"))
    #expect(result.errors.contains("--copy would lose the mirroring of 'mirrored.mp4'"))
    #expect(result.errors.contains("avi' has none for h264"))
    #expect(!result.errors.contains("hdr.webm"))
  }

  @Test func mapsAndOptionsThatNeedEncodingAreRefused() throws {
    for (words, status, text) in [
      ("--encode '-c:v libx264' in.mp4 out.mkv", 2, "--copy and a picture codec in --encode"),
      ("in.mp4 out.wav", 2, "--copy is for the picture"),
      ("--constant 0.00001 in.mp4 out.mkv", 3, "have the same timestamp"),
    ] {
      let result = try run("refused", words)
      #expect(result.status == status && result.errors.contains(text) && result.output.isEmpty, "\(words): \(result)")
    }
  }
}
