import Foundation
import Testing

/// The plan of a film: what is printed is what is run.
@Suite struct WarpPlanTests {
  /// Films of one second with a frame each 1/30 s, one of each kind the jobs need.
  private static let films = """
    warp() { \(Shell.warp) "$@"; }
    picture() { ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=30:d=1 "$@"; }
    picture -f lavfi -i sine=d=1 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac in.mp4
    ffmpeg -nostdin -v error -i in.mp4 -c copy in.mkv
    ffmpeg -nostdin -v error -i in.mp4 -c copy in.ts
    ffmpeg -nostdin -v error -i in.mp4 -an -c copy silent.mp4
    ffmpeg -nostdin -v error -i in.mp4 -vn in.flac
    picture -c:v mpeg4 in.avi
    picture -pix_fmt yuv420p in.y4m
    ffmpeg -nostdin -v error -itsoffset 0.3 -i in.mp4 -i in.mp4 -map 0:v -map 1:a -c copy late.mp4
    printf ';FFMETADATA1\\n[CHAPTER]\\nTIMEBASE=1/10\\nSTART=2\\nEND=8\\ntitle=A "b" $c\\n' > chapters
    ffmpeg -nostdin -v error -i in.mp4 -i chapters -map_metadata 1 -map_chapters 1 -c copy marked.mkv
    printf '0 0\\n1 2\\n' > map.tsv; echo 'ramp:factor=2' > curves

    """

  /// Words of `warp` but for OUTPUT, and what OUTPUT ends in.
  private static let jobs = [
    ("in.mp4", "mp4"), ("in.mp4", "mov"), ("in.mp4", "mkv"), ("in.mp4", "webm"), ("in.mp4", "m4a"), ("in.mp4", "mp3"),
    ("in.mp4", "flac"), ("in.mp4", "wav"), ("in.mp4", "opus"), ("in.mp4", "ogg"),
    ("--curve sine in.mp4", "mp4"), ("--curves curves in.mkv", "mkv"), ("--constant 2 in.ts", "mp4"),
    ("--speed '0=1x, 0.5s=0.5x smooth' in.avi", "mkv"), ("--anchor 0.5=1 --anchor-easing smooth in.mp4", "mkv"),
    ("--play 0..0.5 --play 0.7..1@2x in.mp4", "mp4"), ("--play 0.8..0.2@0.5x --play 0.2..1 in.mp4", "mkv"),
    ("--scale-expr '1+u' in.mp4", "mp4"), ("--integral-expr 'd*u^2/2+u' in.mp4", "mp4"),
    ("--map map.tsv in.mp4", "mp4"),
    ("--map <(cat map.tsv) in.mp4", "mp4"), ("--trim 0.3..0.6 in.mp4", "mp4"), ("--trim 0.5.. --reverse in.mkv", "mkv"),
    ("--freeze 0.5=0.5 in.mp4", "mp4"), ("--fit 0.7 --mix blend in.mp4", "mp4"), ("--reverse in.mp4", "mp4"),
    ("--reverse in.ts", "mkv"), ("--reverse --memory 40k in.y4m", "mkv"), ("--reverse in.avi", "mp4"),
    ("--vfr --curve ramp in.mp4", "mp4"), ("--vfr --timebase 1/1000 --freeze 0.2=0.3 in.mkv", "mkv"),
    ("--vfr --reverse late.mp4", "mp4"), ("--reverse --pitch keep late.mp4", "mp4"), ("--no-audio in.mp4", "mp4"),
    ("silent.mp4", "webm"), ("--constant 3 in.flac", "flac"), ("--constant 3 --kernel best in.flac", "mkv"),
    ("--pick hold --fps 50 in.mp4", "mp4"), ("--mix motion --constant 2 --threads 1 in.mp4", "mp4"),
    ("--constant 2 marked.mkv", "mkv"),
    ("--encode \"-c:v ffv1 -c:a pcm_s16le -metadata title='A b'\" marked.mkv", "mkv"),
    ("--shutter 180 -y late.mp4", "mov"), ("$'it\\'s two\\n\\xfflines.mp4'", "mp4"),
  ]

