import Commands
import TestSupport
import Testing
import Tool

@testable import Film

/// Types every option of warp-film in every mode. Each option must work, be refused with a message, or be reported as
/// having no effect.
@Suite struct OptionModeTests {
  /// For each option, the words that set a value, and the other options that it needs.
  private static let samples: [String: String] = [
    "curve": "--curve sine", "curves": "--curves curves.txt", "constant": "--constant 2", "speed": "--speed 2x",
    "speeds": "--speeds speeds.txt", "anchor": "--anchor 1=2",
    "anchor-easing": "--anchor 1=2 --anchor 3=5 --anchor-easing smooth", "anchors": "--anchors anchors.txt",
    "tempo": "--anchors beats.txt --tempo 60", "ranges": "--ranges ranges.txt",
    "range-speed": "--ranges plain.txt --range-speed 3x", "range-margin": "--ranges ranges.txt --range-margin 0.1",
    "range-ease": "--ranges fast.txt --range-ease 0.2", "else-speed": "--ranges ranges.txt --else-speed 2x",
    "play": "--play 0..2", "scale-expr": "--scale-expr 1+u", "integral-expr": "--integral-expr u",
    "map": "--map map.tsv", "even": "--even metres.txt", "even-density": "--even metres.txt --even-density",
    "speed-limits": "--even metres.txt --speed-limits 0.9x..8x", "even-window": "--even metres.txt --even-window 3",
    "even-start": "--even metres.txt --even-start 2", "from-cues": "--from-cues old.srt --to-cues new.srt",
    "to-cues": "--from-cues old.srt --to-cues new.srt",
    "keep": "--keep 0..1", "cut": "--cut 1..", "words": "--words words.json --cut-words a",
    "cut-words": "--words words.json --cut-words a", "script": "--words words.json --script script.txt",
    "trim": "--trim 1..2", "freeze": "--freeze 1=1", "fit": "--fit 3", "reverse": "--reverse",
    "then": "--then '--speed 2x'", "invert": "--speed 2x --invert",
    "silence": "--silence 4x", "silence-level": "--silence cut --silence-level -40dB",
    "pauses": "--pauses 4x", "listen": "--silence cut --listen 1",
    "silence-length": "--silence cut --silence-length 1", "still": "--still 4x", "margin": "--silence cut --margin 0.1",
    "speech": "--speech 2x",
    "align": "--align recorder.wav", "as-shot": "--as-shot=shot.aae",
    "fps": "--fps 50", "pick": "--pick nearest", "mix": "--mix blend", "dedup": "--mix blend --dedup",
    "grain": "--mix motion --grain keep",
    "shutter": "--shutter 180", "vfr": "--vfr", "timebase": "--vfr --timebase 1/50", "threads": "--threads 1",
    "deinterlace": "--deinterlace frame", "pitch": "--pitch keep", "kernel": "--kernel best", "audio": "--audio 2",
    "no-audio": "--no-audio", "sound": "--sound original", "sound-level": "--sound-level 6",
    "music": "--music in.mkv", "music-start": "--music in.mkv --music-start 1",
    "music-loop": "--music in.mkv --music-start 1 --music-loop", "music-level": "--music in.mkv --music-level 6",
    "music-fade": "--music in.mkv --music-fade 1", "mute": "--mute 0.5..1",
    "no-subtitles": "--no-subtitles", "copy": "--copy", "codec": "--codec hevc",
    "quality": "--quality 20", "preset": "--preset veryfast", "width": "--width 48", "draft": "--draft",
    "encode": "--encode '-metadata comment=a'", "decode": "--decode '-threads 1'", "hwaccel": "--hwaccel auto",
    "yes": "-y", "skip-existing": "--skip-existing", "preview": "--preview",
    "dry-run": "--dry-run", "piece": "--piece 1/2", "join": "--join", "plot": "--plot", "info": "--info",
    "at": "--at 1", "at-warped": "--at-warped 1", "source-frames": "--source-frames",
    "crossfade": "--cut 0.5..1 --crossfade 0.2", "settle": "--speed '0=1x, 0.9s=0.37x, 1.7s=1x' --settle no",
    "output-frames": "--output-frames=30",
    "format": "--format csv", "json": "--json", "list-curves": "--list-curves",
    "to": "--to mlt", "error": "--error 1ms", "rate": "--rate 48000", "memory": "--memory 1GiB",
    "progress": "--progress", "no-progress": "--no-progress", "progress-file": "--progress-file progress.txt",
    "stages": "--stages stages.txt",
  ]

