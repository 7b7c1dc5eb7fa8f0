import Foundation
import Testing

/// Tests `--mix motion` on the command line, with ffmpeg at both ends.
@Suite struct MotionTests {
  /// Runs a shell line, and returns the words that it prints. In the line, `moving COUNT [SIZE [FORMAT]]` writes a
  /// moving y4m film, and `sums` prints a checksum per frame.
  private func sums(_ line: String) throws -> [String] { try words("eval", line) }

  /// Returns the words that a function of `MotionTests.sh` prints.
  private func words(_ words: String...) throws -> [String] {
    let result = try Shell.run(script: "MotionTests", words)
    #expect(result.status == 0, "\(words): \(result.errors)")
    return result.output.split(whereSeparator: { $0 == "\n" || $0 == " " }).map(String.init)
  }

  @Test(arguments: ["yuv420p", "yuv411p", "gray", "yuva444p", "yuv422p10le"])
  func sourceFramesPassUnaltered(format: String) throws {
    let source = try sums("moving 6 98x66 \(format) | sums")
    let slow = "moving 6 98x66 \(format) | warp-video --map <(warp-map --constant 4) --mix motion"
    let shown = try sums("\(slow) | sums")
    #expect(shown.count == 24)
    #expect(stride(from: 0, to: 24, by: 4).map { shown[$0] } == source)
    // The last frame has no next frame and is repeated. New frames differ from all source frames.
    #expect(Set(shown[20...]).count == 1)
    #expect(Set(shown).count == 21)
  }

  @Test func threadsChangeNothing() throws {
    let shown = try words("threads_change_nothing")
    #expect(shown.count == 4 && Set(shown).count == 1)
  }

  @Test func backwardPlayGivesTheForwardFramesReversed() throws {
    let forward = try sums("moving 5 | warp-video --map <(warp-map --duration 0.5 --constant 4) --mix motion | sums")
    let backward = try sums(
      "moving 5 | warp-video --map <(warp-map --duration 0.5 --constant 4 --reverse) --mix motion | sums")
    #expect(forward.prefix(17).reversed() == Array(backward.prefix(17)))
    let reversed = try sums("moving 5 | warp-video --map <(warp-map --duration 0.5 --reverse) --mix motion | sums")
    #expect(try reversed.reversed() == sums("moving 5 | sums"))
  }

  @Test func partsAtSourceSpeedPassUnaltered() throws {
    let source = try sums("moving 10 | sums")
    let shown = try sums(
      "moving 10 | warp-video --map <(warp-map --play 0..0.3 --play 0.3..0.6@0.5x --play 0.6..1) --mix motion | sums")
    #expect(shown.count == 13)
    #expect(Array(shown[..<3]) == Array(source[..<3]) && Array(shown[9...]) == Array(source[6...]))
    #expect(shown[3] == source[3] && shown[5] == source[4] && shown[7] == source[5])
  }

  @Test func nothingIsMixedAcrossACut() throws {
    let source = try words("across_a_cut", "source")
    let shown = try words("across_a_cut", "slow")
    #expect(Array(shown[8..<13]) == [source[2], source[2], source[2], source[3], source[3]])
    #expect(shown[7] != source[2])
  }

  @Test func aShutterAveragesNewFrames() throws {
    let result = try words("a_shutter_averages_new_frames")
    #expect(result[0] == "6" && result[1] == "6" && result[2] != result[3] && result.last == "same")
  }

  @Test func aTruncatedInputKeepsItsWholeFrames() throws {
    let result = try Shell.run(
      script: "MotionTests",
      [
        "eval",
        "moving 6 | head -c 40000 | warp-video --map <(warp-map --constant 2) --mix motion > b; echo $?; sums < b | wc -l",
      ])
    #expect(result.output == "4\n8\n", "\(result.errors)")
  }

  @Test func statsCountMixedFrames() throws {
    let result = try Shell.run(
      script: "MotionTests",
      ["eval", "moving 4 | warp-video --map <(warp-map --constant 2) --mix motion --stats s > b; cat s"])
    let object = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Double])
    #expect(object["frames_out"] == 8 && object["frames_mixed"] == 3)
  }
}
