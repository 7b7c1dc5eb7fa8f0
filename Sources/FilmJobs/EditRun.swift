import Commands
import CurvePage
import Film
import MapShow
import PageServer
import Streams
import Tool
import Values

/// Runs `--edit`: serves the page of a film until the page is closed.
struct EditRun {
  private let arguments: Arguments
  private let messages: Diagnostics

  init(_ arguments: Arguments, _ messages: Diagnostics) { (self.arguments, self.messages) = (arguments, messages) }

  func run(_ film: FilmSurvey.Film, _ job: FilmJob) throws {
    let words = MapWords(arguments, on: film.clip, input: job.input)
    film.truncation.map { messages.note($0.text(naming: job.input)) }
    for note in ModeRules.notes(on: arguments) { messages.note(note) }
    var page = try MapRun(
      words.shown(start: film.input.clipStart), telling: messages,
      found: try FoundCurve(arguments, from: film.evidence, on: film.clip),
      isForFilm: true, film: .init(codec: film.tracks.picture?.codec ?? "")
    ).page()
    guard words.areRepeatable else {
      throw Failure(.usage, "--edit cannot read a map from standard input or a pipe, or with --invert; give a file")
    }
    let typed = typedWords
    page.served = CurvePage.Served(
      output: Self.output(for: job.input, film), words: typed.result, choices: typed.choices,
      keepsPitch: try AudioCommand.pitch.choice(arguments) == .keep, hasPicture: film.hasPicture,
      hasSound: film.hasSound)
    guard let program = ProgramFile.own else { throw Failure(.inputOutput, "cannot find the file of this program") }
    let server = try PageServer(of: film, for: job, page: page, typed: typed, by: program)
    messages.note("the page is at \(server.address)")
    if !arguments.contains(WarpCommand.noBrowser) {
      let isOpened = try server.openBrowser()
      messages.note(
        isOpened
          ? "if your browser does not show the page, open this address"
          : "no browser was found; open this address in one")
    }
    messages.note("close the page to end warp-film, or press Ctrl-C")
    try server.run()
  }

  /// The options of the result, as typed.
  private var typedWords: TypedWords {
    let all = JobSyntax.resultOptions + [.memory, VideoCommand.threads]
    let choices = WarpCommand.pageChoices
    let result = all.filter { $0 != AudioCommand.pitch.option && !choices.contains($0) }
    return TypedWords(
      result: arguments.words(of: result),
      choices: Dictionary(
        uniqueKeysWithValues: choices.compactMap { choice in
          arguments.value(of: choice).map { ("--\(choice.name)", $0) }
        }), shown: arguments.words(of: result.filter(WarpCommand.shownOptions.contains)),
      all: arguments.words(of: all))
  }

  /// The suggested OUTPUT beside INPUT, which begins with ./ if it would look like an option.
  private static func output(for input: String, _ film: FilmSurvey.Film) -> String {
    FileName("\(FileName(input).stem)-warped.\(film.hasPicture ? "mp4" : "m4a")").asOperand
  }
}
