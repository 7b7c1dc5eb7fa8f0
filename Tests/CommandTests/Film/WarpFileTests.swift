import Testing

/// Films that are hard to read, and places that are hard to write to.
@Suite struct WarpFileTests {
  private func run(_ lines: String) throws -> Shell.Result {
    try Shell.run(
      """
      warp() { \(Shell.warp) "$@"; }
      film() { ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=96x64:r=25:d=6 "$@"; }
      frames() {
        ffmpeg -nostdin -v error -i "$1" -map v:0 -fps_mode passthrough -pix_fmt yuv420p -f framemd5 - |
          grep -v '^#' | cut -d , -f 6
      }
      \(lines)
      """)
  }

  /// Where ffmpeg seeks in them it lands behind what it was to find, or their first frames are behind their start. Every
  /// frame comes back all the same.
  @Test(arguments: [
    "-c:v libx264 -g 50 in.flv", "-c:v libx264 -g 50 in.ts", "-c:v mpeg2video -q:v 2 in.mpg",
    "-c:v libx264 -g 50 -use_editlist 0 in.mp4", "-c:v libx265 -x265-params log-level=none:keyint=40:open-gop=1 in.mkv",
    "in.y4m",
  ])
  func everyFrameComesBack(codecs: String) throws {
    let result = try run(
      """
      film \(codecs)
      warp --reverse --memory 500k --pick hold --encode '-c:v ffv1' in.* back.mkv 2>errors || { cat errors >&2; exit 9; }
      frames in.* | tac >expected
      frames back.mkv | diff expected - && wc -l <expected
      """)
    #expect(result.output == "150\n", "\(result)")
  }

  /// ffmpeg alone calls a file whole whose last bytes found no room.
  @Test(arguments: ["mkv", "mp4", "webm", "flac", "mp3"]) func theLastByteCounts(kind: String) throws {
    let result = try run(
      """
      film -f lavfi -i sine=d=6 -c:v libx264 -preset ultrafast -c:a flac -shortest in.mkv
      warp --speed 6x in.mkv whole.\(kind) || exit
      size=$(stat -c %s whole.\(kind))
      echo precious >out.\(kind)
      trap '' XFSZ
      for blocks in $((size / 3000)) $(((size - 1) / 1024)); do
        (ulimit -f $blocks; warp -y --speed 6x in.mkv out.\(kind) 2>errors)
        echo "exit $?, $(cat out.\(kind)), $(ls | grep -c part)"
      done
      """)
    #expect(result.output == "exit 1, precious, 0\nexit 1, precious, 0\n", "\(result)")
  }

  /// As in broadcasts, where stereo and mono take turns, and in streams that were put end to end.
  @Test(arguments: [
    ("ts", "-c:v mpeg2video -c:a mp2", "-output_ts_offset 2"),
    ("mp3", "-vn -c:a libmp3lame -write_xing 0 -id3v2_version 0", ""),
  ]) func soundMayChangeItsChannels(kind: String, codecs: String, later: String) throws {
    let result = try run(
      """
      film -f lavfi -i sine=d=6 -t 2 \(codecs) -ac 2 one.\(kind)
      film -f lavfi -i sine=d=6 -t 2 \(codecs) -ac 1 \(later) two.\(kind)
      cat one.\(kind) two.\(kind) >in.\(kind)
      warp in.\(kind) out.wav || exit
      ffmpeg -nostdin -i out.wav -af silencedetect=n=-40dB:d=0.1 -f null - 2>&1 | grep silence_
      soxi -D out.wav; soxi -c out.wav
      """)
    let words = result.output.split(separator: "\n")
    #expect(words.count == 2 && words.last == "2", "\(result)")
    #expect(abs((words.first.flatMap { Double($0) } ?? 0) - 4) < 0.1, "\(result)")
  }

  @Test func timeMayNotStartAgain() throws {
    let result = try run(
      "film -t 2 -c:v mpeg2video one.ts; cat one.ts one.ts >in.ts; warp in.ts out.mkv; s=$?; ls; exit $s")
    #expect(result.status == 4 && result.errors.contains("starts again in the middle"), "\(result)")
    #expect(!result.output.contains("out.mkv"))
  }

  @Test func whatIsNoFilmIsSaidOnce() throws {
    let result = try run(
      "film -t 1 -c:v libx264 in.mp4; head -c 4000 in.mp4 >cut.mp4; warp cut.mp4 out.mp4; s=$?; ls out*; exit $s")
    #expect(result.status == 4 && result.output == "", "\(result)")
    #expect(result.errors.split(separator: "\n").filter { !$0.hasPrefix("ls:") }.count == 1, "\(result.errors)")
    #expect(result.errors.contains("'cut.mp4' is no film or sound that ffmpeg can read"), "\(result.errors)")
  }

  @Test func namesAreAnyBytes() throws {
    let result = try run(
      """
      name=$'it\\'s \\xff "$HOME".mp4'
      film -t 1 -c:v libx264 -preset ultrafast "./$name"
      warp --constant 1 "$name" there.mkv && warp --reverse "$name" back.mkv && warp --reverse back.mkv $'\\xfe.mkv' && ls -b
      """)
    #expect(result.status == 0 && result.output.contains("\\376.mkv\n"), "\(result)")
  }

  /// As cp does it.
  @Test func linksAndModesStay() throws {
    let result = try run(
      """
      film -t 1 -c:v libx264 -preset ultrafast in.mp4; ln -s there.mp4 link.mp4
      warp in.mp4 link.mp4 && chmod 640 there.mp4 && warp -y in.mp4 link.mp4 || exit
      readlink link.mp4; stat -c %a there.mp4
      warp in.mp4 link.mp4; echo $?
      """)
    #expect(result.output == "there.mp4\n640\n2\n", "\(result)")
  }

  @Test(arguments: ["mp4", "mkv", "webm", "opus"]) func theSameJobGivesTheSameBytes(kind: String) throws {
    let result = try run(
      """
      film -f lavfi -i sine=d=6 -t 1 -c:v libx264 -preset ultrafast -c:a aac in.mp4
      for n in 1 2; do warp --constant 0.5 in.mp4 $n.\(kind) || exit; done
      cmp 1.\(kind) 2.\(kind) && echo same
      """)
    #expect(result.output == "same\n", "\(result)")
  }

  /// Every film with surround sound from a disc names its back speakers so; AAC has another name for them.
  @Test func surroundSoundKeepsAName() throws {
    let result = try run(
      """
      film -f lavfi -i sine=d=6 -t 1 -c:v libx264 -preset ultrafast -ac 6 -c:a ac3 in.mkv
      warp in.mkv out.mp4 || exit
      for file in in.mkv out.mp4; do ffprobe -v error -show_entries stream=channel_layout -of default=nw=1:nk=1 $file; done
      """)
    #expect(result.output == "5.1(side)\n5.1\n", "\(result)")
  }
}
