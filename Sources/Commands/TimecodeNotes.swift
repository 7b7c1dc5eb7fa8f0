import Tool
import Values

/// A line about a timecode in the options that the film does not have, although it has timecodes.
enum TimecodeNotes {
  static func lines(_ arguments: Arguments, on clip: Clip) -> [String] {
    guard let start = clip.timecode else { return [] }
    let values = options.flatMap { arguments.values(of: $0) } + listed(arguments)
    let foreign = values.lazy.flatMap(instants).first { TimeSyntax.isForeignTimecode($0, to: clip) }
    return [foreign].compactMap(\.self).map { text in
      let end = clip.duration.map { " to \(start.at($0).text)" } ?? " on"
      return "the video has the timecodes from \(start.text)\(end); "
        + "'\(text)' is none of them and counts from the first frame"
    }
  }

  /// Options whose values have times of the video.
  private static let options = [
    MapCommand.trim, MapCommand.speed, MapCommand.play, MapCommand.freeze, MapCommand.anchor, MapCommand.curve,
    MapCommand.keep, MapCommand.cut, MapCommand.at,
  ]

  /// The lines of the lists that options name, unless a list is a pipe or very long.
  private static func listed(_ arguments: Arguments) -> [String] {
    let lists = [
      MapCommand.speeds, MapCommand.curves, MapCommand.anchors, MapCommand.ranges, MapCommand.keep, MapCommand.cut,
    ].filter(arguments.contains)
    let files = MapFiles.paths(arguments).filter { lists.contains($0.option) && InputFile.isRegular($0.path) }
    return files.flatMap { _, path -> [String] in
      guard let size = try? InputFile.size(path), size <= longest, let text = try? InputFile.tail(size, of: path)
      else { return [] }
      return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  /// In bytes.
  private static let longest = 1 << 20

  /// The times of the video in a value. After an equals sign come speeds, and times of the result.
  private static func instants(_ value: String) -> [String] {
    value.split(separator: ",").flatMap { entry in
      let times = entry.prefix { $0 != "=" }
      let ends = RangeSyntax.ends(of: times).map { [$0.from, $0.to] } ?? [times]
      return ends.flatMap { $0.split { " \t@/".contains($0) } }.map(String.init)
    }
  }
}
