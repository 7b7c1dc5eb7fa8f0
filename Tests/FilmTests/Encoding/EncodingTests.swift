import Testing

@testable import Film

@Suite struct EncodingTests {
  private func words(_ output: String, _ picture: String? = Made.picture(), _ sound: String? = Made.sound()) throws
    -> String
  {
    let streams = Answers([picture, sound].compactMap(\.self).joined(separator: "\n")).probe.streams
    let encoding = try Encoding(FilmJob(input: "in.mkv", output: output))
    return encoding.words(
      picture: streams.lazy.compactMap(\.picture).first, sound: streams.lazy.compactMap(\.sound).first
    ).joined(separator: " ")
  }

  private static let h264 = "-c:v libx264 -preset medium -crf 18"
  private static let vp9 = "-c:v libvpx-vp9 -crf 24 -b:v 0 -deadline good -cpu-used 3 -row-mt 1"

  @Test(
    arguments: [
      ("a.mp4", "\(h264) -c:a aac -b:a 192k -movflags +faststart -f mp4"),
      ("dir.mkv/A.M4V", "\(h264) -c:a aac -b:a 192k -movflags +faststart -f mp4"),
      ("a.mov", "\(h264) -c:a aac -b:a 192k -movflags +faststart -f mov"),
      ("a.mkv", "\(h264) -c:a libopus -b:a 192k -f matroska"),
      ("a.webm", "\(vp9) -c:a libopus -b:a 192k -f webm"),
      ("a.m4a", "-c:a aac -b:a 192k -movflags +faststart -f ipod"),
      ("a.mp3", "-c:a libmp3lame -q:a 2 -f mp3"), ("a.flac", "-c:a flac -f flac"),
      ("a.wav", "-c:a pcm_s16le -f wav"), ("a.opus", "-c:a libopus -b:a 192k -f opus"),
      ("a.ogg", "-c:a libopus -b:a 192k -f ogg"),
    ])
  func everyKindHasItsCodecs(_ output: String, _ words: String) throws {
    #expect(try self.words(output) == words)
  }

  @Test(
    arguments: [
      // Odd sizes are cropped where colour has half the resolution.
      ("a.mp4", Made.picture("width=31"), "\(h264) -vf crop=trunc(iw/2)*2:trunc(ih/2)*2"),
      ("a.mp4", Made.picture("height=17", "pix_fmt=nv12"), "\(h264) -vf crop=trunc(iw/2)*2:trunc(ih/2)*2"),
      ("a.mp4", Made.picture("width=31", "pix_fmt=yuv444p"), h264),
      // Given grey, ffmpeg would choose RGB for VP9.
      ("a.webm", Made.picture("pix_fmt=gray"), "\(vp9) -pix_fmt yuv420p"),
    ])
  func picturesAreMadeToFit(_ output: String, _ picture: String, _ words: String) throws {
    #expect(try self.words(output, picture, nil).hasPrefix("\(words) -"))
  }

  @Test(
    arguments: [
      ("a.mp4", "channel_layout=5.1(side)", "-c:a aac -b:a 576k -af aformat=channel_layouts=5.1"),
      ("a.mp4", "channel_layout=5.1", "-c:a aac -b:a 576k"),
      ("a.mkv", "channel_layout=5.1", "-c:a libopus -b:a 576k -af aformat=channel_layouts=3.0|quad|5.0|5.1|6.1|7.1"),
      ("a.wav", "sample_fmt=s32p", "-c:a pcm_s24le"), ("a.wav", "sample_fmt=dbl", "-c:a pcm_s24le"),
    ])
  func soundIsMadeToFit(_ output: String, _ change: String, _ words: String) throws {
    #expect(try self.words(output, nil, Made.sound("channels=6", change)).hasPrefix("\(words) -"))
  }

  @Test func nothingIsSaidOfWhatIsNotThere() throws {
    #expect(try words("a.mkv", Made.picture(), nil) == "\(Self.h264) -f matroska")
    #expect(try words("a.mkv", nil, Made.sound()) == "-c:a libopus -b:a 192k -f matroska")
  }

  @Test func ownWordsTakeThePlaceOfTheDefaults() throws {
    var job = FilmJob(input: "in.mkv", output: "a.mp4")
    job.encoding = ["-c:v", "ffv1"]
    #expect(
      try Encoding(job).words(picture: nil, sound: nil) == ["-c:v", "ffv1", "-movflags", "+faststart", "-f", "mp4"])
    job.encoding = ["-c:v", "ffv1", "-f", "avi"]
    #expect(try Encoding(job).words(picture: nil, sound: nil) == ["-c:v", "ffv1", "-f", "avi"])
    job.output = "a.avi"
    #expect(try Encoding(job).kind == nil)
  }

  @Test(arguments: ["a.xyz", "a", "mp4", "a.mp4/b", ""]) func kindsAreKnownByTheirEndings(output: String) throws {
    // A name without a dot is taken for an ending.
    if output == "mp4" {
      #expect(try Encoding(FilmJob(input: "in.mkv", output: output)).kind?.muxer == "mp4")
    } else {
      #expect(throws: FilmError.self) { try Encoding(FilmJob(input: "in.mkv", output: output)) }
    }
  }

  @Test(
    arguments: [
      ("a.mkv", nil, true), ("a.webm", nil, true), ("a.mp4", nil, false), ("a.opus", nil, false),
      ("a.mkv", ["-c:a", "flac"], false), ("a.mkv", ["-c:a", "libopus"], true),
    ] as [(String, [String]?, Bool)])
  func opusInMatroskaIsKnown(_ output: String, _ words: [String]?, _ isThere: Bool) throws {
    var job = FilmJob(input: "in.mkv", output: output)
    job.encoding = words
    #expect(try Encoding(job).putsOpusIntoMatroska == isThere)
  }
}
