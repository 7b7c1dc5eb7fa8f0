import Tool
import Values

/// Lines about timecodes on the command line that the film does not have, although it has timecodes.
enum TimecodeNotes {
  static func lines(_ arguments: Arguments, on clip: Clip) -> [String] {
    guard let start = clip.timecode else { return [] }
    let values = options.flatMap { arguments.values(of: $0) }
    return values.flatMap(instants).filter { TimeSyntax.isForeignTimecode($0, to: clip) }.map { text in
      let end = clip.duration.map { " to \(start.at($0).text)" } ?? " on"
      return "the video has the timecodes from \(start.text)\(end); "
        + "'\(text)' is none of them and counts from the first frame"
    }
  }

  /// Options whose values have times of the video.
  private static let options = [
    MapCommand.trim, MapCommand.speed, MapCommand.play, MapCommand.freeze, MapCommand.anchor, MapCommand.curve,
    MapCommand.keep, MapCommand.cut,
  ]

  /// The times of the video in a value. After an equals sign come speeds, and times of the result.
  private static func instants(_ value: String) -> [String] {
    value.split(separator: ",").flatMap { entry in
      let times = entry.split(separator: "=")[0]
      let ends = RangeSyntax.ends(of: times).map { [$0.from, $0.to] } ?? [times]
      return ends.flatMap { $0.split { " @/".contains($0) } }.map(String.init)
    }
  }
}
