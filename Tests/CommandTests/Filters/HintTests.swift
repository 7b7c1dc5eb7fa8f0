import Testing

/// For a wrong option value, warp-map prints a one-line message that names the right option or value.
@Suite struct HintTests {
  @Test(arguments: [
    ("--speed 0x", "speed '0x' would stop playback; to hold the frame at 2 s for 1 s, write --freeze 2s=1s"),
    ("--speed 0", "speed '0' would stop playback; to hold"),
    ("--speed -1x", "speed '-1x' is negative; to play backward, write --reverse, or --play 5s..2s for a part"),
    ("--speed 50", "'50' is not a speed; write 50% or 50x"),
    ("--speed 1,5x", "'1,5x' is not a speed; write 1.5x"),
    ("--speed 2X", "'2X' is not a speed; write 2x"),
    ("--speed 1e7x", "out of range"),
    ("--speed '1x, 2x'", "write keyframes as TIME=SPEED: '0=1x, 2s=0.25x'"),
    (
      "--speed 0=0.5x",
      "'0=0.5x' needs a second keyframe, e.g. '0=1x, 2s=0.5x'; for one speed throughout, write --speed 0.5x"
    ),
    ("--speed '0=1x, 2s=0'", "speed '0' would stop playback (keyframe '2s=0')"),
    ("--constant 2x", "'2x' is not a scale (--constant); for a speed, write --speed 2x"),
    ("--tempo 2", "--tempo needs --anchors; for twice the speed, write --speed 2x"),
    (
      "--ranges /dev/stdin --range-speed 0 <<<'1 2'",
      "speed '0' would stop playback (--range-speed); to leave the part out, write cut"
    ),
    ("--play 3..3", "the part starts and ends at the same time (part '3..3'); to hold a frame, write --freeze 3=1s"),
    ("--duration 25 --fps 3 --play ..0", "to play backward to the start, write --play 25s..0"),
    ("--play 2-4", "'2-4' is not a part to play; write 2..4"),
    ("--duration 10 --trim 5-10", "'5-10' is not a range (--trim); write 5..10"),
    ("--duration 10 --trim 5", "'5' is not a range (--trim); write 5.. to start there, or ..5 to end there"),
    ("--duration 10 --freeze 2", "'2' is not a freeze (--freeze); add the length, as in 2=1.5s"),
    ("--duration 10 --fit 50%", "'50%' is not a length (--fit); for a speed, write --speed 50%"),
    ("--frames 100 --fps 12 --play 1..9", "the clip lasts 8.333 s"),
    (
      "--duration 10 --trim 4..2",
      "--trim keeps nothing; write FROM..TO with FROM before TO; to play backward, use --play"
    ),
  ])
  func aWrongValueNamesTheRightOption(_ options: String, _ message: String) throws {
    let result = try Shell.run("warp-map \(options)")
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.errors.filter { $0 == "\n" }.count == 1, "one line: \(result.errors)")
  }
}
