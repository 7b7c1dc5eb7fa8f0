import Values

/// The format "timestamp format v2" of mkvmerge: the time of each frame in milliseconds, and the end of the last one.
enum FrameStamps {
  static func text(_ request: ExchangeRequest) throws(Refusal) -> ExchangeText {
    let rate = try request.requiredFrameRate()
    let map = request.map
    let count = try request.sourceFrameCount(at: rate)
    var bytes = Array("# timestamp format v2\n".utf8)
    var largest = 0.0
    func write(_ exact: Double) {
      // Six decimals of a millisecond are nanoseconds, the finest resolution of Matroska.
      let line = DecimalText.print(exact * 1000, decimals: 6)
      largest = max(largest, abs((NumberSyntax.parse(line) ?? 0) / 1000 - exact))
      bytes += Array(line.utf8) + [UInt8(ascii: "\n")]
    }
    for frame in 0..<count { write(map.firstVisit(of: rate.start(ofFrame: frame))?.warped ?? 0) }
    if let end = map.warpedLength { write(end) }
    guard largest <= request.limit else {
      throw .usage("this format cannot be more exact than \(NumberSyntax.print(largest)) s", at: "--error")
    }
    return ExchangeText(bytes: bytes, pointCount: count, deviation: largest)
  }
}
