import Streams
import Testing

@testable import Commands
@testable import Tool

@Suite struct WarpHelpTests {
  /// Two screens of an ordinary terminal.
  @Test func theShortHelpFitsOnTwoScreens() {
    let lines = HelpPage(WarpCommand.command, columns: 80).briefText.split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 60 && lines.allSatisfy { $0.count <= 100 })
  }

  @Test func theShortHelpNamesOnlyOptionsThatExist() {
    let options = WarpCommand.brief.groups.flatMap(\.rows).map(\.option)
    #expect(options.allSatisfy(WarpCommand.command.options.contains) && Set(options).count == options.count)
  }

  @Test func theHelpNamesEachPreset() {
    #expect(WarpCommand.presets.allSatisfy(WarpCommand.preset.help.contains))
  }

  /// The other commands have no short help.
  @Test func onlyOneCommandHasAShortHelp() {
    for command in [MapCommand.command, VideoCommand.command, AudioCommand.command] {
      #expect(Set(command.synopsis).count == command.synopsis.count, "\(command.name)")
      let page = HelpPage(command, columns: 80)
      #expect(page.briefText == page.text)
    }
  }

  @Test(arguments: [("--help", false), ("-h", false), ("--help=all", true), ("--help=no", nil)])
  func helpIsShortOrWhole(word: String, isWhole: Bool?) throws {
    let page = HelpPage(WarpCommand.command, columns: 60)
    func help() throws(Failure) -> String {
      let sink = MemorySink()
      try ToolMain.perform(WarpCommand.command, [word], on: Terminal(windowColumns: 60), writingTo: sink) { _, _ in }
      return sink.text
    }
    if let isWhole {
      #expect(try help() == (isWhole ? page.text : page.briefText))
    } else {
      #expect(throws: Failure(.usage, "'no' is not a kind of help; --help=all prints every option")) { try help() }
    }
  }
}
