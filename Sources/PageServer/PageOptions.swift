import Commands
import Film
import Streams
import Tool
import Values

/// The options of warp-film that the page sends: a curve, changes, and choices about the result.
struct PageOptions: Equatable {
  /// What the user has typed on warp-film's command line. The page may use it although it names files and programs.
  struct Typed: Equatable, Sendable {
    var curve: [String] = []
    /// From an option, such as --mix, to its value.
    var choices: [String: String] = [:]
  }

  /// The typed curve, if the options begin with it.
  private let kept: [String]
  private let added: [Arguments.Occurrence]
  private let typed: Typed

  init(_ words: [String], typed: Typed) throws(PageRefusal) {
    self.typed = typed
    kept = words.starts(with: typed.curve) ? typed.curve : []
    added = try Self.options(in: Array(words.dropFirst(kept.count)), of: Self.command)
    for case let choice in added where WarpCommand.pageChoices.contains(choice.option) {
      let value = choice.value ?? ""
      guard typed.isTyped(choice) || Self.accepts(value, of: choice.option) else {
        throw .value(value, of: "--\(choice.option.name)")
      }
    }
  }

  /// The names of the music beside INPUT that the page has chosen.
  var music: [String] { added.filter(isMusicBesideInput).compactMap(\.value) }

  private func isMusicBesideInput(_ choice: Arguments.Occurrence) -> Bool {
    choice.option == WarpCommand.music && !typed.isTyped(choice)
  }

  /// The words for warp-film.
  ///
  /// - Parameter left: options to leave out.
  func words(beside neighbours: Neighbours, leavingOut left: [Option] = []) -> [String] {
    kept
      + added.filter { !left.contains($0.option) }.flatMap { choice in
        let value = isMusicBesideInput(choice) ? choice.value.map(neighbours.path) : choice.value
        return ["--\(choice.option.name)"] + [value].compactMap(\.self)
      }
  }

  private static func options(
    in words: [String], of command: Command
  ) throws(PageRefusal) -> [Arguments.Occurrence] {
    guard let arguments = try? Arguments(parsing: words, for: command), arguments.operands.isEmpty else {
      throw .option(words.first ?? "")
    }
    // They would print something and end, without a result.
    if let stray = [Option.help, .version, .generate].first(where: arguments.contains) {
      throw .option("--\(stray.name)")
    }
    for text in arguments.values(of: MapCommand.then) {
      guard let inner = ShellWords.split(text) else { throw .option(text) }
      _ = try options(in: inner, of: inThen)
    }
    return arguments.occurrences
  }

  private static func accepts(_ value: String, of choice: Option) -> Bool {
    switch choice {
    case VideoCommand.mix.option:
      if case .command = try? VideoCommand.mix.meaning(of: value) { false } else { true }
    // The name of an encoder goes into a command of ffmpeg.
    case WarpCommand.codec:
      value.first != "-" && !value.isEmpty
        && value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) }
    case WarpCommand.music: Neighbours.Kind.music.accepts(value)
    default: true
    }
  }

  /// The options that the page may send, as command lines for the parser. Of those that describe a map, none names a
  /// file.
  private static let command = command(
    mapOptions + [AudioCommand.pitch.option] + WarpCommand.pageChoices)
  private static let inThen = command(mapOptions)
  private static let mapOptions = WarpCommand.mapOptions.filter { !MapCommand.files.contains($0) }

  private static func command(_ options: [Option]) -> Command {
    Command(
      name: "warp-film", version: .current, summary: "", synopsis: [], operands: ["FILE"], description: [],
      groups: [OptionGroup("Options", for: .map, options)], examples: [])
  }
}

extension PageOptions.Typed {
  fileprivate func isTyped(_ choice: Arguments.Occurrence) -> Bool {
    choice.value != nil && choices["--\(choice.option.name)"] == choice.value
  }
}
