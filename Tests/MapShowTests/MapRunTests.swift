import Commands
import Streams
import Testing

@testable import MapShow
@testable import Tool

@Suite struct MapRunTests {
  /// Does what warp-map does with a command line, quoted for a shell.
  private func run(_ words: String) throws {
    try ToolMain.perform(
      MapCommand.command, ShellWords.split(words) ?? [], on: .current, writingTo: FileSink(creating: "/dev/null")
    ) { try MapRun($0, telling: Diagnostics(tool: MapCommand.command.name)).write(to: &$1) }
  }

  @Test(arguments: [
    ("--duration 10 --curve ramp:factor=2,factor=3", "'factor' is given twice (curve 'ramp:factor=2,factor=3')"),
    (
      "--duration 10 --curve ramp@0..5",
      "'5' has no unit and is above 1, the whole video (curve 'ramp@0..5'); write 5s for seconds or 5% for percent"
    ),
    (
      "--duration 10 --curve ramp --constant 2",
      "--curve and --constant do not go together; "
        + "to apply one after the other, write --curve ramp --then '--constant 2'"
    ),
    ("--duration 10 --frames 10 --fps 5", "--duration and --frames both set the duration; leave one of the two out"),
    ("--frames 10", "--frames needs --fps"),
    ("--duration 0", "a video cannot last 0 s; write more than 0 and at most 1000000000 s"),
    (
      "--constant 0",
      "'0' is not a scale (--constant); write a number above 0 and at most 1000000; 2 takes twice as long"
    ),
    ("--anchor-easing smooth", "--anchor-easing needs --anchor"),
    (
      "--duration 9 --tempo 120 --anchors /dev/null --anchor 0=0",
      "--tempo and --anchor do not go together; --tempo takes all anchors from the beats of --anchors"
    ),
    ("--duration 9 --tempo x --anchors /dev/null", "'x' is not a tempo (--tempo); write beats per minute, such as 120"),
    ("--retime srt --time-column 2", "--time-column needs --retime csv"),
    ("--retime csv --single-cues", "--single-cues needs --retime srt"),
    ("--duration 9 --to rubberband --rate x", "'x' is not a sample rate such as 48000 (--rate)"),
    ("--wave a.raw", "--wave needs --plot html"),
    (
      "--duration 10 --scale-expr 'while(1,1)'",
      "'while' is not allowed in an expression: it may never end (in 'while(1,1)')"
    ),
    ("--scale-expr u", "--scale-expr needs --duration; add --duration TIME, or --frames N with --fps RATE"),
    (
      "--output-frames 25",
      "--output-frames needs a map that ends; add --duration TIME, or end the map with --trim ..TIME"
    ),
    ("--duration 1 --tolerance nan", "'nan' is not a number of seconds (--tolerance)"),
    ("--format xml", "'xml' is not a format (--format); write tsv, csv or json"),
    ("--plot png --duration 1", "unexpected argument 'png'; --plot takes text, svg or html"),
    (
      "--anchor 1=2 --anchor-easing bouncy",
      "'bouncy' is not a kind of easing (--anchor-easing); write linear or smooth"
    ),
    (
      "--curves - --curves - --duration 9",
      "--curves - and --curves - cannot both read standard input; give one of the two a file or <(COMMAND)"
    ),
    ("--speed 0x", "speed '0x' would stop playback; to hold the frame at 2 s for 1 s, write --freeze 2s=1s"),
    ("--speed 50", "'50' is not a speed; write 50% or 50x"),
    ("--speed 1e7x", "speed '1e7x' is out of range; write 0.000001x to 1000000x"),
    ("--speed '1x, 2x'", "'1x, 2x' is not a speed; write keyframes as TIME=SPEED: '0=1x, 2s=0.25x'"),
    (
      "--speed 0=0.5x",
      "'0=0.5x' needs a second keyframe, e.g. '0=1x, 2s=0.5x'; for one speed throughout, write --speed 0.5x"
    ),
    ("--constant 2x", "'2x' is not a scale (--constant); for a speed, write --speed 2x"),
    ("--tempo 2", "--tempo needs --anchors; for twice the speed, write --speed 2x"),
    (
      "--ranges /dev/null --range-speed 0",
      "speed '0' would stop playback (--range-speed); to leave the part out, write cut"
    ),
    ("--play 3..3", "the part starts and ends at the same time (part '3..3'); to hold a frame, write --freeze 3=1s"),
    (
      "--duration 25 --fps 3 --play ..0",
      "the part starts and ends at the same time (part '..0'); to play backward to the start, write --play 25s..0"
    ),
    ("--play 2-4", "'2-4' is not a part to play; write 2..4"),
    ("--duration 10 --trim 5-10", "'5-10' is not a range (--trim); write 5..10"),
    ("--duration 10 --trim 5", "'5' is not a range (--trim); write 5.. to start there, or ..5 to end there"),
    ("--duration 10 --freeze 2", "'2' is not a freeze (--freeze); add the length, as in 2=1.5s"),
    ("--duration 10 --fit 50%", "'50%' is not a length (--fit); for a speed, write --speed 50%"),
    ("--frames 100 --fps 12 --play 1..9", "'9' is after the end of the video (part '1..9'); the video lasts 8.333 s"),
    (
      "--duration 10 --trim 4..2",
      "--trim keeps nothing; write FROM..TO with FROM before TO; to play backward, use --play"
    ),
    (
      "--even motion",
      "--even motion needs a video; type warp-film --even motion in.mp4 out.mp4; "
        + "for a file of this name, write ./motion"
    ),
    ("--even-window 2", "--even-window needs --even"),
    ("--speed-limits 1x..2x", "--speed-limits needs --even or --from-cues"),
    (
      "--even gpx:track.gpx --even-density",
      "--even-density does not go with --even gpx:track.gpx; leave --even-density out"
    ),
    ("--speed 2x --then '--even -'", "--even cannot read standard input inside --then; give --even the name of a file"),
  ])
  func wrongOptionsAreRefused(_ words: String, _ message: String) {
    #expect(throws: Failure(.usage, message)) { try run(words) }
  }

  @Test(
    arguments: [
      (
        "--duration 10 --scale-expr 'u-0.5'", .map,
        "the scale is negative (from 0 s in the source); keep the scale above 0; "
          + "to play backward, use --play or --reverse"
      ),
      (
        "--duration 10 --scale-expr 'max(0,0.25-u)'", .map,
        "the scale stays at 0, so a part would last no time (from 2.5 s in the source); "
          + "keep the scale above 0, or leave the part out with --play"
      ),
      (
        "--duration 10 --integral-expr 'd*min(u,0.5)'", .map,
        "the integral stays the same, so a part would last no time (from 5 s in the source); "
          + "write an integral that increases everywhere; to leave a part out, use --play"
      ),
      ("--map absent.tsv", .inputOutput, "cannot open 'absent.tsv': No such file or directory"),
    ] as [(String, Tool.ExitStatus, String)])
  func impossibleMapsAreRefused(_ words: String, _ status: Tool.ExitStatus, _ message: String) {
    #expect(throws: Failure(status, message)) { try run(words) }
  }
}
