import Testing

/// What warp-map says of values that mean something else: one line that leads to the right option.
@Suite struct HintTests {
  @Test(arguments: [
    ("--speed 0x", "'0x' would stand still; --freeze 2s=1s holds the frame at 2 s for 1 s"),
    ("--speed 0", "'0' would stand still; --freeze"),
    ("--speed -1x", "'-1x' would play backward; --reverse does; --play 5s..2s plays a part backward"),
    ("--speed 50", "'50' is not a speed; write 50% or 50x"),
    ("--speed 1,5x", "'1,5x' is not a speed; write 1.5x"),
    ("--speed 2X", "'2X' is not a speed; write 2x"),
    ("--speed 1e7x", "out of range"),
    ("--speed '1x, 2x'", "write keyframes as TIME=SPEED: '0=1x, 2s=0.25x'"),
    (
      "--speed 0=0.5x",
      "'0=0.5x' needs a second keyframe, e.g. '0=1x, 2s=0.5x'; for one speed throughout write --speed 0.5x"
    ),
    ("--speed '0=1x, 2s=0'", "'0' would stand still (speed key '2s=0')"),
    ("--constant 2x", "'2x' is not a scale (--constant); a speed is given by --speed 2x"),
    ("--tempo 2", "--tempo needs --anchors; it counts beats; --speed 2x plays twice as fast"),
    ("--ranges <(echo 1 2) --range-speed 0", "'0' would stand still (--range-speed); write cut to leave the part out"),
    ("--play 3..3", "the part has no length (part '3..3'); --freeze 3=1s holds a frame"),
    ("--duration 25 --fps 3 --play ..0", "--play 25s..0 plays backward to the start"),
    ("--play 2-4", "'2-4' is no part to play; write 2..4"),
    ("--duration 10 --trim 5-10", "'5-10' is not a range (--trim); write 5..10"),
    ("--duration 10 --trim 5", "'5' is not a range (--trim); write 5.. or ..5"),
    ("--duration 10 --freeze 2", "'2' is not a freeze (--freeze); write how long it lasts too, as in 2=1.5s"),
    ("--duration 10 --fit 50%", "'50%' is not a length (--fit); a speed is given by --speed 50%"),
    ("--frames 100 --fps 12 --play 1..9", "it lasts 8.333 s"),
    ("--duration 10 --trim 4..2", "the trim is empty; its end has to come after its start; --play plays backward"),
  ])
  func leadsToTheRightOption(_ options: String, _ message: String) throws {
    let result = try Shell.run("warp-map \(options)")
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.errors.filter { $0 == "\n" }.count == 1, "one line: \(result.errors)")
  }
}
