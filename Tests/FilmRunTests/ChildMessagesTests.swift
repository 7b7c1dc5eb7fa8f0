import Film
import Testing

@testable import FilmRun

@Suite struct ChildMessagesTests {
  private func passed(_ text: String, of program: Program = .ffmpeg, in size: Int = .max) -> String {
    var messages = ChildMessages(of: program, for: "warp-film", naming: [("/proc/self/fd/7", "out.mp4")])
    var bytes = Array(text.utf8)[...]
    var passed: [UInt8] = []
    while !bytes.isEmpty {
      passed += messages.take(Array(bytes.prefix(size)))
      bytes = bytes.dropFirst(size)
    }
    return String(decoding: passed + messages.finish(), as: UTF8.self)
  }

  /// A line and what is passed on of it; nil if nothing is.
  @Test(
    arguments: [
      ("Unknown encoder 'nonsense'", "Unknown encoder 'nonsense'"),
      ("[out#0] Error writing trailer: Broken pipe", nil), ("    Last message repeated 3 times", nil),
      ("[h264] No main startcode found.", nil), ("[vost#0] Error muxing a packet", nil),
      ("[af#1] Task finished with error code: -32", nil), ("[dec] Terminating thread with return code -32", nil),
      ("[out#0] Error opening output file /proc/self/fd/7.", nil), ("Error opening input file pipe:5.", nil),
      ("pipe:5: Invalid data found when processing input", nil),
      ("[in#0] Error opening input: Invalid data found when processing input", nil),
      ("in.mp4: Invalid data found when processing input", "in.mp4: Invalid data found when processing input"),
      ("/proc/self/fd/7: No space left", "out.mp4: No space left"),
      ("/proc/self/fd/71 and /proc/self/fd/7", "/proc/self/fd/71 and out.mp4"),
      ("", ""),
    ] as [(String, String?)])
  func redundantLinesOfFFmpegAreDropped(_ line: String, _ due: String?) {
    #expect(passed(line + "\n") == (due.map { $0 + "\n" } ?? ""))
    #expect(passed(line + "\n", in: 3) == (due.map { $0 + "\n" } ?? ""))
  }

  /// Three lines of a kind are shown. Lines of a filter are always shown.
  @Test func manySimilarLinesOfFFmpegAreCounted() {
    let line = { (number: Int) in "[h264 @ 0x55f1\(number)] error while decoding MB \(number) 2" }
    let others = ["[mov @ 0x5] moov atom not found", "warp-video: warning: 1 frame is dropped"]
    let text = (1...9).map(line) + others + ["warp-video: warning: 2 frames are dropped"]
    let shown = (1...3).map(line) + others + ["warp-video: warning: 2 frames are dropped"]
    #expect(passed(text.joined(separator: "\n") + "\n") == shown.joined(separator: "\n") + "\n")
    var repeated = RepeatedLines()
    let shows = (1...4).map { repeated.takes(line($0)) }
    #expect(shows == [true, true, true, false] && repeated.note == "ffmpeg printed 1 more line like these")
  }

  @Test(
    arguments: [
      (
        "warning: 1 cue is dropped: the map does not show it",
        "warning: subtitle 2: 1 cue is dropped: the map does not show it"
      ),
      ("error: not a time", "error: subtitle 2: not a time"), ("12 cues", "12 cues"),
    ])
  func oneOfSeveralTracksIsNamed(_ line: String, _ due: String) {
    var messages = ChildMessages(of: .map, for: "warp-film", on: "subtitle 2")
    #expect(String(decoding: messages.take(Array("warp-map: \(line)\n".utf8)), as: UTF8.self) == "warp-film: \(due)\n")
  }

