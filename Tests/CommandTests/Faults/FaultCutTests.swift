import Testing

/// Truncates input streams after every byte. The tools must output all whole frames or samples, and report an
/// incomplete one.
@Suite struct FaultCutTests {
  private static let film = FaultStreams.film(4, 2, frames: 3)
  /// The number of bytes of a y4m frame, and the number of bytes before the first frame.
  private static let frameLength = 18
  private static let headLength = film.count - 3 * frameLength

  /// Runs the tool with every truncation of the stream, from empty to complete.
  private func cut(
    _ stream: [UInt8], _ tool: String, _ words: [String], _ body: (Int, Piped.Result) throws -> Void
  ) throws {
    for count in 0...stream.count {
      let result = try Piped().run(tool, words, Array(stream[..<count]))
      let messageCount = result.errors.filter { $0 == "\n" }.count
      #expect(messageCount == (result.status == 0 ? 0 : 1), "\(count) bytes: \(result)")
      #expect(result.status == 0 || result.errors.hasPrefix("\(tool): error: "), "\(count) bytes: \(result)")
      try body(count, result)
    }
  }

  /// The frame numbers in a y4m stream; nil if a frame is incomplete.
  private func numbers(_ y4m: [UInt8]) -> [UInt8]? {
    guard let end = y4m.firstIndex(of: UInt8(ascii: "\n")) else { return y4m.isEmpty ? [] : nil }
    let frames = y4m[(end + 1)...]
    guard frames.count % Self.frameLength == 0 else { return nil }
    return stride(from: frames.startIndex, to: frames.endIndex, by: Self.frameLength).map { frames[$0 + 6] }
  }

  @Test(arguments: ["same", "back"]) func truncatedFilmsKeepTheirWholeFrames(map: String) throws {
    try FaultStreams.withMaps { maps in
      try cut(Self.film, "warp-video", ["--map", "\(maps)/\(map)"]) { count, result in
        let (whole, rest) = max(0, count - Self.headLength).quotientAndRemainder(dividingBy: Self.frameLength)
        let forward = (0..<whole).map { UInt8($0 + 1) }
        // If less than a tenth of a second is missing, the last input frame replaces the missing frames.
        let backward = whole == 0 ? [] : (0..<3).reversed().map { UInt8(min($0, whole - 1) + 1) }
        #expect(numbers(result.output) == (map == "same" ? forward : backward), "\(count) bytes: \(result)")
        #expect(result.status == (whole > 0 && rest == 0 ? 0 : 4), "\(count) bytes: \(result)")
      }
    }
  }

  @Test func truncatedNUTKeepsItsWholeFrames() throws {
    try FaultStreams.withMaps { maps in
      let same = ["--map", "\(maps)/same"]
      let nut = try Piped().run("warp-video", same + ["--output-format", "nut"], Self.film).output
      var (frameCount, status): (Int, Int32) = (0, 4)
      try cut(nut, "warp-video", same + ["--output-format", "y4m"]) { count, result in
        let shown = try #require(numbers(result.output), "\(count) bytes: \(result)")
        #expect(shown == (0..<shown.count).map { UInt8($0 + 1) }, "\(count) bytes")
        #expect(shown.count >= frameCount, "\(count) bytes")
        #expect(result.status == 4 || result.status == 0 && !shown.isEmpty, "\(count) bytes: \(result)")
        // A truncated stream is complete only if it ends between two packets, which two successive byte counts cannot
        // both do.
        #expect(result.status == 4 || status == 4, "\(count) bytes")
        (frameCount, status) = (shown.count, result.status)
      }
      #expect(frameCount == 3 && status == 0)
    }
  }

  /// Truncates a film inside its last frame, and plays maps that need this frame in many ways. warp-video must still
  /// have the frame that it shows instead, and output the same from a pipe as from a file.
  @Test(arguments: ["testsrc=r=10:d=1", "testsrc=r=10:d=1.2,select='not(eq(mod(n\\,5)\\,3))'"])
  func aCutInTheLastFrameGivesTheSameFromPipeAndFile(source: String) throws {
    let result = try Shell.run(script: "FaultCutTests", [source])
    #expect(result.status == 0 && result.output == "", "\(result)")
  }

  @Test func truncatedRawSoundKeepsItsWholeSamples() throws {
    let samples = FaultStreams.samples(20)
    try FaultStreams.withMaps { maps in
      try cut(samples, "warp-audio", ["--map", "\(maps)/same"] + FaultStreams.pcm) { count, result in
        #expect(result.output == Array(samples[..<(count & ~1)]), "\(count) bytes")
        #expect(result.status == (count % 2 == 0 ? 0 : 4), "\(count) bytes: \(result)")
      }
    }
  }

  /// Tests a WAV header that states the length of the sound, and one that does not.
  @Test(arguments: [UInt32(40), .max]) func truncatedWAVKeepsItsWholeSamples(length: UInt32) throws {
    let (head, samples) = (FaultStreams.wavHead(length: length), FaultStreams.samples(20))
    try FaultStreams.withMaps { maps in
      try cut(head + samples, "warp-audio", ["--map", "\(maps)/same"]) { count, result in
        // Fewer than four bytes do not identify WAV. warp-audio then asks for --format and exits with 2, as for misuse.
        guard count >= head.count else {
          #expect(result.status == ((1...3).contains(count) ? 2 : 4), "\(count) bytes: \(result)")
          #expect(result.output == [], "\(count) bytes")
          return
        }
        let whole = (count - head.count) & ~1
        #expect(Array(result.output.dropFirst(44)).starts(with: samples[..<whole]), "\(count) bytes")
        let isWhole = length == .max ? count % 2 == 0 : count == head.count + samples.count
        #expect(result.status == (isWhole ? 0 : 4), "\(count) bytes: \(result)")
      }
    }
  }

  @Test func aTruncatedTableIsAMapOrRefused() throws {
    let table = Array("# a map\nsource\twarped\tscale\n0\t0\t1\n1\t2\t3\n2\t5\t3\ninf\tinf\t3\n".utf8)
    try cut(table, "warp-map", ["--map", "-"]) { count, result in
      #expect(result.status == 0 || result.status == 3, "\(count) bytes: \(result)")
      #expect(result.output.isEmpty == (result.status != 0), "\(count) bytes: \(result)")
      // A map needs two rows with at least two numbers each, which this table has after 37 bytes.
      if result.status == 0 { #expect(count >= 37, "\(count) bytes") }
      if count == table.count { #expect(result.status == 0) }
    }
  }

  @Test func everyTimeOfATruncatedListIsConverted() throws {
    let text = "1\n2.5\n12\n"
    try cut(Array(text.utf8), "warp-map", ["--constant", "2", "--at", "-"]) { count, result in
      let times = text.prefix(count).split(separator: "\n").compactMap { Double($0) }
      let rows = String(decoding: result.output, as: UTF8.self).split(separator: "\n").map {
        $0.split(separator: "\t").compactMap { Double($0) }
      }
      #expect(rows == times.map { [$0, 2 * $0] }, "\(count) bytes")
      #expect(result.status == 0, "\(count) bytes: \(result)")
    }
  }
}
