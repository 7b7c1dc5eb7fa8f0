import TestSupport
import Testing

/// Films that are hard to read, and files that are hard to write.
@Suite struct WarpFileTests {
  private func run(_ words: String...) throws -> Shell.Result { try Shell.run(script: "WarpFileTests", words) }

  /// Encodings in which ffmpeg seeks past the requested frame, or in which the film starts before its first frame.
  private static let codecs = [
    "-c:v libx264 -g 50 in.flv", "-c:v libx264 -g 50 in.ts", "-c:v mpeg2video -q:v 2 in.mpg",
    "-c:v libx264 -g 50 -use_editlist 0 in.mp4", "-c:v libx265 -x265-params log-level=none:keyint=40:open-gop=1 in.mkv",
    "-c:v libx265 -x265-params log-level=none:keyint=40:open-gop=1 in.ts", "-c:v mpeg4 -g 60 in.ts", "in.y4m",
  ]

  /// Backward play seeks to each part of the film, and must lose no frame.
  @Test(arguments: Campaign.share(of: codecs)) func backwardPlayLosesNoFrame(codecs: String) throws {
    let result = try run("backward_play_loses_no_frame", codecs)
    #expect(result.output == "150\n", "\(result)")
  }

  /// warp-film must report a failure to write the last bytes of a file. ffmpeg by itself ignores this failure.
  @Test(arguments: Campaign.share(of: ["mkv", "mp4", "webm", "flac", "mp3"]))
  func aFileWithoutItsLastBytesIsAnError(kind: String) throws {
    let result = try run("a_file_without_its_last_bytes_is_an_error", kind)
    #expect(result.output == "exit 1, precious, 0\nexit 1, precious, 0\n", "\(result)")
  }

  @Test(Shell.whereDisksMayBeMounted, arguments: ["mp4", "mkv"]) func aFullDiskIsReportedOnce(kind: String) throws {
    let result = try run("a_full_disk_is_reported_once", kind)
    #expect(result.output == "exit 1\nexit 1\nold\n", "\(result)")
    let (output, error) = ("disk/out.\(kind)", "warp-film: error: cannot write")
    #expect(
      result.errors == """
        \(error) '\(output)': No space left on device; no file is written
        \(error) '\(output)': No space left on device; '\(output)' is unchanged

        """, "\(result)")
  }

  /// If the directory of OUTPUT is removed during the run, warp-film reports an error and writes no file elsewhere.
  @Test func aDeletedDirectoryIsAnError() throws {
    let result = try run("a_deleted_directory_is_an_error")
    #expect(result.output == "exit 1\nin.mkv\n", "\(result)")
    #expect(
      result.errors == "warp-film: error: cannot write 'there/out.mkv': No such file or directory\n", "\(result)")
  }

  /// Broadcasts and concatenated files can change between stereo and mono.
  @Test(arguments: [
    ("ts", "-c:v mpeg2video -c:a mp2", "-output_ts_offset 2"),
    ("mp3", "-vn -c:a libmp3lame -write_xing 0 -id3v2_version 0", ""),
  ]) func soundMayChangeItsChannels(kind: String, codecs: String, later: String) throws {
    let result = try run("sound_may_change_its_channels", kind, codecs, later)
    let words = result.output.split(separator: "\n")
    // Newer versions of ffprobe report the later channel count of a broadcast.
    let channels = kind == "ts" && Shell.isNewFFmpeg ? "1" : "2"
    #expect(words.count == 2 && words.last == channels[...], "\(result)")
    #expect(abs((words.first.flatMap { Double($0) } ?? 0) - 4) < 0.1, "\(result)")
  }

  @Test func aFileThatIsNoFilmGivesOneMessage() throws {
    let result = try run("a_file_that_is_no_film_gives_one_message")
    #expect(result.status == 4 && result.output == "", "\(result)")
    #expect(result.errors.split(separator: "\n").filter { !$0.hasPrefix("ls:") }.count == 1, "\(result.errors)")
    #expect(result.errors.contains("ffmpeg cannot read 'cut.mp4' as video or sound"), "\(result.errors)")
  }

  @Test func fileNamesMayContainAnyBytes() throws {
    let result = try run("file_names_may_contain_any_bytes")
    #expect(result.status == 0 && result.output.contains("\\376.mkv\n"), "\(result)")
  }

  /// As with cp, a symbolic link stays and its target is written, and an overwritten file keeps its permissions.
  @Test func linksAndModesStay() throws {
    let result = try run("links_and_modes_stay")
    #expect(result.output == "there.mp4\n640\n2\n", "\(result)")
  }

  /// Without O_TMPFILE, a stand-by process removes the unfinished file of a killed warp-film by its name.
  @Test func theStandByProcessRemovesUnfinishedFiles() throws {
    #expect(try run("the_stand_by_process_removes_unfinished_files").output == "kept.part\n")
  }

  @Test(arguments: ["mp4", "mkv", "webm", "opus"]) func theSameJobGivesTheSameBytes(kind: String) throws {
    let result = try run("the_same_job_gives_the_same_bytes", kind)
    #expect(result.output == "same\n", "\(result)")
  }
}