  /// Options that do not change the printed text: they affect files or progress reports, or their samples here make no
  /// difference.
  private static let quiet = [
    "dry-run", "yes", "skip-existing", "stages", "progress", "no-progress", "progress-file", "silence-level",
    "silence-length", "listen", "no-subtitles",
  ]

  /// Whether the option, in this mode, does not change the text that is printed about the test's film.
  private static func isQuiet(_ option: Option, in mode: ModeRules.Mode?) -> Bool {
    switch mode {
    case .copy: option.name == "vfr"
    case .info: ["reverse", "deinterlace", "draft"].contains(option.name)
    case .preview: option.name == "draft"
    case .image: ["draft", "no-audio", "settle"].contains(option.name)
    case .listing: option.name == "still"
    default: false
    }
  }

  /// The arguments that select each mode, including file names.
  private static let modes: [(mode: ModeRules.Mode?, words: String)] = [
    (nil, "--dry-run in.mkv out.mkv"), (.copy, "--dry-run --copy in.mkv out.mkv"),
    (.piece, "--dry-run --piece 1/2 in.mkv out.mkv"), (.join, "--dry-run --join in.mkv out.mkv"),
    (.preview, "--dry-run --preview in.mkv"), (.plot, "--plot in.mkv"), (.info, "--info in.mkv"),
    (.listing, "--to table in.mkv"), (.sound, "--dry-run in.mkv out.flac"),
    (.image, "--dry-run in.mkv out.gif"),
  ]

  private struct Outcome {
    let status: Int32
    /// Whether adding the option changes standard output. Both runs have the other options that this option needs.
    let differs: Bool
    /// Standard error.
    let lines: [Substring]
  }

  @Test(arguments: Campaign.share(of: modes.indices)) func everyOptionWorksOrSaysSo(_ index: Int) throws {
    let (mode, words) = Self.modes[index]
    let options = WarpCommand.command.options.filter { Self.isTyped($0, with: words) }
    let outcomes = try outcomes(of: options.map { try #require(Self.samples[$0.name], "\($0.name)") }, words)
    for (option, outcome) in zip(options, outcomes) {
      let comment: Comment = "\(words) with --\(option.name): \(outcome)"
      let idle = outcome.lines.filter { $0.hasPrefix("warp-film: --\(option.name) has no effect") }
      switch mode.flatMap({ ModeRules.effect(of: option, in: $0) }) {
      case .refused:
        // warp-film may instead refuse another option of the sample, which this option needs.
        let sample = try #require(Self.samples[option.name]).split(separator: " ").filter { $0.hasPrefix("-") }
        let isNamed = sample.contains { outcome.lines.first?.contains($0) == true }
        #expect(outcome.status == 2 && outcome.lines.count == 1 && isNamed, comment)
      case .idle:
        #expect(outcome.status == 0 || mode == .join, comment)
        #expect(idle.count == (mode == .join ? 0 : 1), comment)
      case nil:
        // --copy refuses some curves with status 3. --join ends with status 4, because there are no pieces to join.
        let end: Int32 = mode == .copy ? 3 : mode == .join || option == WarpCommand.join ? 4 : 0
        #expect([0, end].contains(outcome.status) && idle.isEmpty, comment)
        let shows = outcome.status == 0 && !Self.quiet.contains(option.name) && !Self.isQuiet(option, in: mode)
        #expect(outcome.differs || !shows, comment)
      }
    }
  }

  /// Options that only show a map have a test of their own, because they take no OUTPUT and exclude each other. So has
  /// the option that needs another INPUT.
  private static func isTyped(_ option: Option, with words: String) -> Bool {
    let isShown = (WarpCommand.showOptions + WarpCommand.editOptions + [WarpCommand.preview]).contains(option)
    let isGeneral = ["help", "version", "generate", "input-fps"].contains(option.name)
    return !isShown && !isGeneral && !words.split(separator: " ").contains("--\(option.name)")
  }

  private func outcomes(of samples: [String], _ words: String) throws -> [Outcome] {
    let result = try Shell.run(script: "OptionModeTests", ["every_option", words] + samples)
    try #require(result.status == 0, "\(result)")
    // A run prints its status, then `same` or `differs`, then standard error. Empty lines separate the runs.
    return try result.output.split(separator: "\n\n").map { run in
      let lines = run.split(separator: "\n")
      return Outcome(
        status: try #require(Int32(lines[0])), differs: lines[1] == "differs", lines: Array(lines.dropFirst(2)))
    }
  }

  /// The modules Commands and Film each list the presets, because neither imports the other.
  @Test func presetsInTheHelpAreThoseOfTheEncoder() { #expect(WarpCommand.presets == Presets.ofX264) }
}
