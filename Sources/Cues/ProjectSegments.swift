import Notation
import Values

/// The segments of a LosslessCut project (.llc). A segment without an end is a marker.
enum ProjectSegments {
  struct Cue: RetimableCue {
    let text: ArraySlice<UInt8>
    let start: Double
    let end: Double
    let isInstant: Bool
    /// The positions of the numbers; nil if they are missing.
    let startRange: Range<Int>?
    let endRange: Range<Int>?

    func text(for showing: CueShowing, number: Int) -> [UInt8] {
      var edits: [ByteEdit] = []
      func add(_ range: Range<Int>?, _ old: Double, _ new: Double) {
        if let range, abs(old - new) >= 0.5e-6 { edits.append(ByteEdit(range, Self.bytes(new))) }
      }
      add(startRange, start, showing.start)
      add(endRange, end, showing.end)
      let open = text.startIndex + 1
      if startRange == nil, showing.start > 0 {
        edits.append(ByteEdit(open..<open, Array(" start: ".utf8) + Self.bytes(showing.start) + [UInt8(ascii: ",")]))
      }
      // A segment that also has no start lasts from the start to the end of the film.
      if endRange == nil, !isInstant, !showing.lastsToTheEnd, let place = startRange?.upperBound {
        edits.append(ByteEdit(place..<place, Array(", end: ".utf8) + Self.bytes(showing.end)))
      }
      return text.edited(edits.sorted { $0.range.lowerBound < $1.range.lowerBound })
    }

    /// Millionths, without trailing zeros.
    private static func bytes(_ seconds: Double) -> [UInt8] {
      Array(NumberSyntax.print((seconds * 1e6).rounded() / 1e6).utf8)
    }
  }

  static func document(_ bytes: [UInt8]) throws(CueError) -> CueDocument<Cue> {
    let root: JSONValue
    do throws(NotationError) {
      root = try JSONReader.value(bytes)
    } catch {
      throw CueError(error)
    }
    guard let segments = root["cutSegments"]?.array else {
      throw CueError("the text is no project of LosslessCut: it has no cutSegments", line: nil)
    }
    var document = CueDocument<Cue>()
    var end = bytes.starts(with: TextLines.byteOrderMark) ? TextLines.byteOrderMark.count : 0
    for segment in segments {
      func error(_ problem: String) -> CueError {
        CueError(problem, line: bytes[..<segment.range.lowerBound].reduce(1) { $1 == .lineFeed ? $0 + 1 : $0 })
      }
      guard case .object = segment.content else { throw error("a segment is no object") }
      let start = segment["start"]?.number ?? 0
      let stop = segment["end"]?.number ?? (root.openSegmentsLast ? TimeSyntax.longest : start)
      guard start >= 0, stop <= TimeSyntax.longest else { throw error("a time of the segment is out of range") }
      guard stop >= start else { throw error("the segment ends before it begins") }
      let close = segment.range.upperBound
      let comma = bytes[close...].endOfComma
      let cue = Cue(
        text: bytes[segment.range.lowerBound..<(comma ?? close)], start: start, end: stop, isInstant: stop == start,
        startRange: segment["start"]?.numberRange, endRange: segment["end"]?.numberRange)
      document.cues.append(.init(lead: bytes[end..<segment.range.lowerBound], cue: cue))
      if comma == nil { document.separator = [UInt8(ascii: ",")] }
      end = comma ?? close
    }
    document.tail = bytes[end...]
    return document
  }
}

extension JSONValue {
  fileprivate var numberRange: Range<Int>? { number == nil ? nil : range }
}

extension ArraySlice<UInt8> {
  /// The offset after the comma that follows a value; nil if there is none. Comments may stand before the comma.
  fileprivate var endOfComma: Int? {
    var index = startIndex
    while index < endIndex {
      switch self[index] {
      case UInt8(ascii: ","): return index + 1
      case UInt8(ascii: "/") where index + 1 < endIndex:
        let close = self[index + 1] == UInt8(ascii: "*") ? Array("*/".utf8) : [.lineFeed]
        index = self[(index + 2)...].firstRange(of: close)?.upperBound ?? endIndex
      case UInt8(ascii: "]"), UInt8(ascii: "/"): return nil
      default: index += 1
      }
    }
    return nil
  }
}
