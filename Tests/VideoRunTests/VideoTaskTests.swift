import Commands
import Testing
import Values
import Video

@testable import Tool
@testable import VideoRun

@Suite struct VideoTaskTests {
  private func arguments(_ words: String) throws -> Arguments {
    try Arguments(parsing: words.split(separator: " ").map(String.init), for: VideoCommand.command)
  }

  @Test func commandLineChoosesTheTask() throws {
    if case .trial = try VideoTask(arguments("--try-maker cat")) {} else { Issue.record() }
    if case .join = try VideoTask(arguments("--join a --join b")) {} else { Issue.record() }
    if case .retime = try VideoTask(arguments("--vfr")) {} else { Issue.record() }
  }

  private static let together =
    "--pick, --mix and --shutter do not go together; choose one, or combine --mix motion with --shutter"
  private static let mixing = "--dedup needs --mix blend, motion or exec:COMMAND; add --mix, or leave --dedup out"
  private static let noCommand = "the command after exec: is missing (--mix); write --mix 'exec:COMMAND'"
  private static let constant = "needs a constant frame rate and does not go with --vfr"
  private static let threads = "is not a number of threads (--threads); write a whole number from 1 to 256"

  @Test(arguments: [
    ("--vfr --timebase 1/x", "'1/x' is not a timebase (--timebase); write 1/N, as in 1/192000"),
    ("--timebase 1/90000", "--timebase needs --vfr"),
    ("--vfr --output-format y4m", "y4m has no timestamps; add --timestamps FILE, or use --output-format nut"),
    (
      "--vfr --timestamps -",
      "--timestamps cannot write to standard output, which carries the result; write a file name or /dev/stderr"
    ),
    ("--vfr --fps 30", "--fps \(constant)"), ("--vfr --mix motion", "--mix \(constant)"),
    ("--vfr --mix exec:cat", "--mix \(constant)"), ("--vfr --dedup", "--dedup \(constant)"),
    ("--shutter 721", "'721' is not a shutter angle (--shutter); write degrees above 0 and at most 720, such as 180"),
    ("--mix blend --shutter 90", together), ("--mix exec:cat --pick next", together),
    ("--mix exec:", noCommand), ("--mix exec:\t", noCommand),
    ("--mix exec", "'exec' is not a way to mix frames (--mix); write none, blend, motion or exec:COMMAND"),
    ("--dedup", mixing), ("--dedup --pick next", mixing),
    ("--threads 0", "'0' \(threads)"), ("--threads 9999", "'9999' \(threads)"),
    ("--start 2 --source c", "--start and --source do not go together; leave --start out; --source sets the times"),
    ("--join a --fps 3", "--join only concatenates files; leave --fps out"),
    ("--try-maker a --vfr", "--try-maker cannot be combined with other options; leave them out"),
  ])
  func wrongOptionsAreRefused(_ words: String, _ message: String) {
    let error = #expect(throws: (any Error).self) { try VideoTask(arguments(words)) }
    #expect(error.map { Failure($0) } == Failure(.usage, message))
  }

  @Test(arguments: [
    ("--start 1", "--start has no effect on encoded packets; leave --start out"),
    ("--timestamps a", "--timestamps has no effect on encoded packets; leave --timestamps out"),
  ])
  func packetsRefuseOptionsOfFrames(_ words: String, _ message: String) throws {
    let arguments = try arguments("--vfr \(words)")
    let error = try #require(throws: Refusal.self) { try VideoOptions(arguments).refuseForPackets(arguments) }
    #expect(error.description == message)
  }
}
