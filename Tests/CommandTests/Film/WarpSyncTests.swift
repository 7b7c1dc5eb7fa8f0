import Testing

/// Picture and sound of what `warp` makes are where the map puts them, measured after decoding with stamps respected.
@Suite struct WarpSyncTests {
  private static let slow = "--curve double-smoothstep:factor=3"
  private static let keys = "--speed '0=1x, 1s=0.5x smooth, 2.5s=2x linear, 4s=1x'"
  private static let turning = "--play 0..3 --play 3..1@0.5x"

  @Test(arguments: [
    ("a.mp4", slow), ("a.mp4", keys), ("a.mp4", turning), ("a.mp4", "--reverse"), ("a.mov", slow), ("a.mkv", slow),
    ("a.webm", slow), ("a.webm", keys), ("a.webm", "--reverse"),
    ("a.mp4", "--vfr \(slow)"), ("a.mp4", "--vfr \(keys)"), ("a.mp4", "--vfr --reverse"), ("a.webm", "--vfr \(slow)"),
  ]) func soundAndPictureAreInStep(_ file: String, _ options: String) throws {
    let isVariable = options.contains("--vfr")
    let curve = options.replacing("--vfr", with: "")
    let result = try Shell.run(
      """
      \(Clip.make("-c:v libx264 -crf 12 -c:a pcm_s16le in.mov"))\(Clip.look)
      \(Shell.warp) \(options) in.mov \(file) || exit
      look \(file)
      for frame in \(Clip.beeps.map(String.init).joined(separator: " ")); do
        for instant in $frame $((frame + 1)); do
          warp-map --duration 4 \(curve) --at $(awk "BEGIN { printf \\"%.15g\\", $instant / 30 }") |
            awk -v frame=$instant 'NF == 2 { print "visit", frame, ++n, $2 }'
        done
      done
      """)
    #expect(result.status == 0, "\(result.errors)")
    let sight = Clip.Sight(result.output)
    let beeps = try Self.beeps(result.output)
    // mp4 keeps an instant to its tick, WebM to a millisecond; a fixed rate has none between its frames.
    let margin = isVariable ? 0.001 : 0.5 / Clip.frameRate + 0.001
    for (frame, span) in beeps {
      let middle = (span.lowerBound + span.upperBound) / 2
      let heard = try #require(sight.beep(near: middle, within: (span.upperBound - span.lowerBound) / 2 + 0.02))
      #expect(abs(heard - middle) < 0.001, "frame \(frame): heard at \(heard), not \(middle)")
      // Only while the beep lasts is its frame on screen; at a fixed rate what is shown is that of the stamp.
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

  /// Where each beep is to be heard, once for every visit: between where its frame starts and where the next does.
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
