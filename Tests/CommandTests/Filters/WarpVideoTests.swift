import Foundation
import Testing

/// warp-video as it is typed, between real ffmpegs.
@Suite struct WarpVideoTests {
  /// A clip of frames that show their number: `clip N R` writes y4m, `numbers` reads it back.
  private static let tools = """
    set -o pipefail
    clip() { ffmpeg -v quiet -f lavfi -i "color=black:s=32x16:r=$2,format=yuv420p,geq=lum=N:cb=128:cr=128" \
      -frames:v $1 -f yuv4mpegpipe -; }
    numbers() { ffmpeg -v error -i - -f rawvideo -fps_mode passthrough - | od -An -v -tu1 -w768 |
      awk '{ printf "%d ", $1 }'; }
    stamps() { ffprobe -v error -show_entries packet=pts_time -of csv=p=0 - | tr '\\n' ' '; }

    """

  private func shell(_ line: String) throws -> Shell.Result { try Shell.run(Self.tools + line) }

  private func numbers(_ line: String) throws -> [Int] {
    let result = try shell(line)
    #expect(result.status == 0, "\(line): \(result.errors)")
    return result.output.split(separator: " ").compactMap { Int($0) }
  }

  @Test func identityIsBitExact() throws {
    for format in ["yuv420p", "yuv422p10le", "yuv444p", "yuv411p", "gray", "yuva444p", "yuv420p12le"] {
      for container in ["-f yuv4mpegpipe", "-f nut -c:v rawvideo"] {
        let make = "ffmpeg -v error -f lavfi -i testsrc2=s=33x17:d=0.4 -pix_fmt \(format) -strict -1 \(container) a"
        let result = try shell(
          """
          \(make); warp-map > id
          warp-video --map id < a > b; cat a | warp-video --map id > c; cmp b c || exit 9
          cmp <(ffmpeg -v error -i a -f rawvideo -) <(ffmpeg -v error -i b -f rawvideo -)
          """)
        #expect(result.status == 0, "\(format) \(container): \(result.errors)")
      }
    }
  }

