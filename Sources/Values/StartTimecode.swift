/// The timecode of a film's first frame.
package struct StartTimecode: Equatable, Sendable {
  /// The number of frames from 00:00:00:00 to the first frame.
  package let frame: Int
  package let isDropFrame: Bool
  package let rate: FrameRate

  /// Nil if the text is not a timecode, or does not exist at this rate.
  package init?(_ text: some StringProtocol, at rate: FrameRate) {
    guard let code = TimeCode(text), let frame = try? code.frame(at: rate, in: text) else { return nil }
    (self.frame, isDropFrame, self.rate) = (frame, code.isDropFrame, rate)
  }

  package init(frame: Int, isDropFrame: Bool, rate: FrameRate) {
    (self.frame, self.isDropFrame, self.rate) = (frame, isDropFrame, rate)
  }

  /// In seconds from 00:00:00:00.
  package var seconds: Double { rate.start(ofFrame: frame) }

  package var text: String {
    let fields = TimeCode.fields(ofFrame: frame, at: rate, isDropFrame: isDropFrame)
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

  /// Whole frames from the first frame to that of a label; nil if the label is not one of the film's. A film with
  /// drop-frame labels also understands them with a colon.
  ///
  /// - Parameter duration: of the film in seconds; nil if it is unknown.
  func offset(of code: TimeCode, in text: some StringProtocol, within duration: Double?) -> Int? {
    let usual = isDropFrame ? code.droppingFrames : code
    guard let number = (try? usual.frame(at: rate, in: text)) ?? (try? code.frame(at: rate, in: text)) else {
      return nil
    }
    let offset = number - frame
    guard offset >= 0, duration.map({ rate.start(ofFrame: offset) <= $0 + 1e-6 }) ?? true else { return nil }
    return offset
  }
}
