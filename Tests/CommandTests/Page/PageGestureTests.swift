import TestSupport
import Testing

/// Runs a function of a script, which uses the page of `--plot html` in a browser as a person does. The function prints
/// what is wrong, then `done`.
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

@Suite struct PageEditorTests {
  @Test(arguments: ["defects", "keyboard"] + Campaign.share(of: ["several", "segments"]))
  func editorsGetAlong(work: String) throws { try check("PageEditorTests", work) }

  @Test func textsAndMarksHaveContrast() throws { try check("PageLookTests", "contrast") }
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