  @Test func framesAreChosenAsTheMapSays() throws {
    let from = "clip 8 4 | warp-video --map"
    #expect(
      try numbers("\(from) <(warp-map --constant 2) | numbers") == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7])
    #expect(try numbers("\(from) <(warp-map --speed 2x) | numbers") == [0, 2, 4, 6])
    #expect(try numbers("\(from) <(warp-map --duration 2 --reverse) | numbers") == [7, 6, 5, 4, 3, 2, 1, 0])
    #expect(try numbers("\(from) <(warp-map --duration 2 --freeze 1=0.5) | numbers") == [0, 1, 2, 3, 4, 4, 4, 5, 6, 7])
    #expect(try numbers("\(from) <(warp-map --play 0..0.5 --play 1.5..1) | numbers") == [0, 1, 5, 4])
    #expect(try numbers("\(from) <(warp-map) --fps 2 | numbers") == [0, 2, 4, 6])
    #expect(try numbers("\(from) <(warp-map --speed 0.8x) --pick nearest | numbers") == [0, 1, 2, 2, 3, 4, 5, 6, 6, 7])
    #expect(try numbers("\(from) <(warp-map --speed 0.8x) --pick next | numbers") == [0, 1, 2, 3, 4, 4, 5, 6, 7, 7])
  }

  /// In place from a file, in memory from a pipe, and from a temporary file where memory is less than three frames.
  @Test func reverseIsTheFramesReversed() throws {
    let result = try shell(
      """
      clip 60 25 > a; warp-map --duration 2.4 --reverse > r
      warp-video --map r < a > b; cat a | warp-video --map r > c; cat a | warp-video --map r --memory 2k > d
      cmp b c && cmp b d && cat b | warp-video --map r | cmp - a
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      try numbers("clip 60 25 | warp-video --map <(warp-map --duration 2.4 --reverse) | numbers") == (0..<60).reversed()
    )
  }

  /// From a pipe frames go on as pages, by way of pipes of our own or of memory; from a file they are read where they
  /// stand. These are large enough for all of that.
  @Test func pipesAndFilesGiveTheSame() throws {
    let result = try shell(
      """
      ffmpeg -v error -f lavfi -i testsrc2=s=160x120:r=25:d=3 -f yuv4mpegpipe a.y4m
      ffmpeg -v error -i a.y4m -c:v rawvideo -f nut a.nut
      ffmpeg -v error -i a.y4m -vf "select='not(eq(mod(n\\,7)\\,3))'" -fps_mode passthrough -c:v rawvideo -f nut b.nut
      for film in a.y4m a.nut b.nut; do
        for map in "--constant 1" "--constant 2.3" "--speed 2.7x" "--freeze 1=0.5" "--play 0..2 --play 2..1 --play 0..1" \
            "--reverse" "--trim 1..2 --constant 3"; do
          warp-map --duration 3 $map > map
          for options in "" "--fps 60" "--fps 60 --pick nearest" "--pick middle" "--pick next" "--mix blend" "--vfr" \
              "--shutter 400" "--fps 10 --mix motion"; do
            if [[ $options == --vfr && $film == a.y4m ]]; then options+=" --output-format nut"; fi
            warp-video --map map $options <$film >one || exit
            cat $film | warp-video --map map $options | cmp - one || { echo "$film $map $options" >&2; exit 9; }
            [[ $map != --speed* ]] || md5sum <one
          done
        done
      done
      """)
    #expect(result.status == 0, "\(result.errors)")
    // They differ, at least, from choice to choice.
    #expect(Set(result.output.split(separator: "\n")).count > 20)
  }

  @Test func commandsAreRunAgainForEveryPass() throws {
    for (name, filter) in [("even", "null"), ("uneven", "select='not(eq(mod(n\\,7)\\,3))'")] {
      let result = try shell(
        """
        ffmpeg -v error -f lavfi -i testsrc2=s=64x48:r=30:d=3 -vf "\(filter)" -fps_mode passthrough -c:v libx264 -bf 3 \
          -g 24 -pix_fmt yuv420p a.mp4
        list() { ffmpeg -v error -i $1 -fps_mode passthrough -f framemd5 - 2>/dev/null | grep -v '#' | awk '{ print $NF }'; }
        warp-map --duration 3 --reverse > r
        warp-video --map r --vfr --memory 60k --source 'ffmpeg -nostdin -v error -ss "$FROM" -t "$LENGTH" -copyts -i a.mp4 \
          -map 0:v:0 -fps_mode passthrough -enc_time_base 1/192000 -c:v rawvideo -f nut -' > b.nut || exit 9
        list b.nut | tac | cmp - <(list a.mp4)
        """)
      #expect(result.status == 0, "\(name): \(result.errors)")
    }
    #expect(try shell("warp-video --map <(warp-map) --source 'clip() { false; }; clip'").status == 4)
  }

  @Test func variableStampsAreWhereTheMapPutsThem() throws {
    let result = try shell(
      """
      clip 5 10 > a; warp-map --duration 0.5 --constant 3 --freeze 0.2=0.1 > m
      warp-video --map m --vfr --timestamps t < a > b
      warp-video --map m --vfr < a | stamps; tail -n +2 t | tr '\\n' ' '
      """)
    let numbers = result.output.split(separator: " ").compactMap { Double($0) }
    #expect(numbers == [0, 0.3, 0.6, 1, 1.3, 1.5] + [0, 300, 600, 1000, 1300, 1500, 1600], "\(result)")
  }

  /// Decoder to NUT, warp-video, an encoder with B-frames, mp4: no stamp is further from the exact map than half a tick.
  @Test func stampsSurviveStockFFmpeg() throws {
    let result = try shell(
      """
      ffmpeg -v error -f lavfi -i testsrc2=s=64x48:r=30:d=4 -fps_mode passthrough -enc_time_base 1/90000 \
        -vf "select='not(eq(mod(n\\,5)\\,2))',setpts='PTS+0.004/TB*mod(N\\,3)'" -c:v libx264 -bf 2 \
        -video_track_timescale 90000 a.mp4
      ticks() { ffprobe -v error -show_entries packet=pts -of csv=p=0 $1 | sort -n; }
      warp-map --duration 4 --curve double-smoothstep:factor=2.7 > m
      ffmpeg -nostdin -v error -i a.mp4 -fps_mode passthrough -enc_time_base -1 -c:v rawvideo -f nut - |
        warp-video --map m --vfr |
        ffmpeg -v error -i - -fps_mode passthrough -enc_time_base -1 -c:v libx264 -bf 3 -video_track_timescale 64000 b.mp4
      ticks a.mp4 | awk '{ printf "%.12f\\n", $1 / 90000 }' | warp-map --map m --at - | cut -f 2 > exact
      paste exact <(ticks b.mp4) | awk '{ d = $1 * 64000 - $2; print d < 0 ? -d : d }'
      """)
    let distances = result.output.split(separator: "\n").compactMap { Double($0) }
    #expect(distances.count == 96, "\(result.errors)")
    #expect((distances.max() ?? 1) <= 0.5 + 1e-6)
  }

  @Test(arguments: [
    ("</dev/null", 4, "there is no input"),
    ("< <(echo junk)", 4, "neither y4m nor NUT (byte 0"),
    ("< <(printf 'YUV4MPEG2 W0 H4 F25:1\\n')", 4, "byte"),
    ("< <(printf 'YUV4MPEG2 W4 H4 F25:1\\n')", 4, "without a frame"),
    ("< <(clip 3 25 | head -c 1000)", 4, "inside frame 1"),
    ("--vfr --output-format y4m < <(clip 3 25)", 2, "y4m has no timestamps"),
    ("--vfr --fps 30 < <(clip 3 25)", 2, "--fps is for a fixed rate"),
    ("--timebase 1/90000 < <(clip 3 25)", 2, "--timebase needs --vfr"),
    ("--map - < <(clip 3 25)", 2, "both film and map"),
    ("--vfr --input-timestamps <(printf '0\\n40\\n') < <(clip 3 25)", 4, "more frames than timestamps"),
    ("--vfr --input-timestamps <(printf '0\\n40\\n30\\n') < <(clip 3 25)", 4, "frame 2 does not start after"),
    ("--vfr --input-timestamps <(printf '0\\nx\\n') < <(clip 3 25)", 4, "'x' is not a time in milliseconds"),
    (
      "--pick best < <(clip 3 25)", 2,
      "'best' is no way to pick a frame (--pick); there are hold, middle, nearest and next"
    ),
    ("--shutter 721 < <(clip 3 25)", 2, "shutter"),
    ("--mix blend --shutter 90 < <(clip 3 25)", 2, "do not go together"),
    ("--mix motion --pick nearest < <(clip 3 25)", 2, "do not go together"),
    ("--mix motion --threads 0 < <(clip 3 25)", 2, "number of threads"),
    ("--mix motion --threads 9999 < <(clip 3 25)", 2, "number of threads"),
    ("--vfr --mix motion < <(clip 3 25)", 2, "fixed rate"),
    ("--memory lots < <(clip 3 25)", 2, "lots"),
    ("< <(clip 3 25) > /dev/full", 1, "No space left"),
    ("--stats /nowhere/s < <(clip 3 25)", 1, "/nowhere/s"),
    ("--vfr --timebase 1/10 < <(clip 9 25)", 3, "source frames 0 and 1"),
  ])
  func refuses(_ options: String, status: Int32, saying part: String) throws {
    let result = try shell("warp-map > id; warp-video > out --map id \(options)")
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.contains(part), "\(result.errors)")
    #expect(result.errors.filter { $0 == "\n" }.count == 1, "one line: \(result.errors)")
  }

  /// What was whole is written before an input that ends early is reported.
  @Test func aCutInputGivesWhatThereWas() throws {
    let result = try shell("clip 9 25 | head -c 4000 | warp-video --map <(warp-map) > b; echo $?; numbers < b")
    #expect(result.output == "4\n0 1 2 3 4 ")
    let short = try shell("clip 9 25 | warp-video --map <(warp-map --duration 2) > b; echo $?; numbers < b")
    #expect(short.output == "4\n0 1 2 3 4 5 6 7 8 ")
    #expect(short.errors.contains("the input ends at 0.36 s"))
  }

  @Test func aRateThatTheHeaderLacksIsAskedFor() throws {
    let nameless = "clip 4 4 | LC_ALL=C sed '1s/ F[0-9:]*//' | warp-video --map <(warp-map --constant 2)"
    #expect(try shell("\(nameless) > b").status == 2)
    #expect(try shell("\(nameless) > b").errors.contains("--input-fps"))
    #expect(try numbers("\(nameless) --input-fps 4 | numbers") == [0, 0, 1, 1, 2, 2, 3, 3])
  }

  @Test func streamsOneAfterTheOtherAreOne() throws {
    #expect(try numbers("(clip 3 5; clip 2 5) | warp-video --map <(warp-map) | numbers") == [0, 1, 2, 0, 1])
    let other = try shell("(clip 3 5; clip 2 6) | warp-video --map <(warp-map) > b")
    #expect(other.status == 4)
    #expect(other.errors.contains("byte"), "\(other.errors)")
  }

  @Test func mixes() throws {
    let blended = try numbers("clip 5 5 | warp-video --map <(warp-map --constant 4) --mix blend | numbers")
    #expect(blended == [0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4])
    #expect(try numbers("clip 8 8 | warp-video --map <(warp-map --speed 4x) --shutter 360 | numbers") == [2, 6])
  }

  @Test func reportsWhatBecameOfTheFrames() throws {
    let result = try shell("clip 8 4 | warp-video --map <(warp-map --speed 2x) --stats s > b; cat s")
    let object = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Double])
    #expect(object["frames_in"] == 8)
    #expect(object["frames_out"] == 4)
    #expect(object["frames_dropped"] == 4)
    #expect(object["seconds_out"] == 1)
  }

  @Test func manPageIsUpToDate() throws {
    let page = try String(contentsOf: Shell.file("man/warp-video.1"), encoding: .utf8)
    #expect(try Shell.run("warp-video --generate man").output == page)
  }
}
