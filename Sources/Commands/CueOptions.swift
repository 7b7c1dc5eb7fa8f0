import Cues
import Found
import Streams
import Tool
import Values
import Warp

/// The options of maps that move spoken lines to new times.
extension MapCommand {
  package static let fromCues = Option(
    "from-cues", value: "FILE", completion: .file,
    help: """
      Let the video follow new lines, such as those of a dub or a new narration: each line of FILE begins when the \
      same line of --to-cues begins. FILE has the subtitles of the video, or segments of a speech recogniser. Pauses \
      change their length before speech does. Lines that cannot be on time within --speed-limits are reported.
      """)
  package static let toCues = Option(
    "to-cues", value: "FILE", completion: .file,
    help: "With --from-cues: the same lines with the new times, as many and in the same order.")
}

extension FollowedLines {
  /// Reads the lines of `--from-cues` and `--to-cues`.
  init(_ arguments: Arguments) throws {
    guard let old = arguments.value(of: MapCommand.fromCues), let new = arguments.value(of: MapCommand.toCues) else {
      throw Refusal.usage("--from-cues needs --to-cues")
    }
    let (lines, due) = (try MapFiles.cues(old), try MapFiles.cues(new))
    guard lines.count == due.count else {
      throw Refusal.usage(
        "'\(old)' has \(lines.count) cues and '\(new)' has \(due.count) (--to-cues)",
        advice: "both files need the same lines in the same order; split or join cues until they agree")
    }
    let speeds = try SpeedLimitSyntax.limits(arguments, usual: FollowedLines.usualSpeeds)
    try self.init(
      zip(lines, due).enumerated().map { index, pair in
        FollowedLines.Line(
          start: pair.0.start, end: pair.0.end, due: pair.1.start, name: "cue \(index + 1) of \(new)")
      }, speeds: speeds)
  }
}

extension MapFiles {
  /// The lines of a file with subtitles or with recognised speech, in the order of the file.
  static func cues(_ path: String) throws -> [Transcript.Segment] {
    var source = try FileSource(path: path)
    let name = source.name
    let start = try beginning(of: &source, lines: 2)
    guard let format = SpokenFormat.of(start) else {
      throw Failure(.usage, "'\(name)' is not a file of subtitles; write SRT, WebVTT or ASS")
    }
    let text = try WholeText.read(source, after: start)
    let cues: [Transcript.Segment]
    do throws(CueError) {
      cues = try format.transcript(text).segments
    } catch {
      throw Failure(.usage, error.message(naming: name))
    }
    guard !cues.isEmpty else { throw Failure(.usage, "'\(name)' has no cues") }
    return cues
  }
}

extension SpeedLimitSyntax {
  /// The value of `--speed-limits`.
  static func limits(_ arguments: Arguments, usual: ClosedRange<Double>) throws(Refusal) -> ClosedRange<Double> {
    guard let text = arguments.value(of: MapCommand.speedLimits) else { return usual }
    do throws(Refusal) { return try parse(text, usual: usual) } catch { throw error.within("--speed-limits") }
  }
}
