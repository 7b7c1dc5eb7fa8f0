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

  @Test func extremeLengthsDoNotTrap() {
    var report = ProgressReport(total: .max, start: 0)
    #expect(
      report.take(Array("out_time_us=1000\nprogress=continue\n".utf8), at: 1e9).contains("eta_s=1000000000000000\n"))
  }
}
