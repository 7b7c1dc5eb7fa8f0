import Testing

/// Streams that end after any of their bytes: what was whole comes out, and how it ended is said.
@Suite struct FaultCutTests {
  private static let film = FaultStreams.film(4, 2, frames: 3)
  /// What a frame takes in y4m, and what stands before the first.
  private static let frameLength = 18
  private static let headLength = film.count - 3 * frameLength

  /// Runs the tool with each of the stream's beginnings.
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

  /// The whole frames of y4m: their numbers; nil if there is anything else.
  private func numbers(_ y4m: [UInt8]) -> [UInt8]? {
    guard let end = y4m.firstIndex(of: UInt8(ascii: "\n")) else { return y4m.isEmpty ? [] : nil }
    let frames = y4m[(end + 1)...]
    guard frames.count % Self.frameLength == 0 else { return nil }
    return stride(from: frames.startIndex, to: frames.endIndex, by: Self.frameLength).map { frames[$0 + 6] }
  }

  @Test(arguments: ["same", "back"]) func films(map: String) throws {
    try FaultStreams.withMaps { maps in
      try cut(Self.film, "warp-video", ["--map", "\(maps)/\(map)"]) { count, result in
        let (whole, rest) = max(0, count - Self.headLength).quotientAndRemainder(dividingBy: Self.frameLength)
        let forward = (0..<whole).map { UInt8($0 + 1) }
        // The last frame there is stands for those that are missing, which are less than a tenth of a second.
        let backward = whole == 0 ? [] : (0..<3).reversed().map { UInt8(min($0, whole - 1) + 1) }
        #expect(numbers(result.output) == (map == "same" ? forward : backward), "\(count) bytes: \(result)")
        #expect(result.status == (whole > 0 && rest == 0 ? 0 : 4), "\(count) bytes: \(result)")
      }
    }
  }

  @Test func nut() throws {
    try FaultStreams.withMaps { maps in
      let same = ["--map", "\(maps)/same"]
      let nut = try Piped().run("warp-video", same + ["--output-format", "nut"], Self.film).output
      var (frameCount, status): (Int, Int32) = (0, 4)
      try cut(nut, "warp-video", same + ["--output-format", "y4m"]) { count, result in
        let shown = try #require(numbers(result.output), "\(count) bytes: \(result)")
        #expect(shown == (0..<shown.count).map { UInt8($0 + 1) }, "\(count) bytes")
        #expect(shown.count >= frameCount, "\(count) bytes")
        #expect(result.status == 4 || result.status == 0 && !shown.isEmpty, "\(count) bytes: \(result)")
        // A byte behind the end of one packet is inside the next.
        #expect(result.status == 4 || status == 4, "\(count) bytes")
        (frameCount, status) = (shown.count, result.status)
      }
      #expect(frameCount == 3 && status == 0)
    }
  }

  /// Whatever is to be shown then: nothing that stands in for the frame that is cut short has been let go of, and files and
  /// pipes have it.
  @Test(arguments: ["testsrc=r=10:d=1", "testsrc=r=10:d=1.2,select='not(eq(mod(n\\,5)\\,3))'"])
  func insideTheLastFrame(source: String) throws {
    let result = try Shell.run(
      """
      ffmpeg -v error -f lavfi -i "\(source),scale=16:16" -fps_mode passthrough -enc_time_base 1/1000 -pix_fmt gray \
        -c:v rawvideo -f nut whole
      for rows in '0 0\\n1 1\\n' '0 0\\n1 0.7\\n' '0 0\\n0.95 0.95\\n' '0 0\\n0.85 0.85\\n' '0 0\\n1.2 3\\n' '0 0\\n1 1\\n1 2\\n' \
          '0.5 0\\n0.5 1\\n' '0.95 0\\n0.95 1\\n' '5 0\\n2 3\\n' '1 0\\n0 1\\n' '1 0\\n0.85 1\\n' '3 0\\n3 1\\n0 2\\n' \
          '0.3 0\\n0.9 1\\n0.1 3\\n' '0 0\\n0.05 0.05\\n5 0.05\\n3 1\\n' '0 0\\n0.2 0.2\\n0.8 0.2\\n1 1\\n' \
          '0 0\\n0.4 0.4\\n0.4 1\\n1.05 2\\n' '0 0\\n0.5 2\\ninf inf 2\\n'; do
        printf "$rows" >map
        for cut in 100 600; do
          head -c -$cut whole >film
          for options in '' '--pick middle' '--pick nearest' '--fps 33 --mix blend' '--shutter 180' '--vfr'; do
            warp-video --map map $options <film >one 2>/dev/null; s=$?
            cat film | warp-video --map map $options 2>/dev/null | cmp -s - one && [ $s -eq 4 ] || echo "$rows $cut $options: $s"
          done
        done
      done
      """)
    #expect(result.status == 0 && result.output == "", "\(result)")
  }

  @Test func rawSound() throws {
    let samples = FaultStreams.samples(20)
    try FaultStreams.withMaps { maps in
      try cut(samples, "warp-audio", ["--map", "\(maps)/same"] + FaultStreams.pcm) { count, result in
        #expect(result.output == Array(samples[..<(count & ~1)]), "\(count) bytes")
        #expect(result.status == (count % 2 == 0 ? 0 : 4), "\(count) bytes: \(result)")
      }
    }
  }

  /// A header that promises, and one that does not know.
  @Test(arguments: [UInt32(40), .max]) func wav(length: UInt32) throws {
    let (head, samples) = (FaultStreams.wavHead(length: length), FaultStreams.samples(20))
    try FaultStreams.withMaps { maps in
      try cut(head + samples, "warp-audio", ["--map", "\(maps)/same"]) { count, result in
        // Fewer bytes than its name takes may be anything, which is a matter of usage.
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

  /// What is left of a table may be another map, but never more than its rows say.
  @Test func tables() throws {
    let table = Array("# a map\nsource\twarped\tscale\n0\t0\t1\n1\t2\t3\n2\t5\t3\ninf\tinf\t3\n".utf8)
    try cut(table, "warp-map", ["--map", "-"]) { count, result in
      #expect(result.status == 0 || result.status == 3, "\(count) bytes: \(result)")
      #expect(result.output.isEmpty == (result.status != 0), "\(count) bytes: \(result)")
      // Two rows of two numbers are the least there is to a map.
      if result.status == 0 { #expect(count >= 37, "\(count) bytes") }
      if count == table.count { #expect(result.status == 0) }
    }
  }

  @Test func lists() throws {
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
