import Foundation
import Testing

/// `--mix motion` as it is typed, between real ffmpegs.
@Suite struct MotionTests {
  /// `sums` prints one checksum a frame; `moving N` is a clip in which things move.
  private static let tools = """
    set -o pipefail
    moving() { ffmpeg -v error -f lavfi -i testsrc2=s=${2:-98x66}:r=10 -frames:v $1 -pix_fmt ${3:-yuv420p} \
      -strict -1 -f yuv4mpegpipe -; }
    sums() { ffmpeg -v error -i - -fps_mode passthrough -f framemd5 - | awk -F, '!/^#/ { print $6 }'; }

    """

  /// What each line of `line` prints, by the frame.
  private func sums(_ line: String) throws -> [String] {
    let result = try Shell.run(Self.tools + line)
    #expect(result.status == 0, "\(line): \(result.errors)")
    return result.output.split(whereSeparator: { $0 == "\n" || $0 == " " }).map(String.init)
  }

  @Test(arguments: ["yuv420p", "yuv411p", "gray", "yuva444p", "yuv422p10le"])
  func framesThatAreThereAreNotTouched(format: String) throws {
    let source = try sums("moving 6 98x66 \(format) | sums")
    let slow = "moving 6 98x66 \(format) | warp-video --map <(warp-map --constant 4) --mix motion"
    let shown = try sums("\(slow) | sums")
    #expect(shown.count == 24)
    #expect(stride(from: 0, to: 24, by: 4).map { shown[$0] } == source)
    // The last frame stands; what lies between others is none of them.
    #expect(Set(shown[20...]).count == 1)
    #expect(Set(shown).count == 21)
  }

  @Test func threadsChangeNothing() throws {
    let shown = try sums(
      """
      moving 4 300x200 > a; warp-map --constant 3 > m
      for n in 1 2 3 8; do warp-video --map m --mix motion --threads $n < a | md5sum | cut -c1-32; done
      """)
    #expect(shown.count == 4 && Set(shown).count == 1)
  }

  @Test func backwardIsForwardMirrored() throws {
    let forward = try sums("moving 5 | warp-video --map <(warp-map --duration 0.5 --constant 4) --mix motion | sums")
    let backward = try sums(
      "moving 5 | warp-video --map <(warp-map --duration 0.5 --constant 4 --reverse) --mix motion | sums")
    #expect(forward.prefix(17).reversed() == Array(backward.prefix(17)))
    let reversed = try sums("moving 5 | warp-video --map <(warp-map --duration 0.5 --reverse) --mix motion | sums")
    #expect(try reversed.reversed() == sums("moving 5 | sums"))
  }

  @Test func partsAtFullSpeedAreNotTouched() throws {
    let source = try sums("moving 10 | sums")
    let shown = try sums(
      "moving 10 | warp-video --map <(warp-map --play 0..0.3 --play 0.3..0.6@0.5x --play 0.6..1) --mix motion | sums")
    #expect(shown.count == 13)
    #expect(Array(shown[..<3]) == Array(source[..<3]) && Array(shown[9...]) == Array(source[6...]))
    #expect(shown[3] == source[3] && shown[5] == source[4] && shown[7] == source[5])
  }

  @Test func nothingIsMixedAcrossACut() throws {
    let make = """
      ffmpeg -v error -f lavfi -i testsrc2=s=160x120:r=10 -f lavfi -i mandelbrot=s=160x120:r=10 -filter_complex \
        '[0]trim=end_frame=3[a];[1]trim=end_frame=3[b];[a][b]concat,format=yuv420p' -f yuv4mpegpipe - > a
      """
    let source = try sums("\(make); sums < a")
    let shown = try sums("\(make); warp-video --map <(warp-map --constant 4) --mix motion < a | sums")
    #expect(Array(shown[8..<13]) == [source[2], source[2], source[2], source[3], source[3]])
    #expect(shown[7] != source[2])
  }

  @Test func aShutterAveragesWhatLiesBetween() throws {
    let result = try sums(
      """
      moving 6 > a; warp-map > m
      warp-video --map m --mix motion --shutter 180 < a | sums | wc -l
      warp-video --map m --mix motion --shutter 180 < a | sums | sort -u | wc -l
      warp-video --map m --mix motion --shutter 180 < a | sums | head -1
      warp-video --map m --shutter 180 < a | sums | head -1
      ffmpeg -v error -f lavfi -i color=red:s=64x48:r=10 -frames:v 5 -pix_fmt yuv420p -f yuv4mpegpipe - > b
      warp-video --map m --mix motion --shutter 360 < b | cmp - b && echo same
      """)
    #expect(result[0] == "6" && result[1] == "6" && result[2] != result[3] && result.last == "same")
  }

  @Test func anInputThatEndsInsideAFrameGivesWhatThereWas() throws {
    let result = try Shell.run(
      Self.tools
        + "moving 6 | head -c 40000 | warp-video --map <(warp-map --constant 2) --mix motion > b; echo $?; sums < b | wc -l"
    )
    #expect(result.output == "4\n8\n", "\(result.errors)")
  }

  @Test func statsTellWhatWasMade() throws {
    let result = try Shell.run(
      Self.tools + "moving 4 | warp-video --map <(warp-map --constant 2) --mix motion --stats s > b; cat s")
    let object = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Double])
    #expect(object["frames_out"] == 8 && object["frames_mixed"] == 3)
  }
}
