import Testing

@testable import Tool

@Suite struct LinuxTests {
  @Test func wordsAreThoseOfTheCommandLine() {
    #expect(Linux.words() == Array(CommandLine.arguments.dropFirst()) && !CommandLine.arguments.isEmpty)
  }
}
