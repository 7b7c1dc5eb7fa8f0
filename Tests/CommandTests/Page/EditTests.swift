import TestSupport
import Testing

/// Tests `warp-film --edit`, which serves a page with the film to a browser.
@Suite struct EditTests {
  @Test(arguments: ["first_task", "strangers", "hostile"] + Campaign.share(of: ["sounds", "cancelling"]))
  func thePageIsServed(function: String) throws {
    let result = try Shell.run(script: "EditTests", [function])
    #expect(result.output == "done\n" && result.status == 0, "\(result)")
  }

  /// Measures the milliseconds from the start of warp-film until the page shows a frame of a film of an hour. The
  /// second film needs a proxy.
  @Test(
    .enabled(if: Campaign.isWhole, "how soon a page is there is measured by scripts/test --long"),
    arguments: [("libx264", "avc1", 3000), ("libx265", "hvc1", 6000)])
  func anHourIsUsableSoon(encoder: String, tag: String, limit: Int) throws {
    // Other tests run at the same time.
    var time = Int.max
    for _ in 0..<3 where time > limit {
      let result = try Shell.run(script: "EditTests", ["usable", encoder, tag])
      time = min(time, try #require(result.output.split(separator: "\n").first.flatMap { Int($0) }, "\(result)"))
    }
    #expect(time <= limit)
  }

  @Test func thePictureIsTheOneThatIsMeant() throws {
    let result = try Shell.run(script: "PageFrameTests", ["frames_meant", Campaign.isWhole ? "1" : "7"])
    #expect(result.output == "done\n" && result.status == 0, "\(result)")
  }

  @Test func aMapFromAPipeIsRefused() throws {
    let result = try Shell.run(script: "EditTests", ["refused"])
    #expect(result.status == 2 && result.errors.contains("--edit cannot read"), "\(result)")
  }
}
