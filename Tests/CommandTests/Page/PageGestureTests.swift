import Testing

/// Gestures on the page of `--plot html`, done in a browser as a person does them: each row of what the page promises.
@Suite struct PageGestureTests {
  @Test(arguments: ["keys", "changes", "moving"]) func gesturesDoWhatTheyPromise(group: String) throws {
    let result = try Shell.run(script: "PageGestureTests", [group])
    #expect(result.output == "done\n" && result.status == 0, "\(result)")
  }
}

/// What is typed on the page, opened there and saved from it.
@Suite struct PageFileTests {
  @Test(arguments: ["typing", "starts"]) func textsAreReadAsTheyAreWritten(group: String) throws {
    let result = try Shell.run(script: "PageFileTests", [group])
    #expect(result.output == "done\n" && result.status == 0, "\(result)")
  }
}
