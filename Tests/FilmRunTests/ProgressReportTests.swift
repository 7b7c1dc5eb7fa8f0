import Testing

@testable import FilmRun

@Suite struct ProgressReportTests {
  @Test func blocksHaveTheTotalAndTheTimeLeft() {
    var report = ProgressReport(total: 4_000_000, start: 10)
    #expect(
      report.take(Array("frame=1\nout_time_us=N/A\nprogress=continue\nframe=2\nout_ti".utf8), at: 11)
        == "frame=1\nout_time_us=N/A\ntotal_us=4000000\neta_s=N/A\nprogress=continue\n")
    #expect(
      report.take(Array("me_us=1000000\nprogress=continue\n".utf8), at: 12)
        == "frame=2\nout_time_us=1000000\ntotal_us=4000000\neta_s=6\nprogress=continue\n")
    // `progress=end` is written only when OUTPUT has its name.
    #expect(
      report.take(Array("out_time_us=4100000\nprogress=end\n".utf8), at: 20)
        == "out_time_us=4100000\ntotal_us=4000000\neta_s=0\n")
  }

  /// The first frames would promise days, because most of their time is that of starting programs.
  @Test(arguments: [
    (100_000_000, 999_999, "N/A"), (100_000_000, 1_000_000, "2970"), (10_000_000_000, 999_999, "N/A"),
    (10_000_000_000, 1_000_000, "299970"), (10_000_000, 99_999, "N/A"), (10_000_000, 100_000, "2970"), (50, 0, "N/A"),
    (50, 1, "1470"), (0, 0, "N/A"), (0, 40_000, "0"),
  ]) func theTimeLeftIsToldFromAHundredthOrASecondOn(total: Int, out: Int, left: String) {
    var report = ProgressReport(total: total, start: 0)
    let text = report.take(Array("out_time_us=\(out)\nprogress=continue\n".utf8), at: 30)
    #expect(text.contains("eta_s=\(left)\n"), "\(text)")
  }

  @Test func extremeLengthsDoNotTrap() {
    var report = ProgressReport(total: .max, start: 0)
    #expect(
      report.take(Array("out_time_us=1000000\nprogress=continue\n".utf8), at: 1e12).contains("eta_s=1000000000000000\n")
    )
  }
}
