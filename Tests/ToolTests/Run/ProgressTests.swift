import Testing

@testable import Tool

@Suite struct ProgressTests {
  @Test(
    arguments: [
      (0, 60, 0, "0:00.0 of 1:00.0  0%"),
      (0, 60, 2, "0:00.0 of 1:00.0  0%  0.0 x real time"),
      (12.34, 60, 8, "0:12.3 of 1:00.0  20%  1.5 x real time  0:31 left"),
      (59.999, 60, 10, "0:59.9 of 1:00.0  99%  6.0 x real time  0:01 left"),
      (60, 60, 10, "1:00.0 of 1:00.0  100%  6.0 x real time  0:00 left"),
      (61, 60, 10, "1:01.0 of 1:00.0  100%  6.1 x real time  0:00 left"),
      (3_725, 7_450, 3_725, "1:02:05.0 of 2:04:10.0  50%  1.0 x real time  1:02:05 left"),
      (0.001, 1e9, 1000, "0:00.0 of 277777:46:40.0  0%  0.0 x real time"),
      (12.34, nil, 8, "0:12.3  1.5 x real time"),
      (1e300, nil, 1, "277777:46:40.0  1000000000.0 x real time"),
    ] as [(Double, Double?, Double, String)]) func printsTheProgressLine(
      done: Double, total: Double?, elapsed: Double, text: String
    )
  {
    #expect(ProgressLine(done: done, total: total, elapsed: elapsed).text == text)
  }

  /// All output of a run whose clock advances by `step` seconds at every reading.
  private func said(
    step: Double, isShown: Bool = true, columns: Int = 80, _ run: (consuming Progress) -> Void
  ) -> [String] {
    var (time, texts) = (0.0, [String]())
    run(
      Progress(
        total: 10, isShown: isShown, columns: columns,
        now: {
          defer { time += step }
          return time
        }, show: { texts.append($0) }))
    return texts
  }

  @Test func updatesAtMostFiveTimesPerSecond() {
    let texts = said(step: 1 / 64) { (progress: consuming Progress) in
      for call in 0..<1000 { progress.advance(to: Double(call + 1) / 64) }
    }
    // 13/64 s is the first reading of the clock after 0.2 s. Therefore every 13th call is shown.
    #expect(texts.count == 1000 / 13 + 1)
    #expect(texts.first == "\r0:00.2 of 0:10.0  2%  1.0 x real time  0:10 left")
    #expect(texts.last == "\n")
  }

  @Test func erasesALongerPreviousLine() {
    let texts = said(step: 100) { (progress: consuming Progress) in
      progress.advance(to: 1)
      progress.finish(at: 10)
    }
    #expect(
      texts == [
        "\r0:01.0 of 0:10.0  10%  0.0 x real time  15:00 left",
        "\r0:10.0 of 0:10.0  100%  0.1 x real time  0:00 left",
        "\n",
      ])
    let shorter = said(step: 1000) { (progress: consuming Progress) in
      progress.advance(to: 0.5)
      progress.finish(at: 10)
    }
    #expect(shorter.map(\.count) == [52, 52, 1])
  }

  @Test func alwaysShowsTheFinalState() {
    #expect(said(step: 0.001) { $0.finish(at: 10) }.count == 2)
  }

  @Test func writesNothingIfNothingWasShown() {
    #expect(said(step: 0.001) { (progress: consuming Progress) in progress.advance(to: 10) } == [])
  }

  @Test func staysOnOneLineOfANarrowTerminal() {
    let texts = said(step: 1, columns: 10) { $0.finish(at: 10) }
    #expect(texts == ["\r0:10.0 of", "\n"])
  }

  @Test func writesNothingUnlessShown() {
    let texts = said(step: 1, isShown: false) { (progress: consuming Progress) in
      progress.advance(to: 5)
      progress.finish(at: 10)
    }
    #expect(texts == [])
  }
}
