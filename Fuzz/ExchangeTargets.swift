import Exchange
import Values

/// The target that exports maps for other programs.
extension Target {
  static let exchange = [
    Target(
      name: "exchange", words: ["\t", "\n", "inf", "1e-9", "0\t0\t1\n", "1e9", "0.1", "source\twarped\n"],
      seeds: {
        [
          "0 0\n10 12\n", "0 0\n2 4\n2 5\n0.5 8\n", "0 0\n2 2\n1 2\n3 3\n7 3\n8 9\n",
          "source\twarped\tscale\n0\t0\t1\n4\t6\t2\n9\t9\t0.2\n",
        ].map { Array($0.utf8) }
      },
      cost: 20, run: export)
  ]

  /// Exports the map in every format. The frame rate and the tolerance depend on the input.
  @Sendable private static func export(_ bytes: [UInt8]) throws {
    let map = try MapLaws.map(reading: bytes)
    // The work grows with the number of frames, so that long maps would only take time.
    guard let length = map.warpedLength, length < 300, (map.sourceRange.end ?? 0) < 300 else {
      throw Refusal.map("too long to be of use here")
    }
    var choices = Choices(bytes)
    let rate = try FrameRateSyntax.parse(["24", "25", "29.97", "60"][choices.whole(below: 4)])
    let error = [nil, 0.001, 0.1][choices.whole(below: 3)]
    var isAccepted = false
    for format in ExchangeFormat.allCases {
      let request = ExchangeRequest(
        format, of: map, clip: "a&b.mp4", duration: nil, frameRate: rate, sampleRate: 44100, error: error)
      do throws(Refusal) {
        let text = try ExchangeText(request)
        // Events of an edit decision list begin at whole frames, so they may always be half a frame away.
        let leastLimit = format == .edl ? 0.5 / rate.value : 0
        let limit = max(error ?? 0.5 / rate.value, leastLimit)
        expect(text.deviation <= limit * 1.001 + 1e-6, "the map is as near as is asked for")
        expect(try! ExchangeText(request) == text, "the same map makes the same text")
        isAccepted = true
      } catch { continue }
    }
    if !isAccepted { throw Refusal.map("no program takes it") }
  }
}
