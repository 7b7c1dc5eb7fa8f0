import TestSupport
import Testing

/// Gestures on the page of `--plot html`, done in a browser as a person does them: each row of what the page promises.
///
/// Each function of the scripts prints what is wrong, and `done` at its end.
private func check(_ script: String, _ function: String) throws {
  let result = try Shell.run(script: script, [function])
  #expect(result.output == "done\n" && result.status == 0, "\(result)")
}

@Suite struct PageGestureTests {
  @Test(arguments: Campaign.share(of: ["keys", "changes", "moving"])) func gesturesDoWhatTheyPromise(group: String)
    throws
  {
    try check("PageGestureTests", group)
  }
}

@Suite struct PageFileTests {
  @Test(arguments: Campaign.share(of: ["typing", "starts"])) func textsAreReadAsTheyAreWritten(group: String) throws {
    try check("PageFileTests", group)
  }
}

@Suite struct PageUseTests {
  @Test(arguments: ["touch", "newcomer"]) func peopleGetAlong(person: String) throws {
    try check("PageUseTests", person)
  }

  @Test(arguments: Campaign.share(of: ["unplayable", "long_film"])) func oddFilmsAreShown(film: String) throws {
    try check("PageUseTests", film)
  }
}
