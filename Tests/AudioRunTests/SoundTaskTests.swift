import Commands
import Testing

@testable import AudioRun
@testable import Tool

@Suite struct SoundTaskTests {
  /// Makes the task of a command line, in which RAW stands for a full description of raw samples.
  private func task(_ words: String) throws -> SoundTask {
    let words = words.split(separator: " ").flatMap {
      $0 == "RAW" ? ["--format", "s16le", "--rate", "48000", "--channels", "2"] : [String($0)]
    }
    return try SoundTask(Arguments(parsing: words, for: AudioCommand.command))
  }

  @Test func commandLineChoosesTheTask() throws {
    if case .measure = try task("--measure onsets --start 1") {} else { Issue.record() }
    if case .align = try task("--align a --memory 1M") {} else { Issue.record() }
    if case .retime = try task("RAW --source c --clip-start 0 --packet-grid 0/1024") {} else { Issue.record() }
  }

  private static let rawSource = "--source needs raw samples; add the sample format, as in --format s16le"
  private static let noTimestamps = "--clip-start needs NUT, which has timestamps; for other input, use --start"

  @Test(arguments: [
    ("--format s16le --rate 48000", "raw samples need --channels; add --channels N"),
    ("--rate 48000", "--rate needs --format; add the sample format, as in --format s16le"),
    ("--format wav --rate 44100", "--rate is for raw samples; leave it out; WAV and NUT have a header"),
    ("--format s16 --rate 0 --channels 2", "'0' is not valid (--rate); write a whole number from 1 to 768000"),
    ("RAW --channels 65", "'65' is not valid (--channels); write a whole number from 1 to 64"),
    ("--block 0", "'0' is not valid (--block); write a whole number from 1 to 1048576"),
    ("--pitch up", "'up' is not a pitch mode (--pitch); write follow or keep"),
    ("--pitch keep --kernel best", "--kernel does not go with --pitch keep; leave --kernel out"),
    ("--source c", rawSource), ("--source c --format wav", rawSource),
    (
      "RAW --source c --start 1",
      "--start and --source do not go together; leave --start out; the command of --source gets the start time"
    ),
    (
      "RAW --source c --source-lead 1",
      "--source-lead needs --clip-start and NUT; raw samples have no timestamps to cut by"
    ),
    ("RAW --source c --packet-grid 0/1024", "--packet-grid needs --source and --clip-start"),
    (
      "RAW --source c --clip-start 0 --packet-grid 0/0",
      "'0/0' is not a packet grid (--packet-grid); write FIRST/N, as in 480000/1024"
    ),
    ("--seek-from 9", "--seek-from needs --source"),
    ("RAW --clip-start 1", noTimestamps), ("RAW --clip-start 1 --measure onsets", noTimestamps),
    ("--measure pitch", "'pitch' is not a thing to measure (--measure); write speech, voice, loudness or onsets"),
    ("--measure onsets --map m", "--map and --measure do not go together; leave one of the two out"),
    ("--measure loudness --pitch keep", "--pitch and --measure do not go together; leave one of the two out"),
    ("--align a --map m", "--map and --align do not go together; leave one of the two out"),
    ("--align a --pitch keep", "--pitch and --align do not go together; leave one of the two out"),
    (
      "--align -", "standard input cannot be both recordings; write --align FILE or --align <(ffmpeg … -f wav -)"
    ),
  ])
  func wrongOptionsAreRefused(_ words: String, _ message: String) {
    let error = #expect(throws: (any Error).self) { try task(words) }
    #expect(error.map { Failure($0) } == Failure(.usage, message))
  }
}
