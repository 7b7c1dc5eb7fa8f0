/// A frame as `HH:MM:SS:FF`, as cameras and editors count: a whole number of frames per second. A semicolon before the
/// frames means drop-frame. Drop-frame skips two labels (four at 59.94 fps) at the start of each minute, except every
/// tenth.
package struct TimeCode {
  private let minutes: Int
  private let seconds: Int
  private let frames: Int
  let isDropFrame: Bool

  /// Nil if the text has another form, or if minutes or seconds are 60 or more.
  package init?(_ text: some StringProtocol) {
    let text = String(text)
    let fields = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == ";" }
    let marks = String(text.filter { $0 == ":" || $0 == ";" })
    guard marks == ":::" || marks == "::;" else { return nil }
    let lengths = fields.map(\.utf8.count)
    let numbers = fields.compactMap { TimeSyntax.wholeNumber($0) }
    // Hours have at most six digits (114 years), so that no product overflows.
    guard numbers.count == 4, lengths[0] <= 6, lengths[1] == 2, lengths[2] == 2, (2...4).contains(lengths[3]),
      numbers[1] < 60, numbers[2] < 60
    else { return nil }
    minutes = numbers[0] * 60 + numbers[1]
    seconds = numbers[2]
    frames = numbers[3]
    isDropFrame = marks == "::;"
  }

  private init(_ code: TimeCode, isDropFrame: Bool, frames: Int? = nil) {
    (minutes, seconds, self.frames) = (code.minutes, code.seconds, frames ?? code.frames)
    self.isDropFrame = isDropFrame
  }

  /// The frame after a label that drop-frame skips; nil for other labels.
  func frameAfterSkipped(at rate: FrameRate) -> Int? {
    guard isDropFrame, seconds == 0 else { return nil }
    let next = TimeCode(self, isDropFrame: true, frames: Int(rate.value.rounded(.up)) / 15)
    return frames < next.frames ? try? next.frame(at: rate, in: "") : nil
  }

  /// The number of frames in a day. Timecodes of this kind must exist at this rate.
  static func day(at rate: FrameRate, isDropFrame: Bool) -> Int {
    let count = Int(rate.value.rounded(.up))
    return 24 * 6 * (count * 600 - (isDropFrame ? 9 * (count / 15) : 0))
  }

  /// The label taken as drop-frame.
  var droppingFrames: TimeCode { TimeCode(self, isDropFrame: true) }

  /// The number of the frame. `text` is the timecode, for errors.
  package func frame(at rate: FrameRate, in text: some StringProtocol) throws(Refusal) -> Int {
    let nominal = rate.value.rounded(.up)
    let isWhole = rate.framesPerSecond.denominator == 1
    guard isWhole || rate.framesPerSecond == Rational(Int64(nominal) * 1000, 1001) else {
      throw .usage(
        "'\(text)' is a timecode, which does not exist at \(Self.name(of: rate)) fps",
        advice: "write seconds, or frames such as 285f")
    }
    let count = Int(nominal)
    guard frames < count else {
      throw .usage(
        "the timecode '\(text)' does not exist at \(Self.name(of: rate)) fps",
        advice: "the last frame of a second is \(count - 1)"
      )
    }
    let whole = (minutes * 60 + seconds) * count + frames
    guard isDropFrame else { return whole }
    guard !isWhole, count == 30 || count == 60 else {
      throw .usage(
        "'\(text)' is a drop-frame timecode, which does not exist at \(Self.name(of: rate)) fps",
        advice: "write a colon before the frames; drop-frame is for 29.97 and 59.94 fps")
    }
    let skipped = count / 15
    guard minutes % 10 == 0 || seconds > 0 || frames >= skipped else {
      throw .usage(
        "the drop-frame timecode '\(text)' does not exist", advice: "this minute begins with frame \(skipped)")
    }
    return whole - skipped * (minutes - minutes / 10)
  }

  /// The hours, minutes, seconds and frames of a frame's label. Labels start again at 100 hours.
  ///
  /// Precondition: timecodes of this kind exist at this rate.
  package static func fields(ofFrame frame: Int, at rate: FrameRate, isDropFrame: Bool) -> [Int] {
    let count = Int(rate.value.rounded(.up))
    let skipped = isDropFrame ? count / 15 : 0
    // The first of ten minutes skips no label.
    let tenMinutes = count * 600 - 9 * skipped
    let frame = max(0, frame) % (600 * tenMinutes)
    let (tens, rest) = frame.quotientAndRemainder(dividingBy: tenMinutes)
    let label = frame + skipped * (9 * tens + max(0, rest - skipped) / (count * 60 - skipped))
    let (seconds, frames) = label.quotientAndRemainder(dividingBy: count)
    return [seconds / 3600, seconds / 60 % 60, seconds % 60, frames]
  }

  /// The usual name of a rate, such as 29.97.
  private static func name(of rate: FrameRate) -> String {
    NumberSyntax.print((rate.value * 1000).rounded() / 1000)
  }
}
