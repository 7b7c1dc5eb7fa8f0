import Testing
import WarpMap

/// Errors of the library, which must not name options of the commands.
@Suite struct LibraryErrorTests {
  private static let mistakes: [(text: String, make: @Sendable () throws -> WarpMap, message: String)] = [
    (
      "word", { try WarpMap(speed: "0=1x, 2s=fast") },
      "'fast' is not a speed (keyframe '2s=fast'); write 2x, 0.25x or 200%"
    ),
    ("stop", { try WarpMap(speed: "0x") }, "speed '0x' would stop playback"),
    ("back", { try WarpMap(speed: "-1x") }, "speed '-1x' is negative"),
    ("share", { try WarpMap(speed: "0=1x, 50%=2x") }, "'50%' needs the duration (keyframe '50%=2x')"),
    (
      "frames", { try WarpMap(speed: "0=1x, 9f=2x") },
      "'9f' counts frames, but the frame rate is unknown (keyframe '9f=2x')"
    ),
    ("zero", { try WarpMap(speed: "1x", duration: 0) }, "the duration 0 s is not above 0 and at most 1e9 s"),
    (
      "endless", { try WarpMap(speed: "1x", duration: .infinity) },
      "the duration inf s is not above 0 and at most 1e9 s"
    ),
    ("curve", { try WarpMap(curves: ["rampp"], duration: 3) }, "'rampp' is not a curve (curve 'rampp')"),
    (
      "late", { try WarpMap(playing: ["2s..5s"], duration: 3) },
      "'5s' is after the end of the video (part '2s..5s'); the video lasts 3 s"
    ),
    ("nothing", { try WarpMap(playing: []) }, "the result would be empty; keep at least a part of the source"),
    ("open part", { try WarpMap(playing: ["2s.."]) }, "a part without an end needs the duration (part '2s..')"),
    (
      "table", { try WarpMap(table: "0 0\n1 x\n") },
      "'x' is not a time (table:2:3, source 1 s); write seconds such as 12.5, or 1:02:03.5"
    ),
    ("trim", { try plain().trimmed(from: 4, to: 4) }, "the map plays nothing between these source times"),
    ("trim", { try plain().trimmed(from: 5) }, "the map plays nothing between these source times"),
    ("trim", { try plain().trimmed(from: .nan) }, "the map plays nothing between these source times"),
    ("freeze", { try plain().frozen(at: 5, for: 1) }, "the map never shows this source time"),
    ("freeze", { try plain().frozen(at: 1, for: 0) }, "a freeze needs a length above 0"),
    ("fit", { try plain().fitted(to: .nan) }, "a result needs a length above 0"),
    ("fit", { try WarpMap(speed: "1x").fitted(to: 1) }, "the map has no end"),
    ("reverse", { try WarpMap(speed: "1x").reversed() }, "the map has no end"),
    (
      "follow", { try plain().followed(by: WarpMap(speed: "1x", duration: 5)) },
      "the second map goes on after the end of the first map's result"
    ),
    (
      "invert", { try plain().reversed().inverted() },
      "the map has no inverse: it plays backward (at 4 s in the source, 0 s in the result)"
    ),
  ]

  private static func plain() throws -> WarpMap { try WarpMap(speed: "1x", duration: 4) }

  @Test(arguments: mistakes.indices) func errorsSayWhatIsWrong(_ index: Int) throws {
    let (text, make, message) = Self.mistakes[index]
    let error = try #require(throws: WarpMapError.self) { try make() }
    #expect("\(error)" == message, "\(text)")
  }
}
