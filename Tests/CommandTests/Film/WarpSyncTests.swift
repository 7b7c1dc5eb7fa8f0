import TestSupport
import Testing

/// Decodes results of `warp-film`, and compares the times of picture and sound with the map.
@Suite struct WarpSyncTests {
  private static let slow = "--curve double-smoothstep:factor=3"
  private static let keys = "--speed '0=1x, 1s=0.5x smooth, 2.5s=2x linear, 4s=1x'"
  private static let turning = "--play 0..3 --play 3..1@0.5x"

  @Test(
    arguments: [("a.mp4", keys), ("a.webm", "--vfr \(slow)")]
      + Campaign.share(of: [
        ("a.mp4", slow), ("a.mp4", turning), ("a.mp4", "--reverse"), ("a.mov", slow), ("a.mkv", slow),
        ("a.webm", slow), ("a.webm", keys), ("a.webm", "--reverse"),
        ("a.mp4", "--vfr \(slow)"), ("a.mp4", "--vfr \(keys)"), ("a.mp4", "--vfr --reverse"),
      ]))
  func soundAndPictureAreInSync(_ file: String, _ options: String) throws {
    let isVariable = options.contains("--vfr")
    let curve = options.replacing("--vfr", with: "")
    let result = try Shell.run(
      script: "WarpSyncTests", ["step", options, curve, file] + Clip.beeps.map(String.init))
    #expect(result.status == 0, "\(result.errors)")
    let sight = Clip.Sight(result.output)
    let beeps = try Self.beeps(result.output)
    // Timestamps are rounded to a tick in mp4 and to 1 ms in WebM. At a constant rate, a frame may be half a frame off.
    let margin = isVariable ? 0.001 : 0.5 / Clip.frameRate + 0.001
    for (frame, span) in beeps {
      let middle = (span.lowerBound + span.upperBound) / 2
      let heard = try #require(sight.beep(near: middle, within: (span.upperBound - span.lowerBound) / 2 + 0.02))
      #expect(abs(heard - middle) < 0.001, "frame \(frame): heard at \(heard), not \(middle)")
      // The frame is on screen while its beep lasts. At a constant rate, a very short frame may be missing.
      let shown = sight.pictures.filter { $0.number == frame && span.contains($0.stamp, within: 0.1) }.map(\.stamp)
      if shown.isEmpty {
        #expect(span.upperBound - span.lowerBound < 1 / Clip.frameRate && !isVariable, "frame \(frame) is not shown")
      } else {
        #expect(abs((shown.min() ?? 9) - span.lowerBound) <= margin, "frame \(frame): seen at \(shown), in \(span)")
        #expect(shown.max() ?? 9 <= span.upperBound + margin, "frame \(frame): seen at \(shown), in \(span)")
      }
    }
    #expect(beeps.count >= Clip.beeps.count)
  }

  /// Returns when each beep should sound in the result: from the start of its frame to the start of the next. A beep
  /// that is played twice has two spans.
  private static func beeps(_ output: String) throws -> [(frame: Int, span: ClosedRange<Double>)] {
    var visits: [Int: [Double]] = [:]
    for line in output.split(separator: "\n") where line.hasPrefix("visit") {
      let fields = line.split(separator: " ")
      visits[try #require(Int(fields[1])), default: []].append(try #require(Double(fields[3])))
    }
    return Clip.beeps.flatMap { frame in
      zip(visits[frame] ?? [], visits[frame + 1] ?? []).map { (frame, min($0, $1)...max($0, $1)) }
    }
  }
}

extension ClosedRange<Double> {
  fileprivate func contains(_ value: Double, within margin: Double) -> Bool {
    value >= lowerBound - margin && value <= upperBound + margin
  }
}
