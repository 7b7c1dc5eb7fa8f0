import Foundation
import Streams
import TestSupport
import Testing
import Tool
import Values
import Warp

@testable import Commands

/// What warp-map says of the files that options name, above all of those that keep or cut parts.
@Suite struct KeptPartsTests {
  /// Files by their names in the options.
  private static let files = [
    "parts.txt": "1 2\n30 31\n", "cut.csv": "start,end,speed\n1,2,cut\n", "fast.txt": "1 2 4x\n", "empty.txt": "\n",
    "segments.json": #"{"segments": [{"start": 0, "end": 1, "text": "a b"}]}"#,
    "broken.json": #"{"segments": [{"start": 0, "end": 1, "text": "a b""#,
    "words.srt": "1\n00:00:01,000 --> 00:00:02,000\none two\n",
  ]

  private static func request(_ words: String) throws -> MapRequest {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("warp-kept-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    var typed = words
    for (name, text) in files where words.contains(name) {
      let path = directory.appendingPathComponent(name)
      try text.write(to: path, atomically: false, encoding: .utf8)
      typed = typed.replacing(name, with: path.path)
    }
    let arguments = try Arguments(parsing: ShellWords.split(typed) ?? [], for: MapCommand.command)
    return try MapRequest(arguments, on: Clip(duration: 10))
  }

  @Test(arguments: [
    ("--cut-words um", "--cut-words needs --words; write --words FILE with a time for each word"),
    ("--script words.srt", "--script needs --words"),
    ("--margin 0.1", "--margin needs --words"),
    ("--words words.srt", "--words needs --cut-words, --script"),
    ("--words parts.txt --cut-words um", "has no words; --words takes JSON of a speech recogniser, SRT or VTT"),
    ("--words segments.json --cut-words um", "has no times of single words; run whisper with --word_timestamps True"),
    ("--words broken.json --cut-words um", "broken.json:1"),
    ("--keep cut.csv", "is cut, which --keep cannot do; use --ranges"),
    ("--cut fast.txt", "has a speed, which --cut cannot do; use --ranges"),
    ("--keep broken.json", "broken.json:1"),
    ("--ranges segments.json", "segments.json); add --range-speed 4x"),
    ("--cut /proc/self/exe", "is not a text with ranges"),
    ("--speeds empty.txt", "the list has no keyframes"),
    ("--even gpmf:words.srt", "has no ground speed of GoPro (--even)"),
  ])
  func eachFaultIsNamed(_ words: String, _ message: String) {
    let said = complaint { try Self.request(words) }
    #expect(said.contains(message), "\(words): \(said)")
  }

  @Test func rangesAfterTheEndAreCounted() throws {
    let request = try Self.request("--cut parts.txt")
    #expect(request.notes.count == 1)
    #expect(request.notes[0].hasSuffix("1 of 2 ranges of --cut begin after the end of the video"))
    #expect(try Self.request("--cut empty.txt").notes.contains { $0.hasSuffix("lists no ranges (--cut)") })
  }
}
