import Exchange
import Foundation
import Values

/// An exported map as lines between points, read by an independent parser.
struct ExportedLines {
  struct Line {
    let from: (x: Double, y: Double)
    let to: (x: Double, y: Double)
    /// The value of the line.
    func value(at x: Double) -> Double { from.y + (x - from.x) / (to.x - from.x) * (to.y - from.y) }
  }

  /// In the order of the result. `x` is in seconds.
  var lines: [Line] = []

  static func read(_ format: ExchangeFormat, _ text: String, rate: FrameRate) throws -> ExportedLines {
    switch format {
    case .mlt: try mlt(text, rate: rate)
    case .fcpxml: fcpxml(text)
    case .fcp7: fcp7(text, rate: rate)
    case .otio: try otio(text, rate: rate)
    case .rubberband: rubberband(text, rate: 48000)
    default: try autoEditor(text, rate: rate)
    }
  }

  /// Source seconds as a function of warped seconds.
  static func mlt(_ text: String, rate: FrameRate) throws -> ExportedLines {
    let names = [">", "<"]
    let start = text.range(of: "name=\"map\"" + names[0])!.upperBound
    let end = text.range(of: names[1], range: start..<text.endIndex)!.lowerBound
    var lines = ExportedLines()
    var last: (x: Double, y: Double, holds: Bool)?
    for word in text[start..<end].split(separator: ";") {
      let holds = word.contains("|=")
      let parts = word.split { "|=".contains($0) }
      let key = (x: rate.start(ofFrame: Int(parts[0])!), y: Double(parts[1])!, holds: holds)
      if let last { lines.lines.append(Line(from: (last.x, last.y), to: (key.x, last.holds ? last.y : key.y))) }
      last = key
    }
    return lines
  }

  static func fcpxml(_ text: String) -> ExportedLines {
    var lines = ExportedLines()
    for clip in text.components(separatedBy: "<asset-clip ").dropFirst() {
      let offset = seconds("offset", in: clip)
      let points = clip.components(separatedBy: "<timept ").dropFirst().map { point in
        (x: offset + seconds("time", in: point), y: seconds("value", in: point))
      }
      lines.lines += zip(points, points.dropFirst()).map { Line(from: $0, to: $1) }
    }
    return lines
  }

  /// The graph of each clip between `in` and `out`, or normal speed from `in` on.
  static func fcp7(_ text: String, rate: FrameRate) -> ExportedLines {
    func number(_ element: String, in text: String) -> Double {
      Double(text.components(separatedBy: "<\(element)>")[1].components(separatedBy: "<")[0])!
    }
    var lines = ExportedLines()
    for clip in text.components(separatedBy: "<clipitem ").dropFirst() {
      let (start, begin, out) = (number("start", in: clip), number("in", in: clip), number("out", in: clip))
      precondition(out - begin == number("end", in: clip) - start && out <= number("duration", in: clip))
      let keys = clip.components(separatedBy: "<keyframe>").dropFirst().map { key in
        (x: number("when", in: key), y: number("value", in: key))
      }
      let shown = keys.isEmpty ? [(begin, begin), (out, out)] : keys.filter { (begin...out).contains($0.x) }
      let points = shown.map { (x: (start + $0.0 - begin) / rate.value, y: $0.1 / rate.value) }
      lines.lines += zip(points, points.dropFirst()).map { Line(from: $0, to: $1) }
    }
    return lines
  }

  /// The value of an attribute such as `1001/30000s`.
  private static func seconds(_ attribute: String, in element: String) -> Double {
    let word = element.components(separatedBy: "\(attribute)=\"")[1].components(separatedBy: "s\"")[0]
    let terms = word.split(separator: "/").map { Double($0)! }
    return terms[0] / (terms.count > 1 ? terms[1] : 1)
  }

  static func otio(_ text: String, rate: FrameRate) throws -> ExportedLines {
    struct Time: Decodable { let value: Double }
    struct Range: Decodable {
      let startTime: Time
      let duration: Time
    }
    struct Effect: Decodable { let timeScalar: Double }
    struct Clip: Decodable {
      let sourceRange: Range
      let effects: [Effect]
    }
    struct Track: Decodable { let children: [Clip] }
    struct Stack: Decodable { let children: [Track] }
    struct Timeline: Decodable { let tracks: Stack }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let timeline = try decoder.decode(Timeline.self, from: Data(text.utf8))
    var lines = ExportedLines()
    var frame = 0.0
    for clip in timeline.tracks.children[0].children {
      let speed = clip.effects.first?.timeScalar ?? 1
      let (start, count) = (clip.sourceRange.startTime.value, clip.sourceRange.duration.value)
      let ends = (
        (frame / rate.value, start / rate.value), ((frame + count) / rate.value, (start + speed * count) / rate.value)
      )
      lines.lines.append(Line(from: ends.0, to: ends.1))
      frame += count
    }
    return lines
  }

  /// Warped seconds as a function of source seconds.
  static func rubberband(_ text: String, rate: Int) -> ExportedLines {
    let points = text.split(separator: "\n").map { line in
      let pair = line.split(separator: " ").map { Double($0)! / Double(rate) }
      return (x: pair[0], y: pair[1])
    }
    return ExportedLines(lines: zip(points, points.dropFirst()).map { Line(from: $0, to: $1) })
  }

  /// Warped seconds as a function of source seconds. Cuts make no line. Lengths are rounded to frames as auto-editor
  /// does.
  static func autoEditor(_ text: String, rate: FrameRate) throws -> ExportedLines {
    struct Timeline: Decodable {
      let version: String
      let timebase: String
      let chunks: [[Double]]
    }
    let timeline = try JSONDecoder().decode(Timeline.self, from: Data(text.utf8))
    var lines = ExportedLines()
    var (reached, frame) = (0.0, 0.0)
    for chunk in timeline.chunks {
      precondition(chunk[0] == reached && chunk[1] > chunk[0], "chunks follow each other without gaps")
      reached = chunk[1]
      if chunk[2] == 99999 { continue }
      let length = ((chunk[1] - chunk[0]) / chunk[2]).rounded(.toNearestOrEven)
      let ends = (
        (chunk[0] / rate.value, frame / rate.value), (chunk[1] / rate.value, (frame + length) / rate.value)
      )
      lines.lines.append(Line(from: ends.0, to: ends.1))
      frame += length
    }
    return lines
  }
}
