import Streams
import Testing

@testable import PageServer

/// Texts without a directory for their files; EditServerTests tests the files.
@Suite struct KeptTextsTests {
  @Test func theNewestTextIsKept() throws {
    let kept = KeptTexts(for: "in.mp4", in: nil)
    #expect(kept.text(.draft).isEmpty && kept.text(.presets).isEmpty)
    #expect(try kept.keep(Array("draft\0a\0b".utf8)) != nil)
    #expect(kept.text(.draft) == "a\0b" && kept.text(.presets).isEmpty)
    #expect(try kept.keep(Array("draft\0".utf8)) != nil)
    #expect(kept.text(.draft).isEmpty)
  }

  @Test(arguments: [[], Array("draft".utf8), Array("other\0a".utf8), Array("draft\0".utf8) + [0xFF], [0, 0]])
  func otherBodiesAreMalformed(body: [UInt8]) {
    #expect(throws: KeptTexts.Refusal.malformed) { try KeptTexts(for: "in.mp4", in: nil).keep(body) }
  }

  @Test func longTextsAreRefused() throws {
    let kept = KeptTexts(for: "in.mp4", in: nil)
    let longest = [UInt8](repeating: 0x61, count: 64 * 1024)
    _ = try kept.keep(Array("presets\0".utf8) + longest)
    #expect(throws: KeptTexts.Refusal.tooLong) { try kept.keep(Array("presets\0a".utf8) + longest) }
    #expect(kept.text(.presets).utf8.count == longest.count)
  }
}