  /// Byte for byte, in an empty bash.
  @Test(arguments: 0..<6) func whatIsPrintedIsWhatIsRun(part: Int) throws {
    let jobs = Self.jobs.enumerated().filter { $0.offset % 6 == part }
    let lines = jobs.map { job in
      """
      warp \(job.element.0) "out \(job.offset).\(job.element.1)" &&
        warp --dry-run \(job.element.0) "dry \(job.offset).\(job.element.1)" > dry && ! [ -e "dry \(job.offset).\(job.element.1)" ] &&
        env -i PATH="$PATH" bash --norc dry && cmp "out \(job.offset).\(job.element.1)" "dry \(job.offset).\(job.element.1)" ||
        echo "job \(job.offset) differs"
      """
    }
    let result = try Shell.run(
      Self.films + "cp in.mp4 $'it\\'s two\\n\\xfflines.mp4'\n" + lines.joined(separator: "\n")
        + "\nfor file in out*; do [ -s \"$file\" ] && echo made; done")
    #expect(Self.jobs.count >= 40)
    #expect(result.errors == "", "\(result)")
    #expect(result.output == String(repeating: "made\n", count: jobs.count), "\(result)")
  }

  /// By itself it is a filter, and opens no film: this one is not there.
  @Test func thePlanNeedsOnlyWhatIsSaidOfAFilm() throws {
    let result = try Shell.run(
      Self.films + """
          ffprobe -v error -of compact -show_program_version -show_library_versions -show_format -show_streams \
            -show_chapters -show_packets in.mp4 > said
          mv in.mp4 there.mp4
          warp-plan --curve ramp in.mp4 out.mp4 < said > plan && mv there.mp4 in.mp4 && PATH=$PATH bash plan || exit
          warp --curve ramp in.mp4 same.mp4 && cmp out.mp4 same.mp4 && echo same
          head -c 300 said | warp-plan in.mp4 out.mp4; echo "exit $?"
          warp-plan in.mp4 out.mp4 < /dev/null; echo "exit $?"
          warp-plan --map - in.mp4 out.mp4 < said; echo "exit $?"
          warp-plan --plot in.mp4 < said
        """)
    #expect(
      result.output == """
        same
        exit 4
        exit 4
        exit 2
        warp-map --duration 1 --fps 30 --plot text

        """, "\(result)")
    let errors = result.errors.split(separator: "\n")
    #expect(errors.count == 3 && errors[1].contains("add what this prints: ffprobe -v quiet"), "\(result.errors)")
    #expect(errors[2].contains("standard input brings what ffprobe says"), "\(result.errors)")
  }

  /// What the plan takes of the map is what warp-map prints.
  @Test func theMapIsReadOnceAndFromAnywhere() throws {
    let result = try Shell.run(
      Self.films + """
        warp --map - in.mp4 a.mkv < map.tsv && warp --map <(cat map.tsv) in.mp4 b.mkv && warp --map map.tsv in.mp4 c.mkv
        cmp a.mkv b.mkv && cmp b.mkv c.mkv && echo same
        printf '0.25\\n0.5\\n' | warp --map map.tsv --at - in.mp4
        """)
    #expect(result.output == "same\n0.25\t0.5\n0.5\t1\n", "\(result)")
  }

  /// Blocks as ffmpeg writes them, so that what reads those can read these.
  @Test(arguments: ["told", "/dev/fd/7"]) func progressCanBeFollowed(file: String) throws {
    let result = try Shell.run(
      Self.films + """
        warp --progress-file \(file) --constant 4 in.mp4 out.mp4 7> seven; echo "exit $?"
        [ -s told ] || mv seven told
        cat told
        """)
    var lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.removeFirst() == "exit 0" && result.errors == "", "\(result)")
    #expect(lines.allSatisfy { $0.contains(/^[a-z_0-9]+=[^=]*$/) }, "\(lines)")
    #expect(lines.last == "progress=end" && lines.filter { $0 == "progress=end" }.count == 1)
    let last = try #require(lines.split(separator: "progress=continue").last)
    let keys = last.map { String($0.prefix { $0 != "=" }) }
    #expect(
      Set(["frame", "fps", "out_time_us", "total_us", "speed", "eta_s", "progress"]).isSubset(of: keys), "\(keys)")
    #expect(last.contains("frame=120") && last.contains("total_us=4000000"), "\(last)")
    let reached = last.first { $0.hasPrefix("out_time_us=") }.flatMap { Int($0.dropFirst(12)) } ?? 0
    #expect(abs(reached - 4_000_000) < 100_000)
  }

  /// What fails does not come to an end, and whoever does not listen any more stops nothing.
  @Test func progressEndsOnlyWithTheResult() throws {
    let result = try Shell.run(
      Self.films + """
        warp --progress-file told --encode '-c:v nonsense' in.mp4 out.mp4 2> errors; echo "exit $?"
        grep -c progress=end told
        warp --progress-file none/told in.mp4 out.mp4 2> errors; echo "exit $?"
        mkfifo pipe; timeout 20 head -n 1 pipe > line & warp --progress-file pipe --constant 4 in.mp4 out.mp4; echo "exit $?"
        wait; cat line | cut -d = -f 1
        warp --progress-file told --constant 2 in.mp4 out.wav && tail -n 1 told; ls *.part 2> /dev/null
        """)
    #expect(result.output == "exit 1\n0\nexit 1\nexit 0\nframe\nprogress=end\n" && result.errors == "", "\(result)")
  }

  /// What cannot be written is an error, also here; and each is one line.
  @Test func fullDevicesAndMissingProgramsAreTold() throws {
    let result = try Shell.run(
      Self.films + """
        warp --progress-file /dev/full in.mp4 out.mp4; echo "exit $?, $(ls out.mp4* 2> /dev/null)"
        warp --dry-run in.mp4 out.mp4 > /dev/full; echo "exit $?"
        mkdir bin; for tool in bash readlink mktemp mkfifo rm sleep cat; do ln -s "$(type -P $tool)" bin; done
        PATH=$PWD/bin warp in.mp4 out.mp4; echo "exit $?"
        ln -s "$(type -P ffprobe)" bin; PATH=$PWD/bin warp in.mp4 out.mp4; echo "exit $?"
        ls *.part 2> /dev/null
        """)
    #expect(result.output == "exit 1, \nexit 1\nexit 1\nexit 1\n", "\(result)")
    #expect(
      result.errors == """
        warp: error: the reporter failed (exit 1); out.mp4 is as it was
        warp: error: cannot write standard output
        warp: error: there is no ffprobe on the PATH
        warp: error: there is no ffmpeg on the PATH

        """, "\(result)")
  }

  @Test func stagesCanBeAskedFor() throws {
    let result = try Shell.run(
      Self.films + "warp --stages stages in.mp4 out.mp4 && cut -f 1 stages; grep -vc \"$(printf '\\t')[0-9]*$\" stages")
    #expect(
      result.output == """
        stand-by
        picture decoder
        picture filter
        sound decoder
        sound filter
        encoder
        0

        """, "\(result)")
  }

  @Test func theScriptIsSmallAndSound() throws {
    let script = try String(contentsOf: Shell.file("scripts/warp"), encoding: .utf8)
    #expect(script.split(separator: "\n", omittingEmptySubsequences: false).count <= 301)
    #expect(!script.contains("awk"))
    #expect(try Shell.run("shellcheck \(Shell.warp)").output == "")
  }

  @Test func thePageIsMadeByThePlan() throws {
    let page = try String(contentsOf: Shell.file("man/warp.1"), encoding: .utf8)
    #expect(try Shell.run("\(Shell.warp) --generate man").output == page, "regenerate man/warp.1")
  }
}
