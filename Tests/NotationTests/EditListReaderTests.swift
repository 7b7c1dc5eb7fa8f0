import Testing
import Values

@testable import Notation

@Suite struct EditListReaderTests {
  private static let times = "00:00:00:00 00:00:02:00 00:00:00:00 00:00:02:00"

  private static func reader(_ lines: String..., rate: Rational = Rational(25)!) throws -> EditListReader {
    var reader = EditListReader(EditClock(try #require(FrameRate(rate))))
    for (index, line) in lines.enumerated() { _ = try reader.read(Array(line.utf8)[...], number: index + 1) }
    return reader
  }

  @Test func readsTheFieldsOfAnEvent() throws {
    let event = try #require(
      try Self.reader("002 MY REEL aa/v W001 030 \(Self.times)", "M2 MY REEL -050.0 00:00:02:00").events.first)
    #expect(event.reel == "MY REEL" && event.channels == "AA/V" && event.transition == "W001" && event.showsPicture)
    #expect(event.source == (start: 2, speed: -2))
    #expect(try Self.reader("1 AX V C \(Self.times)", "* FROM CLIP NAME:  a b.mov \r").events[0].clipName == "a b.mov")
  }

  /// Lists at 29.97 fps state normal speed as 29.9, 29.97 or 30.
  @Test(arguments: ["029.9", "029.97", "030.0"]) func roundedNormalSpeedsAreNormal(_ speed: String) throws {
    let rate = Rational(30000, 1001)!
    let even = "00:00:04:00 00:00:08:00 00:00:00:00 00:00:04:00"
    #expect(try Self.reader("1 AX V C \(even)", "M2 AX \(speed)", rate: rate).events[0].source.speed == 1)
    let backward = try Self.reader("1 AX V C \(even)", "M2 AX -\(speed) 00:00:04:00", rate: rate).events[0]
    #expect(backward.source.speed == -1 && backward.source.start == backward.sourceOut.seconds)
    let fast = "00:00:04:00 00:00:08:01 00:00:00:00 00:00:04:00"
    let stated = try Self.reader("1 AX V C \(fast)", "M2 AX 030.0", rate: rate).events[0].source.speed
    #expect(abs(stated - 1.001) < 1e-9)
  }

  /// Some lists state the ends of backward play in the order in which they are shown.
  @Test func backwardEventsMayBeginAtTheirEnd() throws {
    let event = try Self.reader("1 AX V C 00:00:04:00 00:00:02:00 00:00:00:00 00:00:02:00", "M2 AX -025.0").events[0]
    #expect(event.source == (start: 4, speed: -1))
  }

  /// Otherwise a text without line endings would become millions of words.
  @Test func longLinesAreComments() throws {
    let blanks = String(repeating: " ", count: 1000)
    #expect(try Self.reader("1 AX V C\(blanks)\(Self.times)").events.isEmpty)
    #expect(try Self.reader("1 AX V C \(Self.times)", "M2 AX\(blanks)50").events[0].motion == nil)
  }

  /// Drop-frame labels are converted to frames and back.
  @Test(arguments: [Rational(30000, 1001)!, Rational(60000, 1001)!, Rational(25)!, Rational(24000, 1001)!])
  func timecodesKeepTheirNotation(_ rate: Rational) throws {
    let clock = EditClock(try #require(FrameRate(rate)))
    let isDropFrame = rate.denominator == 1001 && rate != Rational(24000, 1001)!
    for text in ["00:00:59:23", "00:01:00:04", "00:10:00:00", "01:09:59:20", "99:59:59:23"] {
      for mark in isDropFrame ? [":", ";", ","] : [":", "."] {
        let code = "\(text.dropLast(3))\(mark)\(text.suffix(2))"
        let event = try Self.reader("1 AX V C \(code) \(Self.times.dropFirst(12))", rate: rate).events[0]
        let frame = clock.frame(at: event.sourceIn.seconds)
        #expect(clock.text(frame, like: event.sourceIn) == code)
        #expect(clock.rate.start(ofFrame: frame) == event.sourceIn.seconds)
      }
    }
  }
}
