import TestSupport
import Testing

/// If a map plays only a late part of a film, warp-film starts decoding there. Frames and samples must not change.
@Suite struct WarpSeekTests {
  private static let codecs = [
    "-c:v libx264 -preset veryfast -g 250 -c:a aac in.mp4",
    "-c:v libx264 -preset veryfast -g 250 -c:a libopus in.mkv",
    "-c:v libvpx -g 250 -b:v 500k -c:a libvorbis in.webm", "-c:v libx264 -preset veryfast -g 250 -c:a mp2 in.ts",
    "-c:v mpeg2video -g 50 -bf 2 -q:v 3 -c:a mp2 in.mpg", "-c:v mpeg4 -g 250 -bf 2 -q:v 3 -c:a mp3 in.avi",
    "-c:v libx264 -preset veryfast -g 250 -c:a aac in.flv",
    "-c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=100:open-gop=1 -c:a ac3 in.mkv",
    "-c:v libx264 -preset veryfast -x264-params open-gop=1:keyint=100:bframes=3 -c:a aac in.mkv",
    "-c:v libx264 -preset veryfast -g 250 -c:a aac -movflags frag_keyframe+empty_moov in.mp4",
    "-c:v libx264 -preset veryfast -g 250 -use_editlist 0 -c:a mp3 in.mp4", "-c:v wmv2 -g 100 -q:v 3 -c:a wmav2 in.wmv",
    "-c:v libtheora -g 100 -q:v 8 -c:a libvorbis in.ogv", "-c:v mjpeg -q:v 3 -c:a pcm_s16le in.mov",
    "-c:v mpeg4 -g 100 -q:v 3 -c:a flac in.mkv", "-c:v mpeg4 -g 250 -q:v 3 -c:a aac in.ts",
    "-c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=250:min-keyint=250:scenecut=0 -c:a mp2 in.ts",
    "-c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=50:open-gop=1 -c:a mp2 in.ts",
  ]

  @Test(arguments: Campaign.share(of: codecs)) func seekingChangesNoFrameAndNoSample(codecs: String) throws {
    let result = try Shell.run(script: "WarpSeekTests", ["seeking_changes_no_frame_and_no_sample", codecs])
    #expect(result.output == "50\n", "\(codecs): \(result)")
  }

  /// warp-film does not decode the time between two parts of sound more than a minute apart, even with --pitch keep.
  @Test(
    arguments: Campaign.share(
      of: ["-c:a flac in.mkv", "-c:a libmp3lame in.mkv", "-c:a libopus in.mp4", "-c:a aac in.m4a"]))
  func distantPartsOfSoundAreSought(codecs: String) throws {
    let result = try Shell.run(script: "WarpSeekTests", ["distant_parts_of_sound_are_sought", codecs])
    // Newer versions of ffmpeg start MP3 in Matroska before time 0. Matroska's milliseconds cannot locate its first
    // sample, so warp-film decodes all.
    let isRead = Shell.isNewFFmpeg && codecs.contains("libmp3lame")
    #expect(result.output == (isRead ? "0\n0\n0\n" : "1\n1\n1\n"), "\(codecs): \(result)")
  }

  /// warp-film reads only some packets of a large broadcast, except if the timestamps restart within the file.
  @Test func largeBroadcastsAreNotReadWhole() throws {
    let result = try Shell.run(script: "WarpSeekTests", ["large_broadcasts_are_not_read_whole"])
    #expect(result.output == "samples\nsamples packets joined\n", "\(result)")
  }
}
