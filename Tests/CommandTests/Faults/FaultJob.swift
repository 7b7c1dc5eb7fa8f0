import Testing

/// A command line for fault injection. Its input is small, because the command runs hundreds of times.
struct FaultJob: CustomTestStringConvertible, Sendable {
  enum Input: Sendable {
    case none
    case pipe(String)
    case file(String)
  }

  let name: String
  let input: Input
  /// The command line as typed. `make_material` in `Shell/faults.sh` makes the command's files.
  let command: String
  /// Whether the command starts other programs.
  var usesCommand: Bool { ["--source", "exec:", "warp-film"].contains(where: command.contains) }
  /// The name of the tool, with which the tool's messages begin.
  var tool: Substring { command.prefix { $0 != " " } }
  /// System calls that this job needs, although other jobs can do without them.
  var needs: Set<String> = []
  var testDescription: String { name }

  /// Environment variables that describe the job to `FaultSweepTests.sh`.
  var environment: [String: String] {
    switch input {
    case .none: ["COMMAND": command, "JOINT": "none"]
    case .pipe(let file): ["COMMAND": command, "JOINT": "pipe", "INPUT": file]
    case .file(let file): ["COMMAND": command, "JOINT": "file", "INPUT": file]
    }
  }

  static let pcm = "--format s16le --rate 8000 --channels 2"

  static let all = [
    FaultJob(name: "table", input: .none, command: "warp-map --duration 4 --curve double-smoothstep --fit 3"),
    FaultJob(name: "rows", input: .none, command: "warp-map --map slow --fps 25 --frames 3000 --source-frames"),
    FaultJob(name: "plot", input: .none, command: "warp-map --duration 4 --curve sine --plot svg"),
    FaultJob(name: "places", input: .pipe("times"), command: "warp-map --constant 2 --at -"),
    FaultJob(name: "forward", input: .pipe("film"), command: "warp-video --map same"),
    FaultJob(name: "drop", input: .pipe("film"), command: "warp-video --map fast"),
    FaultJob(name: "repeat", input: .pipe("film"), command: "warp-video --map slow"),
    FaultJob(name: "large", input: .pipe("large"), command: "warp-video --map slow --stats stats"),
    FaultJob(name: "blend", input: .pipe("film"), command: "warp-video --map slow --mix blend --progress"),
    FaultJob(name: "duplicates", input: .pipe("film"), command: "warp-video --map slow --mix blend --dedup"),
    FaultJob(name: "motion", input: .pipe("film"), command: "warp-video --map slow --mix motion --threads 3"),
    FaultJob(name: "maker", input: .pipe("film"), command: "warp-video --map slow --mix exec:./maker"),
    FaultJob(name: "spill", input: .pipe("film"), command: "warp-video --map back --memory 1"),
    FaultJob(name: "in place", input: .file("film"), command: "warp-video --map back"),
    FaultJob(name: "source", input: .none, command: "warp-video --map same --source 'cat film.nut'"),
    FaultJob(name: "passes", input: .none, command: "warp-video --map back --memory 1 --source 'cat film.nut'"),
    FaultJob(
      name: "variable", input: .pipe("film"),
      command: "warp-video --map slow --vfr --timestamps stamps --stats stats"),
    FaultJob(name: "NUT", input: .pipe("film.nut"), command: "warp-video --map slow --vfr"),
    FaultJob(name: "packets", input: .pipe("packets"), command: "warp-video --map slow --vfr --stats stats"),
    FaultJob(name: "sound", input: .pipe("wav"), command: "warp-audio --map slow --stats stats"),
    FaultJob(name: "pitch kept", input: .pipe("raw"), command: "warp-audio --map slow --pitch keep \(pcm)"),
    FaultJob(name: "sound spilt", input: .pipe("raw"), command: "warp-audio --map backward --memory 1 \(pcm)"),
    FaultJob(name: "sound source", input: .none, command: "warp-audio --map slow --source 'cat raw' \(pcm)"),
    FaultJob(
      name: "film", input: .none,
      command: "warp-film -y --no-progress tiny.mkv made.mkv 2>errors && cat made.mkv && rm made.mkv",
      needs: ["newfstatat", "fcntl", "poll", "rt_sigprocmask"]),
    FaultJob(name: "sound in place", input: .file("raw"), command: "warp-audio --map backward \(pcm)"),
  ]
}