  /// The encoder's failure contains the reason why OUTPUT could not be written, once, for any version of ffmpeg.
  @Test(
    arguments: [
      ("av_interleaved_write_frame(): No space left on device", "No space left on device"),
      ("Error writing trailer of /proc/self/fd/7: File too large", "File too large"),
      ("[vost#0:0/libx264 @ 0x5] Error submitting a packet to the muxer: Disk quota exceeded", "Disk quota exceeded"),
      ("[out#0/mp4 @ 0x5] Error closing file: Input/output error", "Input/output error"),
      ("cover.mp4: Input/output error", nil), ("Error writing trailer of 'a: No space left on device'", nil),
    ] as [(String, String?)])
  func writeErrorsAreKeptForTheFailure(_ line: String, _ reason: String?) {
    var encoder = ChildMessages(of: .ffmpeg, for: "warp-film", naming: [("/proc/self/fd/7", "out.mp4")])
    #expect(encoder.take(Array("\(line)\n".utf8)).isEmpty == (reason != nil))
    #expect(encoder.writeError == reason)
    // A decoder writes only to pipes.
    var decoder = ChildMessages(of: .ffmpeg, for: "warp-film")
    #expect(decoder.take(Array("\(line)\n".utf8)) == Array("\(line)\n".utf8) && decoder.writeError == nil)
  }

  /// A demuxer may report a missing chapter track. The encoder's codec may be the film's codec.
  @Test(arguments: [
    ("[h264 @ 0x5] error while decoding MB 1 2", true), ("[vist#0:0/h264 @ 0x5] [dec:h264 @ 0x6] what", true),
    ("[mov,mp4 @ 0x5] Referenced QT chapter track not found", false), ("[aac @ 0x5] what", false),
  ])
  func onlyThePictureDecoderReportsDamage(_ line: String, _ isDamage: Bool) {
    func reportsDamage(naming names: [(path: String, name: String)], decoding codec: String?) -> Bool {
      var messages = ChildMessages(of: .ffmpeg, for: "warp-film", naming: names, decoding: codec)
      _ = messages.take(Array("\(line)\n".utf8))
      return messages.reportsDamage
    }
    #expect(reportsDamage(naming: [], decoding: "h264") == isDamage)
    #expect(!reportsDamage(naming: [], decoding: nil))
    #expect(!reportsDamage(naming: [("/proc/self/fd/7", "out.mp4")], decoding: "h264"))
  }

  @Test func aLastLineMayLackItsLineFeed() {
    #expect(passed("one\ntwo") == "one\ntwo\n")
  }

  @Test(
    arguments: [
      (.video, "warp-video: error: what", "warp-film: error: what", true),
      (.audio, "warp-audio: warning: 3 samples clipped", "warp-film: warning: 3 samples clipped", false),
      (.map, "said by warp-map: error: what", "said by warp-map: error: what", false),
      (.ffmpeg, "warp-video: error: what", "warp-video: error: what", false),
    ] as [(Program, String, String, Bool)])
  func messagesOfFiltersGetTheCommandsName(_ program: Program, _ line: String, _ due: String, _ isError: Bool) {
    var messages = ChildMessages(of: program, for: "warp-film")
    #expect(String(decoding: messages.take(Array("\(line)\n".utf8)), as: UTF8.self) == due + "\n")
    #expect(messages.hasReportedError == isError)
  }

  /// Progress is a line without an end, which is shown immediately. A message after it gets its own line.
  @Test func progressIsPassedOnAtOnce() {
    var messages = ChildMessages(of: .video, for: "warp-film")
    func take(_ text: String) -> String { String(decoding: messages.take(Array(text.utf8)), as: UTF8.self) }
    #expect(take("\r0:01  10%") == "\r0:01  10%")
    #expect(take("\r0:02  20%\n") == "\r0:02  20%\n")
    #expect(take("warp-video: error: what\n") == "warp-film: error: what\n")
  }
}

extension ChildMessages {
  fileprivate mutating func take(_ block: [UInt8]) -> [UInt8] {
    var repeated = RepeatedLines()
    return take(block, counting: &repeated)
  }

  fileprivate mutating func finish() -> [UInt8] {
    var repeated = RepeatedLines()
    return finish(counting: &repeated)
  }
}
