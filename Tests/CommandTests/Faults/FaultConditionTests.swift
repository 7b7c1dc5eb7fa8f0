import Testing

/// Tests failures that need no strace: closed and unusable descriptors, full disks, process limits, and inherited
/// signal settings.
@Suite struct FaultConditionTests {
  /// How much of the correct output the tool must still write: all, at least a beginning, or nothing.
  enum Output: String, Sendable {
    case same, part, none
  }

  struct Condition: CustomTestStringConvertible, Sendable {
    let line: String
    let status: Int
    let message: String
    let output: Output
    /// A command line that prints the correct output, because nothing disturbs the tool.
    var undisturbed = "warp-video --map slow < film"
    var testDescription: String { line }

    init(
      _ line: String, _ status: Int, _ message: String, _ output: Output, as undisturbed: String? = nil
    ) {
      (self.line, self.status, self.message, self.output) = (line, status, message, output)
      if let undisturbed { self.undisturbed = undisturbed }
    }
  }

  private static let backward = "warp-video --map back < film"
  private static let source = "warp-video --map same --source 'cat film.nut'"
  private static let motion = "warp-video --map slow --mix motion --threads 3 < film"

  private static let descriptors = [
    Condition("warp-video --map slow <&-", 1, "read standard input: Bad file descriptor", .none),
    Condition("warp-video --map slow 0> new", 1, "read standard input: Bad file descriptor", .none),
    Condition("warp-video --map slow < .", 1, "read standard input: Is a directory", .none),
    Condition("warp-video --map . < film", 1, "read '.': Is a directory", .none),
    Condition("warp-video --map slow < film >&-", 1, "write standard output: Bad file descriptor", .none),
    Condition("warp-video --map slow < film 1< film", 1, "write standard output: Bad file descriptor", .none),
    Condition("warp-video --map slow < film 2>&-", 0, "", .same),
    Condition("cat film | warp-video --map slow 2>&-", 0, "", .same),
    Condition("warp-video --map slow < film > /dev/full 2>&-", 1, "", .none),
    Condition("warp-video --map slow < film 2> /dev/full > /dev/full", 1, "", .none),
    Condition("cat film | warp-video --map slow --progress 2> /dev/full", 0, "", .same),
    Condition("\(source) <&- 2>&-", 0, "", .same, as: source),
    Condition("warp-audio --map slow < wav > /dev/full", 1, "write standard output: No space left", .none),
    Condition("warp-map --help > /dev/full", 1, "write standard output: No space left", .none),
    Condition("warp-map --version >&-", 1, "write standard output: Bad file descriptor", .none),
    Condition("warp-map --plot text --duration 3 > /dev/full", 1, "write standard output: No space left", .none),
    Condition("warp-video --map slow --stats /dev/full < film", 1, "write '/dev/full': No space left", .same),
    Condition(
      "warp-video --map slow --vfr --timestamps /dev/full < film", 1, "write '/dev/full': No space left", .same,
      as: "warp-video --map slow --vfr --timestamps x < film"),
  ]

  private static let limits = [
    Condition("trap '' XFSZ; ulimit -f 20; warp-video --map slow < film > out", 1, "File too large", .part),
    Condition("trap '' XFSZ; ulimit -f 20; cat film | warp-video --map slow > out", 1, "File too large", .part),
    Condition("ulimit -f 20; exec env --default-signal=XFSZ warp-video --map slow < film > out", 128 + 25, "", .part),
    Condition(
      "trap '' XFSZ; ulimit -f 20; cat film | TMPDIR= warp-video --map back --memory 1", 1,
      "temporary file in '/var/tmp': File too large; set TMPDIR", .none),
    Condition(
      "cat film | TMPDIR=/nowhere warp-video --map back --memory 1", 1, "'/nowhere': No such file or directory", .none),
    Condition(
      "cat film | TMPDIR=/proc warp-video --map back --memory 1", 1, "temporary file in '/proc'", .none),
    Condition(
      "cat wav | TMPDIR=/nowhere warp-audio --map backward --memory 1", 1, "'/nowhere': No such file", .none),
    Condition("TMPDIR=/nowhere \(backward) --memory 1", 0, "", .same, as: backward),
    // A limit of 3 files allows the standard streams, and 4 also the map. With 8, warp-video can store frames in pipes.
    Condition("cat film | (ulimit -n 3; warp-video --map slow)", 1, "open 'slow': Too many open files", .none),
    Condition("cat film | (ulimit -n 4; warp-video --map slow)", 0, "", .same),
    Condition("cat film | (ulimit -n 6; warp-video --map slow)", 0, "", .same),
    Condition("cat film | (ulimit -n 8; warp-video --map slow)", 0, "", .same),
    Condition("ulimit -n 0; warp-map --constant 2", 0, "", .same, as: "warp-map --constant 2"),
    Condition("ulimit -n 4; \(source)", 1, "run the command 'cat film.nut': Too many open files", .none),
    Condition("ulimit -n 7; \(source)", 0, "", .same, as: source),
    // `ulimit -s` makes the stack of a thread larger than the address space, so no thread can start.
    Condition("ulimit -s 200000000000; \(motion)", 0, "", .same, as: motion),
  ]

