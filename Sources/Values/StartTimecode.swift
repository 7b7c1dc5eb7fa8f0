/// The timecode of a film's first frame.
package struct StartTimecode: Equatable, Sendable {
  /// The number of frames from 00:00:00:00 to the first frame.
  package let frame: Int
  package let isDropFrame: Bool
  package let rate: FrameRate

  /// Nil if the text is not a timecode, or does not exist at this rate.
  package init?(_ text: some StringProtocol, at rate: FrameRate) {
    guard let code = TimeCode(text), let frame = try? code.frame(at: rate, in: text),
      frame < TimeCode.day(at: rate, isDropFrame: code.isDropFrame)
    else { return nil }
    (self.frame, isDropFrame, self.rate) = (frame, code.isDropFrame, rate)
  }

  package init(frame: Int, isDropFrame: Bool, rate: FrameRate) {
    (self.frame, self.isDropFrame, self.rate) = (frame, isDropFrame, rate)
  }

  /// In seconds from 00:00:00:00.
  package var seconds: Double { rate.start(ofFrame: frame) }

  /// Timecodes begin anew at midnight.
  private var day: Int { TimeCode.day(at: rate, isDropFrame: isDropFrame) }

  package var text: String {
    let fields = TimeCode.fields(ofFrame: frame % day, at: rate, isDropFrame: isDropFrame)
      .map { PaddedDigits.print($0, count: 2) }
    return fields.prefix(3).joined(separator: ":") + (isDropFrame ? ";" : ":") + fields[3]
  }

  /// The timecode of the frame that begins at a source time.
  package func at(_ source: Double) -> StartTimecode {
    StartTimecode(
      frame: frame + Int(min(1e12, rate.position(at: source).rounded())), isDropFrame: isDropFrame, rate: rate)
  }

  /// The same time of day at another rate; nil if no timecodes exist at that rate. Seconds of drop-frame and other
  /// labels are equally long only about each minute, so the label is converted, not the time.
  package func converted(to other: FrameRate) -> StartTimecode? {
    if other == rate { return self }
    let fields = TimeCode.fields(ofFrame: frame, at: rate, isDropFrame: isDropFrame)
    let share = Double(fields[3]) / rate.value.rounded(.up)
    let frames = Int(share * other.value.rounded(.up))
    let label = (fields.prefix(3) + [frames]).map { PaddedDigits.print($0, count: 2) }
    let start = label.prefix(3).joined(separator: ":")
    return (isDropFrame ? StartTimecode("\(start);\(label[3])", at: other) : nil)
      ?? StartTimecode("\(start):\(label[3])", at: other)
  }

  /// The source time of a time in an edit decision list, which the list counts from midnight.
  package func source(ofListed seconds: Double) -> Double {
    let source = seconds - self.seconds
    return source < -0.5 / rate.value ? source + rate.start(ofFrame: day) : source
  }

  /// Whole frames from the first frame to that of a label; nil if the label is not one of the film's. A film with
  /// drop-frame labels also understands them with a colon. Throws if drop-frame skips the label in the film.
  ///
  /// - Parameter duration: of the film in seconds; nil if it is unknown.
  func offset(
    of code: TimeCode, in text: some StringProtocol, within duration: Double?
  ) throws(Refusal) -> Int? {
    let code = isDropFrame ? code.droppingFrames : code
    guard let number = (try? code.frame(at: rate, in: text)) ?? code.frameAfterSkipped(at: rate) else { return nil }
    let offset = number < frame && duration != nil ? number + day - frame : number - frame
    guard offset >= 0, duration.map({ rate.start(ofFrame: offset) <= $0 + 1e-6 }) ?? true else { return nil }
    _ = try code.frame(at: rate, in: text)
    return offset
  }
}
