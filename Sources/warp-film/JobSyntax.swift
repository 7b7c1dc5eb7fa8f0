import Commands
import Film
import Streams
import Tool
import Values

/// Converts `warp-film`'s command line to a `FilmJob`. It is in the executable because Commands declares the options
/// and Film declares the job, and neither imports the other.
enum JobSyntax {
  static func job(_ arguments: Arguments, tools: FilmJob.Tools) throws -> FilmJob {
    try ModeRules.check(arguments)
    if arguments.contains(WarpCommand.noBrowser), !arguments.contains(WarpCommand.edit) {
      throw Failure(.usage, "--no-browser needs --edit")
    }
    let (input, output) = try files(arguments)
    var job = FilmJob(input: input, output: output)
    if job.isStreamed { try refuseForStandardOutput(arguments) }
    job.tools = tools
    job.overwrites = arguments.contains(WarpCommand.overwrite)
    job.sounds = try sounds(arguments)
    job.keepsSubtitles = !arguments.contains(WarpCommand.noSubtitles)
    job.encoding = try encoding(arguments)
    job.codec = try codec(arguments)
    job.quality = try quality(arguments)
    job.preset = try preset(arguments)
    job.width = try width(arguments)
    job.isDraft = arguments.contains(WarpCommand.draft)
    job.deinterlacing =
      switch try WarpCommand.deinterlace.choice(arguments) {
      case .frame: .frame
      case .field: .field
      case nil, .some(.none): .none
      }
    try takeSearch(arguments, into: &job)
    job.memory = arguments.value(of: .memory)
    job.progress = [Option.progress, .noProgress].filter(arguments.contains).map { "--\($0.name)" }
    // Filters write messages into a pipe and do not see the terminal, so they need --progress. A printed pipeline does
    // not.
    if job.progress.isEmpty, Terminal.current.isTerminal(.error), !arguments.contains(WarpCommand.dryRun) {
      job.progress = ["--\(Option.progress.name)"]
    }
    job.progressFile = arguments.value(of: WarpCommand.progressFile)
    job.copies = arguments.contains(WarpCommand.copy)
    try takePicture(arguments, into: &job)
    try takeSound(arguments, into: &job)
    try takeMix(arguments, into: &job)
    if wishesPieces(arguments) { try takePieces(arguments, into: &job) }
    return job
  }

  /// Options that change the result, except those that make the map.
  static let resultOptions = WarpCommand.command.options.filter {
    !(idleOptions + WarpCommand.mapOptions + WarpCommand.searchOptions + WarpCommand.showOptions).contains($0)
  }

  private static func wishesPieces(_ arguments: Arguments) -> Bool {
    WarpCommand.pieceOptions.contains(where: arguments.contains)
  }

  /// Options that do not change the result, such as those for progress, memory and threads.
  private static let idleOptions =
    [
      WarpCommand.piece, WarpCommand.join, WarpCommand.overwrite, WarpCommand.dryRun, WarpCommand.stages,
      WarpCommand.progressFile, .progress, .noProgress, .memory, VideoCommand.threads,
    ] + WarpCommand.editOptions

  private static func takePieces(_ arguments: Arguments, into job: inout FilmJob) throws {
    let options = WarpCommand.command.options.filter { !idleOptions.contains($0) }
    // Options are put in the order of the manual, so that the typed order does not matter. If the order changes the
    // result, the pieces' maps or tracks differ, which are compared too.
    let words = options.flatMap { arguments.words(of: [$0]) }
    job.pieceWords = ShellWords.quotedForBash(words + [job.input, job.output ?? ""])
    job.version = "warp-film \(Version.current.number)"
    guard let text = arguments.value(of: WarpCommand.piece) else {
      job.part = .join
      return
    }
    guard let piece = ResultPiece(text) else {
      throw Failure(.usage, "'\(text)' is not a piece (--piece); write K/N, as in 3/8 for the third of eight")
    }
    job.part = .piece(piece)
  }

  /// Whether the command shows the map and makes no result.
  static func showsCurve(_ arguments: Arguments) -> Bool { WarpCommand.showOptions.contains(where: arguments.contains) }

