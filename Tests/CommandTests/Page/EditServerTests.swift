import TestSupport
import Testing

/// Tests the requests of the page of `warp-film --edit`, without a browser.
@Suite struct EditServerTests {
  @Test(
    arguments: ["choices", "previews", "limits", "replaced", "kept", "others"] + Campaign.share(of: ["outliving"]))
  func theServerAnswers(function: String) throws {
    let result = try Shell.run(script: "EditServerTests", [function])
    #expect(result.output == "done\n" && result.status == 0, "\(result)")
  }
}
