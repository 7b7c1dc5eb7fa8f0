import TestSupport
import Testing

/// Tests what the page of `warp-film --edit` asks of its server: previews, drafts, other films, and several pages.
@Suite struct PageServedTests {
  @Test(arguments: ["comes_back", "preview"] + Campaign.share(of: ["pages", "other"]))
  func thePageAndItsServerAgree(work: String) throws {
    let result = try Shell.run(script: "PageServedTests", [work])
    #expect(result.output == "done\n" && result.status == 0, "\(result)")
  }
}