  private static func files(_ arguments: Arguments) throws -> (input: String, output: String?) {
    let files = arguments.operands
    if let option = ([WarpCommand.preview, WarpCommand.edit] + WarpCommand.showOptions).first(where: arguments.contains)
    {
      guard files.count == 1 else { throw OperandFault(arguments).ofOne(for: option) }
    } else if files.count != 2 {
      throw OperandFault(arguments).ofPair
    }
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
    let sounds = [WarpCommand.music, WarpCommand.align].flatMap { option in
      arguments.values(of: option).map { (option, $0) }
    }
    return (sounds + (try MapFiles.read(arguments))).map { ("--\($0.0.name)", $0.1) }
  }

  /// Returns the path of OUTPUT. In a directory, OUTPUT has the name of INPUT.
  private static func output(_ name: String, from input: String, _ arguments: Arguments) throws -> String {
    if name.isEmpty { throw Failure(.usage, "the name of OUTPUT is empty") }
    if InputFile.isStandardOutput(name) { return FilmJob.standardOutput }
    guard InputFile.kind(of: name) == .directory else { return name }
    let file = input.utf8.split(separator: UInt8(ascii: "/")).last.map { String($0)! } ?? input
    let path = name.utf8.last == UInt8(ascii: "/") ? name + file : "\(name)/\(file)"
    let isNamedByWords = try encoding(arguments)?.contains("-f") == true
    guard isNamedByWords || FilmJob.isWritten(file) else {
      let stem = path.utf8.lastIndex(of: UInt8(ascii: ".")).flatMap { String(path.utf8[..<$0]) } ?? path
      throw Failure(
        .usage,
        "OUTPUT '\(name)' is a directory, and warp-film does not write files such as '\(file)'"
          + "; write a file name, as in '\(stem).mkv'")
    }
    return path
  }

  /// Refuses options that need a file as OUTPUT.
  private static func refuseForStandardOutput(_ arguments: Arguments) throws {
    for option in [WarpCommand.overwrite] + WarpCommand.pieceOptions where arguments.contains(option) {
      let name = option.letter.map { "-\($0)" } ?? "--\(option.name)"
      throw Failure(.usage, "\(name) needs a file as OUTPUT, and '-' is standard output")
    }
    if !arguments.contains(WarpCommand.dryRun) { try Terminal.current.refuseBinaryOutput() }
  }

  private static func sounds(_ arguments: Arguments) throws -> FilmJob.TrackWish {
    let texts = arguments.values(of: WarpCommand.audio)
    guard !texts.isEmpty else { return arguments.contains(WarpCommand.noAudio) ? .none : .all }
    guard !arguments.contains(WarpCommand.noAudio) else {
      throw Failure(.usage, "--audio and --no-audio do not go together")
    }
    let numbers = try texts.map { text in
      guard let number = Int(text), (1...9999).contains(number) else {
        throw Failure(.usage, "'\(text)' is not the number of a sound track (--audio); the first track is 1")
      }
      return number
    }
    guard Set(numbers).count == numbers.count else {
      throw Failure(.usage, "--audio names a sound track twice")
    }
    return .numbers(numbers)
  }

  private static func encoding(_ arguments: Arguments) throws -> [String]? {
    guard let text = arguments.value(of: WarpCommand.encode) else { return nil }
    guard let words = ShellWords.split(text) else {
      throw Failure(.usage, "the quotes in '\(text)' do not match (--encode)")
    }
    return words.isEmpty ? nil : words
  }

