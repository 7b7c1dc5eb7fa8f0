import Values

/// The timecodes of an edit decision list at a frame rate.
package struct EditClock: Sendable {
  package let rate: FrameRate

  package init(_ rate: FrameRate) { self.rate = rate }

  /// Reads a timecode. Throws if it does not exist at this rate.
  ///
  /// - Parameters:
  ///   - isDropFrame: whether the list declares drop-frame. A semicolon or comma before the frames also declares it.
  ///   - line: the line number for errors.
  func time(_ word: EditWord, isDropFrame: Bool, line: Int) throws(NotationError) -> EditEvent.Time {
    let advice = "give the frame rate of the list with --fps"
    guard rate.value.rounded(.up) <= 100 else {
      throw NotationError(
        "timecodes of a list count up to 100 frames a second, not \(BriefNumber.print(rate.value))", line: line,
        advice: advice)
    }
    let isDropFrame = isDropFrame || [";", ","].contains(word.text.dropLast(2).suffix(1))
    let fields = word.text.split { ":;.,".contains($0) }
    let usual = fields.dropLast().joined(separator: ":") + (isDropFrame ? ";" : ":") + (fields.last ?? "")
    guard let code = TimeCode(usual) else {
      throw NotationError("the timecode '\(word.text)' does not exist", line: line)
    }
    do throws(Refusal) {
      let frame = try code.frame(at: rate, in: word.text)
      return EditEvent.Time(
        text: word.text, range: word.range, seconds: rate.start(ofFrame: frame), isDropFrame: isDropFrame)
    } catch {
      throw NotationError(error.problem, line: line, advice: advice)
    }
  }

  /// The frame nearest to a time in seconds.
  package func frame(at seconds: Double) -> Int { Int(min(1e15, max(0, rate.position(at: seconds).rounded()))) }

  /// Prints another frame in the notation of `time`.
  package func text(_ frame: Int, like time: EditEvent.Time) -> String {
    let fields = TimeCode.fields(ofFrame: frame, at: rate, isDropFrame: time.isDropFrame)
    var digits = fields.flatMap { Array(PaddedDigits.print($0, count: 2).utf8) }[...]
    return String(decoding: time.text.utf8.map { $0.isDecimalDigit ? digits.removeFirst() : $0 }, as: UTF8.self)
  }
}
