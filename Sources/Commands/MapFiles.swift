import Camera
import Cues
import Exchange
import Found
import Streams
import Tool
import Values
import Warp

/// Reads the files that options name, such as tables and lists of curves.
package enum MapFiles {
  /// Reads a map from a table or from another program's file, in one pass. The path `-` is standard input.
  ///
  /// - Parameter clip: the known facts about the film.
  package static func map(_ path: String, on clip: Clip = Clip()) throws -> TimeMap {
    var source = try FileSource(path: path)
    var start = try beginning(of: &source)
    guard !isBinary(start) else { throw Failure(.usage, "'\(source.name)' is not a text with a map (--map)") }
    if let kind = ForeignMap.kind(of: start) {
      let name = source.name
      return try ForeignMap.map(try WholeText.read(source, after: start), kind, named: name, on: clip)
    }
    return try TableReader.map(named: source.name) { buffer in
      guard start.isEmpty else {
        let count = min(start.count, buffer.count)
        buffer.replaceSubrange(..<count, with: start[..<count])
        start.removeFirst(count)
        return count
      }
      return try source.read(into: &buffer)
    }
  }

  /// Reads up to the end of the first lines, the first of which is not blank, in blocks of 4096 bytes. Stops after one
  /// block if they are longer.
  static func beginning(of source: inout FileSource, lines: Int = 1) throws -> [UInt8] {
    var (start, block) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
    while case let count = try source.read(into: &block), count > 0 {
      start += block[..<count]
      let content = start.drop { $0 <= 0x20 }
      if content.reduce(0, { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }) >= lines || start.count >= block.count { break }
    }
    return start
  }

  /// Whether a file that begins so is no text, in UTF-8 or in UTF-16.
  private static func isBinary(_ start: [UInt8]) -> Bool {
    start.contains(0) && !start.starts(with: [0xFF, 0xFE]) && !start.starts(with: [0xFE, 0xFF])
  }

  /// Reads one curve per line. Skips blank lines and comments.
  package static func components(_ path: String, on clip: Clip) throws -> [Components.Component] {
    var components: [Components.Component] = []
    try eachLine(of: path) { line throws(Refusal) in
      components.append(try CurveSyntax.parse(line, on: clip))
      guard components.count <= mostComponents else { throw .usage("there are more than \(mostComponents) curves") }
    }
    return components
  }

  /// Reads keyframes of speed, one or several per line.
  package static func speeds(_ path: String, on clip: Clip) throws -> SpeedKeys {
    var keys: [SpeedKeys.Key] = []
    try eachLine(of: path) { line throws(Refusal) in
      keys += try SpeedSyntax.keys(line, on: clip).keys
      guard keys.count <= mostKeyframes else { throw .usage("there are more than \(mostKeyframes) keyframes") }
    }
    guard !keys.isEmpty else {
      throw Refusal.usage("the list has no keyframes", at: path == "-" ? "standard input" : path)
    }
    return try SpeedKeys(keys)
  }

  /// Reads one anchor per line, or with a tempo one beat per line.
  package static func anchors(_ path: String, on clip: Clip, tempo: Double?) throws -> [Anchors.Anchor] {
    var anchors = AnchorLines(on: clip, tempo: tempo)
    try eachLine(of: path) { line throws(Refusal) in try anchors.take(line) }
    return anchors.anchors
  }

  /// Reads a growing quantity, one `TIME VALUE` per line.
  package static func quantity(_ path: String, on clip: Clip, hasRates: Bool) throws -> [EvenCurve.Point] {
    var lines = EvenLines(on: clip, hasRates: hasRates)
    try eachLine(of: path) { line throws(Refusal) in try lines.take(line) }
    return lines.points
  }

  /// Reads the distance covered along a GPS track, in the notation that its kind says.
  static func ground(_ path: String, _ kind: EvenSource.Kind) throws -> [EvenCurve.Point] {
    let source = try FileSource(path: path)
    let name = source.name
    let bytes = try WholeText.read(source)
    do {
      if kind == .gpmf { return try GPMFReader.points(ofTrack: bytes) }
      return try kind == .dji ? FlightLog.points(bytes) : TrackGround.points(bytes)
    } catch let error as CueError {
      let notation = kind == .dji ? "a log of a DJI drone" : "a GPX track"
      throw Failure(.usage, "'\(path)' is not \(notation) (--even): \(error.message(naming: name))")
    } catch let error as CameraError {
      throw Failure(
        .usage,
        "'\(path)' has no ground speed of GoPro (--even): \(error); "
          + "for the track inside a video, type warp-film --even gpmf")
    }
  }

  /// All files that are read to make the map, including files inside `--then`.
  package static func read(_ arguments: Arguments) throws(Refusal) -> [(option: Option, path: String)] {
    paths(arguments)
      + (try FollowingMap.all(arguments)).flatMap { following in following.files.map { (MapCommand.then, $0) } }
  }

  /// The files that options outside `--then` name.
  static func paths(_ arguments: Arguments) -> [(option: Option, path: String)] {
    MapCommand.files.flatMap { option in
      arguments.values(of: option).compactMap { value -> (option: Option, path: String)? in
        switch option {
        case MapCommand.even: EvenSource(value).path.map { (option, $0) }
        case MapCommand.keep, MapCommand.cut: KeptParts.isRange(value) ? nil : (option, value)
        default: (option, value)
        }
      }
    }
  }

  /// Reads ranges from a list or from a log of ffmpeg's detectors.
  package static func ranges(_ path: String, on clip: Clip, usual: Ranges.Pace?) throws -> [Ranges.Range] {
    var source = try FileSource(path: path)
    let name = source.name
    let start = try beginning(of: &source, lines: 2)
    guard !isBinary(start) else { throw Failure(.usage, "'\(name)' is not a text with ranges") }
    if let format = SpokenFormat.of(start) {
      let text = try WholeText.read(source, after: start)
      do throws(CueError) {
        return try Self.ranges(of: format.transcript(text, lasting: clip.duration), usual: usual)
      } catch {
        throw Failure(.usage, error.message(naming: name))
      }
    }
    var ranges = RangeLines(on: clip, usual: usual)
    var lines = LineReader(source, after: start)
    while let line = try lines.next() {
      let number = lines.lineNumber
      try ranges.take(line, at: "\(name):\(number)")
    }
    return try ranges.finish()
  }

  /// The subtitles, segments or rows of a file as ranges.
  private static func ranges(
    of transcript: Transcript, usual: Ranges.Pace?
  ) throws(CueError) -> [Ranges.Range] {
    var ranges: [Ranges.Range] = []
    for segment in transcript.segments where segment.start < segment.end {
      do throws(Refusal) {
        let pace = try PaceSyntax.chosen(
          try segment.speed.map { text throws(Refusal) in try PaceSyntax.parse(text) }, or: usual)
        ranges.append(Ranges.Range(start: segment.start, end: segment.end, pace: pace))
      } catch {
        throw CueError(error.problem, line: segment.line > 0 ? segment.line : nil, advice: error.advice)
      }
    }
    return ranges
  }

  /// Ranges for an option that leaves no choice of speeds.
  static func plainRanges(_ path: String, on clip: Clip, of option: Option) throws -> [SourceParts.Part] {
    let usual: Ranges.Pace = option == MapCommand.keep ? .speed(1) : .cut
    return try ranges(path, on: clip, usual: usual).map { range in
      guard range.pace == usual else {
        let pace = if case .cut = range.pace { "is cut" } else { "has a speed" }
        throw Refusal.usage("a range of '\(path)' \(pace), which --\(option.name) cannot do", advice: "use --ranges")
      }
      return SourceParts.Part(from: range.start, to: range.end)
    }
  }

  /// Calls `body` with each line that is not blank, without comment and surrounding blanks.
  private static func eachLine(of path: String, _ body: (String) throws(Refusal) -> Void) throws {
    var lines = LineReader(try FileSource(path: path))
    while let line = try lines.next() {
      let content = trimmed(line.prefix { $0 != UInt8(ascii: "#") })
      guard !content.isEmpty else { continue }
      do throws(Refusal) {
        try body(String(decoding: content, as: UTF8.self))
      } catch {
        throw error.within("\(lines.name):\(lines.lineNumber)")
      }
    }
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let rest = line.drop(while: isBlank)
    return rest.prefix((rest.lastIndex { !isBlank($0) } ?? rest.startIndex - 1) + 1 - rest.startIndex)
  }

  private static let mostComponents = 100_000
  /// More than warp-audio measures in a day of speech.
  private static let mostKeyframes = 10_000_000
}
