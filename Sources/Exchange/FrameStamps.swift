import Warp

/// "timestamp format v2", as mkvmerge reads it: when each frame of the film is shown, in milliseconds.
enum FrameStamps {
  static func text(_ request: ExchangeRequest, at rate: FrameRate) throws(Refusal) -> ExchangeText {
    let map = request.map
    _ = try map.requiredLength(for: "--to")
    let end = request.duration ?? map.sourceRange.end ?? 0
    guard let count = rate.frameCount(startingWithin: end), count <= CourseFrames.mostFrames else {
      throw .usage("there would be too many frames", advice: "check the rate and the length")
    }
    var bytes = Array("# timestamp format v2\n".utf8)
    var largest = 0.0
    for frame in 0..<count {
      let exact = map.visits(of: rate.start(ofFrame: frame)).first?.warped ?? 0
      // Nanoseconds: the finest that Matroska has.
      let line = DecimalText.print(exact * 1000, decimals: 6)
      largest = max(largest, abs((NumberSyntax.parse(line) ?? 0) / 1000 - exact))
      bytes += Array(line.utf8)
      bytes.append(UInt8(ascii: "\n"))
    }
    return ExchangeText(bytes: bytes, pointCount: count, deviation: largest)
  }
}
