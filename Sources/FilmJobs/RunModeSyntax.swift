import Commands
import Film
import Streams
import Tool
import Values

/// From the command line to what the run makes, with INPUT and OUTPUT.
package enum RunModeSyntax {
  /// - Returns: INPUT as typed, which the list of curves does not need, and the mode.
  package static func mode(_ arguments: Arguments) throws -> (input: String, mode: RunMode) {
    if arguments.contains(MapCommand.listCurves) { return ("", .list) }
    try ModeRules.check(arguments)
    if arguments.contains(WarpCommand.noBrowser), !arguments.contains(WarpCommand.edit) {
      throw Failure(.usage, "--no-browser needs --edit")
    }
    if arguments.contains(WarpCommand.skipExisting), arguments.contains(WarpCommand.overwrite) {
      throw Failure(.usage, "--skip-existing and --yes do not go together; leave one of the two out")
    }
    let asked = asked(arguments)
    let (input, output) = try files(arguments, asking: asked?.option)
    return (input, try asked?.mode ?? mode(arguments, from: input, to: output ?? ""))
  }

  /// The option that asks for something else than a result that is kept, and its mode; nil if there is none.
  static func asked(_ arguments: Arguments) -> (option: Option, mode: RunMode)? {
    let isPage = arguments.value(of: WarpCommand.plot.option) == "html"
    let keepingNone: [(option: Option, mode: RunMode)] =
      [(WarpCommand.preview, .preview), (WarpCommand.edit, .edit)]
      + WarpCommand.showOptions.map { ($0, .show(asPage: isPage)) }
    return keepingNone.first { arguments.contains($0.option) }
  }

  /// The mode of a run whose result is kept.
  private static func mode(_ arguments: Arguments, from input: String, to output: String) throws -> RunMode {
    if output == RunMode.standardOutput {
      try refuseForStandardOutput(arguments)
      return .stream
    }
    if let piece = try piece(arguments) { return .piece(piece, pieceRun(arguments, from: input, to: output)) }
    return arguments.contains(WarpCommand.join) ? .join(pieceRun(arguments, from: input, to: output)) : .file(output)
  }

  /// Options that do not change the result, such as those for progress, memory and threads.
  static let idleOptions =
    [
      WarpCommand.piece, WarpCommand.join, WarpCommand.overwrite, WarpCommand.skipExisting, WarpCommand.dryRun,
      WarpCommand.stages, WarpCommand.progressFile, .progress, .noProgress, .memory, VideoCommand.threads,
    ] + WarpCommand.editOptions

  private static func pieceRun(_ arguments: Arguments, from input: String, to output: String) -> PieceRun {
    let options = WarpCommand.command.options.filter { !idleOptions.contains($0) }
    // Options are put in the order of the manual, so that the typed order does not matter. If the order changes the
    // result, the pieces' maps or tracks differ, which are compared too.
    let words = options.flatMap { arguments.words(of: [$0]) }
    return PieceRun(
      output: output, words: ShellWords.quotedForBash(words + [input, output]),
      version: "warp-film \(Version.current.number)")
  }

  private static func piece(_ arguments: Arguments) throws -> ResultPiece? {
    try arguments.value(of: WarpCommand.piece).map { text in
      guard let piece = ResultPiece(text) else {
        throw Failure(.usage, "'\(text)' is not a piece (--piece); write K/N, as in 3/8 for the third of eight")
      }
      return piece
    }
  }

  /// - Parameter asking: the option that asks for something else than a result that is kept; nil if there is none.
  private static func files(_ arguments: Arguments, asking: Option?) throws -> (input: String, output: String?) {
    let files = arguments.operands
    if let asking {
      guard files.count == 1 else { throw OperandFault(arguments).ofOne(for: asking) }
    } else if files.count != 2 {
      throw OperandFault(arguments).ofPair
    }
    if files[0].isEmpty { throw Failure(.usage, "the name of INPUT is empty") }
    guard !InputFile.isStandardInput(files[0]) else {
      throw Failure(.usage, "INPUT cannot be standard input, because warp-film reads it more than once; give a file")
    }
    let output = files.count == 2 ? try output(files[1], from: files[0], arguments) : nil
    let read = [("INPUT", files[0])] + (try otherFiles(arguments))
    if let output, !InputFile.isStandardOutput(output),
      let (name, _) = read.first(where: { InputFile.areSame($0.1, output) })
    {
      throw Failure(.usage, "\(name) and OUTPUT are the same file ('\(output)')")
    }
    for option in [WarpCommand.stages, WarpCommand.progressFile] {
      guard let report = arguments.value(of: option) else { continue }
      if let file = (read.map(\.1) + files).first(where: { $0 == report || InputFile.areSame($0, report) }) {
        throw Failure(.usage, "--\(option.name) would overwrite '\(file)'; give it another file")
      }
    }
    return (files[0], output)
  }

  /// The files that are read besides INPUT, each with the option that names it.
  private static func otherFiles(_ arguments: Arguments) throws -> [(String, String)] {
    let sounds = (WarpCommand.recordings + [WarpCommand.asShot]).flatMap { option in
      arguments.values(of: option).map { (option, $0) }
    }
    return (sounds + (try MapFiles.read(arguments))).map { ("--\($0.0.name)", $0.1) }
  }

  /// Returns the path of OUTPUT. In a directory, OUTPUT has the name of INPUT.
  private static func output(_ name: String, from input: String, _ arguments: Arguments) throws -> String {
    if name.isEmpty { throw Failure(.usage, "the name of OUTPUT is empty") }
    if InputFile.isStandardOutput(name) { return RunMode.standardOutput }
    guard InputFile.kind(of: name) == .directory else {
      guard name.utf8.last != UInt8(ascii: "/") else {
        let directory = ShellWords.quotedForBash([name])
        throw Failure(.usage, "the directory '\(name)' does not exist; first type mkdir \(directory)")
      }
      return name
    }
    let file = FileName(input).name
    let path = name.utf8.last == UInt8(ascii: "/") ? name + file : "\(name)/\(file)"
    let isNamedByWords = try JobSyntax.encoding(arguments)?.contains("-f") == true
    guard isNamedByWords || FilmJob.isWritten(file) else {
      throw Failure(
        .usage,
        "OUTPUT '\(name)' is a directory, and warp-film does not write files such as '\(file)'"
          + "; write a file name, as in '\(FileName(path).stem).mkv'")
    }
    return path
  }

  /// Refuses options that need a file as OUTPUT.
  private static func refuseForStandardOutput(_ arguments: Arguments) throws {
    for option in WarpCommand.pieceOptions + [WarpCommand.skipExisting] where arguments.contains(option) {
      throw Failure(.usage, "--\(option.name) needs a file as OUTPUT, and '-' is standard output")
    }
    if !arguments.contains(WarpCommand.dryRun) { try Terminal.current.refuseBinaryOutput() }
  }
}
