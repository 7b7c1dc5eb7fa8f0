import Testing

/// A run of a tool to be disturbed, over material so small that it can be run a hundred times.
struct FaultJob: CustomTestStringConvertible, Sendable {
  enum Input: Sendable {
    case none
    case pipe(String)
    case file(String)
  }

  let name: String
  let input: Input
  /// As typed; with a file of `material` as input it may do all a tool does.
  let command: String
  var usesCommand: Bool { command.contains("--source") }
  /// What it calls itself in messages: the plan speaks for the whole.
  var tool: Substring { command.hasPrefix("warp-plan") ? "warp" : command.prefix { $0 != " " } }
  var testDescription: String { name }

  /// The command line in bash, with something put in front of the tool, its output in `out` and its messages in `errors`.
  func line(_ prefix: String) -> String {
    let run = "\(prefix) \(command) 2> errors | cat > out"
    switch input {
    case .none: return "\(run); status=${PIPESTATUS[0]}"
    case .file(let file): return "< \(file) \(run); status=${PIPESTATUS[0]}"
    case .pipe(let file): return "cat \(file) | \(run); status=${PIPESTATUS[1]}"
    }
  }

  /// Films of frames large enough to be spliced, one of frames that no pipe holds, maps, sounds. All made by hand and by
  /// the tools, since ffmpeg takes longer to start than these to run.
  static let material = """
    film() {
      printf 'YUV4MPEG2 W%d H%d F25:1 C420jpeg\\n' $1 $2
      for n in $(seq $3); do printf 'FRAME\\n'; yes "picture $n" | head -c $(($1 * $2 * 3 / 2)); done
    }
    warp-map > same; warp-map --constant 2 > slow; warp-map --speed 2x > fast
    warp-map --duration 0.16 --reverse > back; warp-map --duration 1.5 --reverse > backward
    film 160 120 4 > film; film 1000 800 2 > large
    warp-video --map same --output-format nut < film > film.nut
    seq 1 0.5 3 > times
    seq 12000 | head -c 48000 > raw
    printf '%s\n' 'stream|index=0|codec_type=video|pix_fmt=yuv420p|time_base=1/25' 'format|format_name=avi' > said
    printf 'packet|stream_index=0|pts=%d|dts=%d|duration=1\n' 0 0 1 1 2 2 >> said
    warp-audio --map same --format s16le --rate 8000 --channels 2 --output-format wav < raw > wav

    """

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
    FaultJob(name: "motion", input: .pipe("film"), command: "warp-video --map slow --mix motion --threads 3"),
    FaultJob(name: "spill", input: .pipe("film"), command: "warp-video --map back --memory 1"),
    FaultJob(name: "in place", input: .file("film"), command: "warp-video --map back"),
    FaultJob(name: "source", input: .none, command: "warp-video --map same --source 'cat film.nut'"),
    FaultJob(name: "passes", input: .none, command: "warp-video --map back --memory 1 --source 'cat film.nut'"),
    FaultJob(
      name: "variable", input: .pipe("film"),
      command: "warp-video --map slow --vfr --timestamps stamps --stats stats"),
    FaultJob(name: "NUT", input: .pipe("film.nut"), command: "warp-video --map slow --vfr"),
    FaultJob(name: "sound", input: .pipe("wav"), command: "warp-audio --map slow --stats stats"),
    FaultJob(name: "pitch kept", input: .pipe("raw"), command: "warp-audio --map slow --pitch keep \(pcm)"),
    FaultJob(name: "sound spilt", input: .pipe("raw"), command: "warp-audio --map backward --memory 1 \(pcm)"),
    FaultJob(name: "plan", input: .pipe("said"), command: "warp-plan --speed 2x in.avi out.mp4"),
    FaultJob(name: "sound in place", input: .file("raw"), command: "warp-audio --map backward \(pcm)"),
  ]
}