  private static let inheritances = [
    Condition("env --ignore-signal=CHLD \(source)", 0, "", .same, as: source),
    Condition("env --block-signal=CHLD \(source)", 0, "", .same, as: source),
    Condition("env --ignore-signal=PIPE warp-video --map slow < large 1> >(head -c 10 > /dev/null)", 141, "", .none),
    Condition("env --block-signal=PIPE warp-video --map slow < large 1> >(head -c 10 > /dev/null)", 141, "", .none),
    Condition(
      "warp-audio --map slow < <(cat wav; head -c 3000000 /dev/zero) 1> >(head -c 10 > /dev/null)", 141, "", .none),
    Condition("warp-map --duration 9 --fps 5000 --source-frames 1> >(head -c 10 > /dev/null)", 141, "", .none),
    Condition("env -i \"$(command -v warp-map)\" --constant 2", 0, "", .same, as: "warp-map --constant 2"),
  ]

  private static let commands = [
    Condition("warp-video --map same --source 'cat film.nut; exit 3'", 1, "failed with status 3", .same, as: source),
    Condition("warp-video --map same --source 'cat film.nut; kill -9 $$'", 1, "killed by signal 9", .same, as: source),
    Condition(
      "warp-video --map same --source 'head -c 60000 film.nut; kill $$'", 1, "killed by signal 15", .part, as: source),
    Condition("warp-video --map same --source 'head -c 60000 film.nut'", 4, "input ends inside", .part, as: source),
    Condition("warp-video --map same --source 'exec 1>&-; exit 3'", 4, "command of --source prints nothing", .none),
    Condition("warp-video --map same --source 'cat film'", 4, "--source needs NUT", .none),
    // If writing the output fails, warp-video ends a --source command that is still running.
    Condition("warp-video --map same --source 'cat film.nut; exec sleep 50' > /dev/full", 1, "No space left", .none),
  ]

  @Test(arguments: descriptors + limits + inheritances + commands)
  func statusAndOutputFitTheCondition(condition: Condition) throws {
    let result = try Shell.run(
      script: "FaultConditionTests", ["is_met", condition.undisturbed], environment: ["LINE": condition.line])
    let lines = result.output.split(separator: "\n")
    #expect(result.status == condition.status, "\(result)")
    try #require(lines.count >= 2, "\(result)")
    switch condition.output {
    case .same: #expect(lines[0] == "same", "\(result)")
    case .part: #expect(lines[0] == "part" || lines[0] == "same", "\(result)")
    case .none: #expect(lines[1] == "none", "\(result)")
    }
    let messages = lines.dropFirst(2).filter { $0.hasPrefix("warp-") }
    #expect(messages.count == (condition.message.isEmpty ? 0 : 1), "\(result)")
    #expect(messages.allSatisfy { $0.contains(": error: ") && $0.contains(condition.message) }, "\(result)")
  }

  /// Only a backward map runs the command of --source again, and only once, because memory holds the whole clip.
  @Test(arguments: [
    ("--constant 2", 1), ("--speed 2x", 1), ("--duration 0.16 --freeze 0.04=0.1", 1),
    ("--play 0..0.04 --play 0.12..0.16", 1), ("--duration 0.16 --reverse", 2), ("--play 0..0.16 --play 0.16..0.04", 2),
  ])
  func onlyBackwardMapsRunTheSourceCommandTwice(map: String, runs: Int) throws {
    let result = try Shell.run(script: "FaultConditionTests", ["runs_of_the_command", map])
    #expect(result.status == 0 && result.output == String(repeating: "run\n", count: runs), "\(result)")
  }

  /// No other output shows whether a descriptor is closed twice.
  @Test func pipeThatIsRefusedIsClosedOnce() throws {
    let command = "ulimit -n 4; exec warp-video --map same --source true <&- 2>&-"
    let result = try Shell.run(
      "warp-map > same; strace -fo log -e trace=close,fcntl bash -c '\(command)'; grep -oE 'EMFILE|EBADF' log")
    #expect(result.output == "EMFILE\n", "\(result)")
  }

  /// The disk is mounted in a new namespace, and is unmounted when that namespace ends.
  @Test(Shell.whereDisksMayBeMounted) func aFullDiskIsReported() throws {
    let spilling = "a temporary file in 'disk': No space left on device; set TMPDIR to a directory with free space"
    for (line, message) in [
      ("warp-video --map slow < film > disk/out", "standard output: No space left on device"),
      ("cat film | warp-video --map slow > disk/out", "standard output: No space left on device"),
      ("warp-map --duration 9 --fps 1000 --source-frames > disk/out", "standard output: No space left on device"),
      ("cat film | TMPDIR=disk warp-video --map back --memory 1", spilling),
      ("cat raw | TMPDIR=disk warp-audio --map backward --memory 1 \(FaultJob.pcm)", spilling),
    ] {
      let result = try Shell.run(script: "FaultConditionTests", ["on_a_small_disk"], environment: ["LINE": line])
      #expect(result.status == 1 && result.errors.contains("cannot write \(message)"), "\(line): \(result.errors)")
    }
  }
}
