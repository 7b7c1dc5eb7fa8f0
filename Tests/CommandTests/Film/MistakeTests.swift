import TestSupport
import Testing

/// Three hundred command lines as people type them, each with one mistake. Each ends with the exit status of the man
/// page, prints one line, and writes nothing.
@Suite struct MistakeTests {
  @Test(arguments: Campaign.share(of: Array(0..<10))) func eachMistakeHasOneLine(share: Int) throws {
    let result = try Shell.run(script: "MistakeTests", ["mistakes", "\(share)"])
    #expect(result.output == "" && result.status == 0, "\(result)")
  }
}
