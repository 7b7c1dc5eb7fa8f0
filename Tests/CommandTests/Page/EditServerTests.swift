import TestSupport
import Testing

/// Tests the requests of the page of `warp-film --edit`, without a browser.
@Suite struct EditServerTests {
  @Test(arguments: ["choices", "previews", "sounds", "limits", "replaced"])
  func resultsAreMade(function: String) throws { try check("EditServerTests", function) }

  @Test(arguments: ["kept", "others"] + Campaign.share(of: ["outliving"]))
  func draftsAndOtherFilmsAreServed(function: String) throws { try check("EditStateTests", function) }

  private func check(_ script: String, _ function: String) throws {
    let result = try Shell.run(script: script, [function])
    #expect(result.output == "done\n" && result.status == 0, "\(result)")
  }
}
