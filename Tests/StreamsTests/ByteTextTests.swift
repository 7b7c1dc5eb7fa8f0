import Streams
import TestSupport
import Testing

@Suite struct ByteTextTests {
  @Test(arguments: ["", "film.mp4", "ümlaut", "日本", "\u{10FF7F}", "a\nb\u{0}"]) func utf8StaysUnchanged(text: String) {
    #expect(ByteText.text(text.utf8) == text)
    #expect(ByteText.bytes(text) == Array(text.utf8))
  }

  @Test func invalidBytesBecomePrivateScalars() {
    #expect(ByteText.text([0x61, 0xFF, 0x62]) == "a\u{10FFFF}b")
    #expect(ByteText.text([0xC3]) == "\u{10FFC3}")
    #expect(ByteText.byte(escapedAs: "\u{10FFC3}") == 0xC3)
    #expect(ByteText.byte(escapedAs: "\u{10FF7F}") == nil)
  }

  /// The pieces include bytes that encode the very scalars used as escapes.
  @Test func anyBytesRoundTrip() {
    var random = SplitMix64(seed: 7)
    let pieces: [[UInt8]] = [
      [0x41], [0x80], [0xC3], [0xC3, 0xBC], [0xFF], [0xF4, 0x8F, 0xBF, 0xBF], [0xF4, 0x8F, 0xBE, 0x80],
      [0xED, 0xA0, 0x80],
      [0xE6, 0x97], [0x00],
    ]
    var seen: [String: [UInt8]] = [:]
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...6, using: &random)).flatMap { _ in pieces.randomElement(using: &random)! }
      let text = ByteText.text(bytes)
      #expect(ByteText.bytes(text) == bytes)
      #expect(seen.updateValue(bytes, forKey: text).map { $0 == bytes } ?? true, "\(bytes)")
    }
  }
}
