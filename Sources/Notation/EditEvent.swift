import Warp

/// An event of an edit decision list in the form of CMX 3600: a line with four timecodes, and perhaps an M2 line that
/// says the speed.
///
///     002  AX       V     C        00:00:04:00 00:00:08:00 01:00:02:00 01:00:04:00
///     M2   AX             050.0                00:00:04:00
package struct EditEvent: Equatable, Sendable {
  /// A timecode of a list, and the offsets of its bytes.
  package struct Stamp: Equatable, Sendable {
    package let text: String
    package let range: Range<Int>
  }

  package let reel: String
  /// What is edited: V for the picture, A for sound, B or AA/V for both.
  package let channels: String
  /// C for a cut; others are dissolves and wipes.
  package let transition: String
  package let sourceIn: Stamp
  package let sourceOut: Stamp
  package let recordIn: Stamp
  package let recordOut: Stamp
  package var speed: Speed?

  /// What an M2 line says: frames of the source to a second of the result, and the first timecode that is shown.
  package struct Speed: Equatable, Sendable {
    package let framesPerSecond: Double
    package let start: Stamp?
    /// The offsets of the bytes of the number.
    package let range: Range<Int>
  }

  package var showsPicture: Bool { channels == "B" || channels.contains("V") || channels == "NONE" }

  /// The event in a line; nil for another line. `offset` is that of the line in the text.
  package init?(_ line: ArraySlice<UInt8>) {
    let words = Self.words(line)
    guard words.count >= 8, let number = words.first, number.text.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") <= 9 })
    else { return nil }
    let stamps = words.suffix(4)
    guard stamps.allSatisfy({ Self.isTimeCode($0.text) }) else { return nil }
    let first = stamps.startIndex
    (reel, channels, transition) = (words[1].text, words[2].text.uppercased(), words[3].text.uppercased())
    (sourceIn, sourceOut) = (stamps[first], stamps[first + 1])
    (recordIn, recordOut) = (stamps[first + 2], stamps[first + 3])
  }

  /// What a line `FCM: DROP FRAME` or `FCM: NON-DROP FRAME` says; nil for another line.
  package static func isDropFrame(_ line: ArraySlice<UInt8>) -> Bool? {
    let text = String(decoding: line, as: UTF8.self).uppercased()
    return text.hasPrefix("FCM:") ? !text.contains("NON") : nil
  }

  /// Eight digits between three marks.
  fileprivate static func isTimeCode(_ text: String) -> Bool {
    let fields = text.utf8.split(omittingEmptySubsequences: false) { ":;.,".utf8.contains($0) }
    return fields.count == 4 && fields.allSatisfy { $0.count == 2 && $0.allSatisfy { $0 &- UInt8(ascii: "0") <= 9 } }
  }

  fileprivate static func words(_ line: ArraySlice<UInt8>) -> [Stamp] {
    line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }.map {
      Stamp(text: String(decoding: $0, as: UTF8.self), range: $0.startIndex..<$0.endIndex)
    }
  }
}

extension EditEvent.Speed {
  /// The speed in an M2 line; nil for another line. Reels may have blanks in their names.
  package init?(_ line: ArraySlice<UInt8>) {
    let words = EditEvent.words(line)
    guard words.first?.text == "M2", words.count >= 3 else { return nil }
    let hasStart = EditEvent.isTimeCode(words[words.count - 1].text)
    let speed = words[words.count - (hasStart ? 2 : 1)]
    guard let number = NumberSyntax.parse(speed.text), number.magnitude <= 1_000_000 else { return nil }
    self.init(framesPerSecond: number, start: hasStart ? words[words.count - 1] : nil, range: speed.range)
  }
}

/// Timecodes of a list at a frame rate.
package struct EditClock: Sendable {
  private let rate: FrameRate
  /// Frames that a second of the timecode has.
  private let nominal: Int
  /// Whether a line of the list says that all timecodes are drop-frame, whatever their marks.
  package var isDropFrame = false

  package init(_ rate: FrameRate) {
    self.rate = rate
    nominal = max(1, Int(min(1e6, rate.value.rounded(.up))))
  }

  /// Labels that drop-frame skips each minute but every tenth, at 29.97 and 59.94 fps; 0 for other rates.
  private var skipped: Int {
    rate.framesPerSecond.denominator == 1001 && (nominal == 30 || nominal == 60) ? nominal / 15 : 0
  }

  private func drops(_ stamp: EditEvent.Stamp) -> Bool { isDropFrame || stamp.mark == ";" || stamp.mark == "," }

  package func frame(_ stamp: EditEvent.Stamp) -> Int {
    let fields = stamp.text.utf8.split { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) }
      .map { Int(String(Substring($0))) ?? 0 }
    guard fields.count == 4 else { return 0 }
    let minutes = fields[0] * 60 + fields[1]
    let whole = (minutes * 60 + fields[2]) * nominal + fields[3]
    return drops(stamp) ? whole - skipped * (minutes - minutes / 10) : whole
  }

  package func seconds(_ stamp: EditEvent.Stamp) -> Double { rate.start(ofFrame: frame(stamp)) }

  /// Another frame, written as `stamp` is. After 100 hours the timecode begins again.
  package func text(_ frame: Int, like stamp: EditEvent.Stamp) -> String {
    var frame = max(0, frame) % (nominal * 360_000)
    if drops(stamp), skipped > 0 {
      let (tens, rest) = frame.quotientAndRemainder(dividingBy: nominal * 600 - 9 * skipped)
      frame += skipped * (9 * tens + max(0, rest - skipped) / (nominal * 60 - skipped))
    }
    let (seconds, frames) = frame.quotientAndRemainder(dividingBy: nominal)
    let fields = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { PaddedDigits.print($0, count: 2) }
    return fields.joined(separator: ":") + stamp.mark + PaddedDigits.print(frames, count: 2)
  }

  /// The frame nearest to a time in seconds.
  package func frame(at seconds: Double) -> Int { Int(min(1e15, max(0, rate.position(at: seconds).rounded()))) }
}

extension EditEvent.Stamp {
  /// What stands before the frames.
  fileprivate var mark: String { String(text.dropLast(2).suffix(1)) }
}