  private static func takeSearch(_ arguments: Arguments, into job: inout FilmJob) throws {
    let (level, length) = (WarpCommand.silenceLevel, WarpCommand.silenceLength)
    if arguments.contains(WarpCommand.silence) {
      let text = arguments.value(of: level) ?? "-35dB"
      let isDecibels = text.hasSuffix("dB")
      let number = NumberSyntax.parse(isDecibels ? String(text.dropLast(2)) : text)
      guard let number, isDecibels || number >= 0 else {
        throw Failure(.usage, "'\(text)' is not a sound level (--\(level.name)); write -35dB or 0.02")
      }
      let seconds = try arguments.value(of: length).map { try TimeSyntax.seconds($0) } ?? 0.5
      job.finders.append(.silences(level: text, length: seconds))
    }
    if arguments.contains(WarpCommand.still) { job.finders.append(.stills) }
    if arguments.contains(WarpCommand.speech) { job.finders.append(.speech) }
    if EvenRequest.wantsMotion(arguments) { job.finders.append(.motion) }
    if let reference = arguments.value(of: WarpCommand.align) { job.finders.append(.alignment(reference: reference)) }
    let isTerminal = Terminal.current.isTerminal(.error)
    job.showsProgress =
      arguments.contains(.progress) || isTerminal && !arguments.contains(.noProgress)
    for option in [level, length] where arguments.contains(option) && !arguments.contains(WarpCommand.silence) {
      throw Failure(.usage, "--\(option.name) needs --\(WarpCommand.silence.name)")
    }
    if arguments.contains(WarpCommand.margin),
      ![WarpCommand.silence, WarpCommand.still].contains(where: arguments.contains)
    {
      throw Failure(.usage, "--\(WarpCommand.margin.name) needs --silence or --still")
    }
    // Wrong speeds are reported before the film is read.
    try FoundCurve.check(arguments)
    try MapRequest.checkFollowing(arguments)
  }

  private static func codec(_ arguments: Arguments) throws -> String? {
    guard let name = arguments.value(of: WarpCommand.codec) else { return nil }
    guard isName(name), name.first != "-" else {
      throw Failure(.usage, "'\(name)' is not a codec (--codec)")
    }
    return name
  }

  private static func preset(_ arguments: Arguments) throws -> String? {
    guard let name = arguments.value(of: WarpCommand.preset) else { return nil }
    guard isName(name) else {
      throw Failure(.usage, "'\(name)' is not a preset (--preset); write a name such as fast")
    }
    return name
  }

  /// Whether the text can be the name of a codec or preset in ffmpeg.
  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) }
  }

  private static func width(_ arguments: Arguments) throws -> Int? {
    guard let text = arguments.value(of: WarpCommand.width) else { return nil }
    let widths = FilmJob.widths
    guard let width = Int(text), widths.contains(width) else {
      let limits = "from \(widths.lowerBound) to \(widths.upperBound)"
      throw Failure(.usage, "'\(text)' is not a width in pixels (--width); write a whole number \(limits)")
    }
    return width
  }

  private static func quality(_ arguments: Arguments) throws -> String? {
    guard let text = arguments.value(of: WarpCommand.quality) else { return nil }
    guard NumberSyntax.parse(text) != nil else {
      throw Failure(
        .usage, "'\(text)' is not a number (--quality); write a value of the encoder's scale, such as 20")
    }
    return text
  }

  /// Checks options of warp-video with its own declarations before any program starts. If warp-video refused them in
  /// the pipeline, decoders and the encoder would also report broken pipes.
  private static func takePicture(_ arguments: Arguments, into job: inout FilmJob) throws {
    let isVariable = job.copies && !arguments.contains(VideoCommand.variable)
    let words = arguments.words(of: WarpCommand.pictureOptions) + (isVariable ? ["--vfr"] : [])
    let filter = try Arguments(parsing: words + arguments.words(of: [.memory]), for: VideoCommand.command)
    let options = try PictureOptions(filter)
    _ = try filter.memory()
    if let threads = filter.value(of: VideoCommand.threads) { _ = try PictureOptions.threads(threads) }
    job.rate = options.timebase.map(FilmJob.Rate.variable) ?? .fixed(options.rate)
    job.looksAround = options.looksAround
    let mixes = try VideoCommand.mix.choice(arguments) ?? .first != .first
    job.pictureWishes = ModeRules.idleOptions(arguments, in: .sound).map { "--\($0.name)" }
    job.mixesFrames = mixes || arguments.contains(VideoCommand.shutter)
    job.choosesFrames = job.mixesFrames || arguments.contains(VideoCommand.pick.option)
    // The plan writes these options from `job.rate`.
    job.pictureOptions = arguments.words(
      of: WarpCommand.pictureOptions.filter {
        ![VideoCommand.fps, VideoCommand.variable, VideoCommand.timebase].contains($0)
      })
  }
}
