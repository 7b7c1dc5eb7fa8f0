/// Reads times: `12.5`, `12.5s`, `1500ms`, `MM:SS.sss`, `HH:MM:SS.sss` and, if the rate is known, `285f` and
/// `HH:MM:SS:FF`. An instant of a clip may also be `25%`, or a timecode that the film itself has.
package enum TimeSyntax {
  /// The longest time, about thirty years. Its product with any scale is far from overflow.
  package static let longest = 1e9

  /// Reads a length of time where no frame rate can be known.
  package static func seconds(_ text: some StringProtocol) throws(Refusal) -> Double {
    try seconds(text, at: nil, advice: "write seconds such as 12.5", forms: "12.5, 1500ms, 1:30 or 1:02:03.5")
  }

  /// Reads a length of time, or an instant that does not depend on the clip. Frames use the rate of the clip.
  package static func seconds(_ text: some StringProtocol, on clip: Clip) throws(Refusal) -> Double {
    try seconds(text, at: clip.frameRate)
  }

  /// - Parameters:
  ///  - rate: the rate for times that count frames; nil if it is unknown.
  ///  - advice: how the user can specify the rate.
  ///  - forms: the ways to write a time there.
  package static func seconds(
    _ text: some StringProtocol, at rate: FrameRate?, advice: String = "add --fps RATE",
    forms: String = "12.5, 1500ms, 1:30, 1:02:03.5, 285f or 00:00:09:15"
  ) throws(Refusal) -> Double {
    guard let seconds = try time(text, at: rate, advice: advice) else {
      throw .usage("'\(text)' is not a time", advice: correction(of: text) ?? "write \(forms)")
    }
    return try within(bounds: seconds, text)
  }

  /// Reads an instant of the clip, also as a share of its duration or as the start of a frame.
  package static func instant(_ text: some StringProtocol, on clip: Clip) throws(Refusal) -> Double {
    if text.hasSuffix("%"), let percent = bareNumber(text.dropLast()) {
      let duration = try clip.requiredDuration(for: "'\(text)'")
      let instant = duration * percent / 100
      // By rounding, 100 % may be slightly more than the clip.
      return try within(bounds: percent > 100 ? instant : min(instant, duration), text)
    }
    if let own = try ownTimecode(text, of: clip) { return own }
    guard let seconds = try time(text, at: clip.frameRate, advice: "add --fps RATE") else {
      throw .usage(
        "'\(text)' is not a time in the video",
        advice: correction(of: text) ?? "write 12.5, 1500ms, 1:30, 25%, 120f or 00:00:09:15")
    }
    return try within(bounds: seconds, text)
  }

  /// The start of the frame that has this timecode in the film; nil if the film has no such timecode.
  private static func ownTimecode(_ text: some StringProtocol, of clip: Clip) throws(Refusal) -> Double? {
    guard let start = clip.timecode, let code = TimeCode(text),
      let offset = try start.offset(of: code, in: text, within: clip.duration)
    else { return nil }
    return start.rate.start(ofFrame: offset)
  }

  /// Whether the text is a timecode that the film does not have, although it has timecodes. Then it counts from the
  /// first frame.
  package static func isForeignTimecode(_ text: some StringProtocol, to clip: Clip) -> Bool {
    guard clip.timecode != nil, TimeCode(text) != nil else { return false }
    do throws(Refusal) { return try ownTimecode(text, of: clip) == nil } catch { return false }
  }

  /// Seconds, or the start of a frame; nil if the text is neither.
  private static func time(
    _ text: some StringProtocol, at rate: FrameRate?, advice: String
  ) throws(Refusal) -> Double? {
    if let seconds = clock(text) ?? unit(text) { return seconds }
    let number = text.hasSuffix("f") ? wholeNumber(text.dropLast()) : nil
    let code = TimeCode(text)
    guard number != nil || code != nil else { return nil }
    guard let rate else {
      throw .usage("'\(text)' counts frames, but the frame rate is unknown", advice: advice)
    }
    if let number { return rate.start(ofFrame: number) }
    guard let code else { return nil }
    return rate.start(ofFrame: try code.frame(at: rate, in: text))
  }

  /// What is wrong with a text that is nearly a time; nil if it is not.
  private static func correction(of text: some StringProtocol) -> String? {
    if text.first == "-", clock(text.dropFirst()) ?? unit(text.dropFirst()) != nil { return "times begin at 0" }
    if let ends = RangeSyntax.ends(of: Substring(text)) {
      if ends.from.contains(",") { return "write an option for each part" }
      if clock(ends.from) ?? unit(ends.from) != nil { return "write one time, not a part" }
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if (2...3).contains(parts.count), let last = parts.last.flatMap({ bareNumber($0) }), last >= 60 {
      return "seconds after a colon are less than 60"
    }
    return nil
  }

  private static func within(bounds seconds: Double, _ text: some StringProtocol) throws(Refusal) -> Double {
    guard seconds <= longest else {
      throw .usage("the time '\(text)' is too long", advice: "write at most \(NumberSyntax.print(longest)) s")
    }
    return seconds
  }

  private static func unit(_ text: some StringProtocol) -> Double? {
    if text.hasSuffix("ms") { return bareNumber(text.dropLast(2)).map { $0 / 1000 } }
    if text.hasSuffix("s") { return bareNumber(text.dropLast()) }
    return bareNumber(text)
  }

  /// Reads `MM:SS.sss` or `HH:MM:SS.sss`; nil for anything else.
  package static func clock(_ text: some StringProtocol) -> Double? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard
      (2...3).contains(fields.count),
      let last = fields.last?.first, last.isASCII, last.isNumber,
      let seconds = bareNumber(fields[fields.count - 1]), seconds < 60,
      let minutes = wholeNumber(fields[fields.count - 2]), fields.count == 2 || minutes < 60,
      let hours = fields.count == 3 ? wholeNumber(fields[0]) : 0
    else { return nil }
    return Double(hours) * 3600 + Double(minutes) * 60 + seconds
  }

  /// Reads an instant of the clip. Throws if the clip is known to end earlier.
  package static func instant(_ text: some StringProtocol, inside clip: Clip) throws(Refusal) -> Double {
    let instant = try instant(text, on: clip)
    if clip.ends(before: instant) { throw clip.ending(before: "'\(text)' is") }
    return instant
  }

  /// Reads a number without a sign and a unit; nil for anything else. Times are zero or more, and `+1` is not a time
  /// either.
  package static func bareNumber(_ text: some StringProtocol) -> Double? {
    guard let first = text.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+") else { return nil }
    return NumberSyntax.parse(text)
  }

  static func wholeNumber(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.count <= 15, text.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") <= 9 }) else { return nil }
    return Int(text)
  }
}

/// Reads `FROM..TO`.
package enum RangeSyntax {
  /// The texts before and after the first two consecutive dots, which may be empty; nil without such dots.
  package static func ends(of text: Substring) -> (from: Substring, to: Substring)? {
    var index = text.startIndex
    while index < text.endIndex {
      let next = text.index(after: index)
      if text[index] == ".", next < text.endIndex, text[next] == "." {
        return (text[..<index], text[text.index(after: next)...])
      }
      index = next
    }
    return nil
  }
}
