import Values
import Warp

/// Ranges from lines of text: `START END [SPEED|cut]`, labels of Audacity, or the output of ffmpeg's silencedetect,
/// freezedetect and blackdetect.
///
/// In a log of ffmpeg, all other lines are ignored. In a list of ranges, each line must be a range.
package struct RangeLines: Sendable {
  private let clip: Clip
  /// The pace (a speed or a cut) of ranges whose line gives none.
  private let usual: Ranges.Pace?
  /// The ranges to use if the text is a list, and the ranges to use if the text is a log of ffmpeg (`isLog`).
  private var listed: [Ranges.Range] = []
  private var detected: [Ranges.Range] = []
  private var isLog = false
  /// The error in the first line that is not a range. It is thrown if the text turns out to be a list.
  private var wrong: Refusal?
  /// A series of starts and ends that belong together: one kind of detection, in all channels or in one.
  private struct Thread: Hashable {
    let kind: Detection.Kind
    let channel: Int?
  }

  /// The start of each silence, still or black part that has not ended yet.
  private var begun: [Thread: Double] = [:]

  package init(on clip: Clip, usual: Ranges.Pace?) {
    self.clip = clip
    self.usual = usual
  }

  /// - Parameter place: the place of the line, for messages.
  package mutating func take(_ line: ArraySlice<UInt8>, at place: @autoclosure () -> String) throws(Refusal) {
    if listed.count + detected.count + begun.count > TimeMap.mostRows / 2 {
      throw .usage("there are more than \(TimeMap.mostRows / 2) ranges", at: place())
    }
    if !isLog, takePlain(line) { return }
    // ffmpeg ends its progress lines with a carriage return to overwrite them.
    for part in line.split(separator: UInt8(ascii: "\r")) {
      let detections = Detection.all(in: part)
      if !detections.isEmpty {
        isLog = true
        for detection in detections { try take(detection, at: place()) }
      } else if wrong == nil, !isLog {
        do throws(Refusal) { try takeListed(part) } catch { wrong = error.within(place()) }
      }
      if Detection.isChatter(part) { isLog = true }
    }
  }

  /// The ranges, after all lines have been read. A range without an end lasts to the end of the clip.
  package consuming func finish() throws(Refusal) -> [Ranges.Range] {
    guard isLog else {
      if let wrong { throw wrong }
      return listed
    }
    for start in begun.values.sorted() {
      detected.append(Ranges.Range(start: start, end: clip.duration ?? .infinity, pace: try pace(nil)))
    }
    return detected
  }

  private func pace(_ word: Ranges.Pace?) throws(Refusal) -> Ranges.Pace { try PaceSyntax.chosen(word, or: usual) }

  private mutating func take(_ detection: Detection, at place: String) throws(Refusal) {
    // Sound may begin slightly before source time 0.
    let instant = max(0, detection.instant)
    guard instant <= TimeSyntax.longest else { throw .usage("the time is longer than 1000000000 s", at: place) }
    let thread = Thread(kind: detection.kind, channel: detection.channel)
    if !detection.isEnd {
      begun[thread] = instant
    } else if let start = begun.removeValue(forKey: thread) {
      detected.append(Ranges.Range(start: start, end: instant, pace: try pace(nil)))
    }
  }
}

extension RangeLines {
  /// Reads a line of two plain numbers, the usual line of a long list, without the work of `takeListed`. Returns false
  /// for any other line.
  private mutating func takePlain(_ line: ArraySlice<UInt8>) -> Bool {
    guard let usual, let first = line.first, first &- UInt8(ascii: "0") <= 9 else { return false }
    guard let gap = line.firstIndex(where: \.separatesFields) else { return false }
    guard let stop = line[gap...].firstIndex(where: { !$0.separatesFields }) else { return false }
    let (head, rest) = (line[..<gap], line[stop...])
    guard rest.first.map({ $0 &- UInt8(ascii: "0") <= 9 }) == true, !rest.contains(where: \.separatesFields),
      let start = NumberSyntax.parse(head.span), let end = NumberSyntax.parse(rest.span),
      start < end, end <= TimeSyntax.longest
    else { return false }
    listed.append(Ranges.Range(start: start, end: end, pace: usual))
    return true
  }

  private mutating func takeListed(_ line: ArraySlice<UInt8>) throws(Refusal) {
    let content = line.drop(while: \.separatesFields)
    // A backslash begins a line of frequencies in Audacity's labels.
    if content.isEmpty || content.first == UInt8(ascii: "#") || content.first == UInt8(ascii: "\\") { return }
    let isLabel = line.contains(UInt8(ascii: "\t"))
    let fields = content.split(maxSplits: 2, whereSeparator: \.separatesFields)
    guard fields.count >= 2 else {
      throw .usage("the line is not a range", advice: "write START END, as in '2 5', '2 5 4x' or '2 5 cut'")
    }
    let start = try TimeSyntax.instant(String(decoding: fields[0], as: UTF8.self), on: clip)
    let end = try TimeSyntax.instant(String(decoding: fields[1], as: UTF8.self), on: clip)
    guard start <= end else { throw .usage("the range ends before it begins") }
    let word = fields.count == 3 ? String(decoding: fields[2].trimmed, as: UTF8.self) : ""
    // In a line of Audacity, this field is the label's name, which may be a speed.
    let own =
      word.isEmpty ? nil : isLabel && usual != nil ? try? PaceSyntax.parse(word) : try PaceSyntax.parse(word)
    // A label without a length marks an instant.
    if start < end { listed.append(Ranges.Range(start: start, end: end, pace: try pace(own))) }
  }
}

/// Reads `cut` or a speed.
package enum PaceSyntax {
  /// The pace of a range, given that of ranges that have none of their own.
  package static func chosen(_ own: Ranges.Pace?, or usual: Ranges.Pace?) throws(Refusal) -> Ranges.Pace {
    guard let pace = own ?? usual else {
      throw .usage(
        "the range has no speed",
        advice:
          "add --range-speed 4x; to keep only these parts, give the file to --keep, and to leave them out, to --cut")
    }
    return pace
  }

  package static func parse(_ text: String) throws(Refusal) -> Ranges.Pace {
    if text == "cut" { return .cut }
    if NumberSyntax.parse(text.last == "x" ? text.dropLast() : text[...]) == 0 {
      throw .usage("speed '\(text)' would stop playback", advice: "to leave the part out, write cut")
    }
    let hasOtherUnit = text.last?.isLetter == true && !text.lowercased().hasSuffix("x")
    guard text.contains(where: \.isNumber), !hasOtherUnit else {
      throw .usage("'\(text)' is not a speed", advice: "write a speed such as 4x, or cut")
    }
    return .speed(try SpeedSyntax.speed(text))
  }
}
