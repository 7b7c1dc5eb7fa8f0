import Commands
import Film
import Streams
import Tool
import Values

/// Converts `warp-film`'s command line to a `FilmJob`. Commands declares the options and Film declares the job, and
/// neither imports the other.
package enum JobSyntax {
  package static func job(_ arguments: Arguments, tools: RunSettings.Tools) throws -> FilmJob {
    let (input, mode) = try RunModeSyntax.mode(arguments)
    var job = FilmJob(input: input, mode: mode)
    if mode == .list { return job }
    job.run.tools = tools
    job.pictures = try pictures(arguments, job)
    job.part = mode == .stream ? Child.variable(ResultPart.variable).flatMap(ResultPart.init) : nil
    job.run.isDry = arguments.contains(WarpCommand.dryRun)
    job.run.stagesFile = arguments.value(of: WarpCommand.stages)
    job.run.overwrites = arguments.contains(WarpCommand.overwrite)
    job.run.skipsExisting = arguments.contains(WarpCommand.skipExisting)
    job.sound.tracks = try sounds(arguments)
    job.keepsSubtitles = !arguments.contains(WarpCommand.noSubtitles)
    job.encoding.words = try encoding(arguments)
    job.encoding.codec = try codec(arguments)
    job.picture.decoding = try decoding(arguments)
    job.encoding.quality = try quality(arguments)
    job.encoding.preset = try preset(arguments)
    job.picture.width = try width(arguments)
    job.crossfade = try CrossfadeSyntax.seconds(arguments, WarpCommand.crossfade)
    job.encoding.isDraft = arguments.contains(WarpCommand.draft)
    job.picture.deinterlacing = try WarpCommand.deinterlace.choice(arguments) ?? Deinterlacing.none
    job.finders = try FoundCurve.finders(arguments)
    job.listening = try FoundCurve.listening(arguments, for: job.finders)
    job.run.showsProgress =
      arguments.contains(.progress) || Terminal.current.isTerminal(.error) && !arguments.contains(.noProgress)
    // Wrong options about the map are reported before the film is read.
    try MapRequest.checkFollowing(arguments)
    try MapOutput.refuseTwoReaders(arguments)
    job.listsFrames = arguments.contains(MapCommand.outputFrames)
    job.run.memory = arguments.value(of: .memory)
    job.run.progress = [Option.progress, .noProgress].filter(arguments.contains).map { "--\($0.name)" }
    // Filters write messages into a pipe and do not see the terminal, so they need --progress. A printed pipeline does
    // not.
    if job.run.progress.isEmpty, Terminal.current.isTerminal(.error), !job.run.isDry {
      job.run.progress = ["--\(Option.progress.name)"]
    }
    job.run.progressFile = arguments.value(of: WarpCommand.progressFile)
    job.picture.copies = arguments.contains(WarpCommand.copy)
    job.picture.cutsExactly = try WarpCommand.cutsExactly(arguments)
    try takePicture(arguments, into: &job)
    try takeSound(arguments, into: &job)
    try takeMix(arguments, into: &job)
    return job
  }

  /// The files of INPUT if it is a pattern.
  private static func pictures(_ arguments: Arguments, _ job: FilmJob) throws -> NumberedPictures? {
    let rate = try arguments.value(of: WarpCommand.inputFps).map(FrameRateSyntax.parse)
    guard let files = PictureFiles(job.input) else {
      guard rate != nil, InputFile.kind(of: job.input) != nil else { return nil }
      throw Failure(
        .usage,
        InputFile.kind(of: job.input) == .directory
          ? "'\(job.input)' is a directory; name its pictures in quotes, as in '\(job.input)/*.png'"
          : "--input-fps needs numbered pictures as INPUT, such as 'png/%04d.png', and '\(job.input)' is one file")
    }
    // The name of a missing film may look like a pattern.
    if rate == nil, files.isEmpty { return nil }
    guard let rate else { throw Failure(.usage, "numbered pictures have no frame rate; add --input-fps 25") }
    if job.mode == .edit || job.mode == .show(asPage: true) {
      throw Failure(.usage, "a page cannot play numbered pictures; make a video with --draft, and open a page of it")
    }
    return try files.pictures(at: rate)
  }

  /// Options that change the result, except those that make the map.
  static let resultOptions = WarpCommand.command.options.filter {
    !(RunModeSyntax.idleOptions + WarpCommand.mapOptions + WarpCommand.searchOptions + WarpCommand.showOptions)
      .contains($0)
  }

  private static func sounds(_ arguments: Arguments) throws -> SoundWish.Tracks {
    let texts = arguments.values(of: WarpCommand.audio)
    guard !texts.isEmpty else { return arguments.contains(WarpCommand.noAudio) ? .none : .all }
    guard !arguments.contains(WarpCommand.noAudio) else {
      throw Failure(.usage, "--audio and --no-audio do not go together")
    }
    let numbers = try texts.map { try TrackSyntax.number($0, of: WarpCommand.audio) }
    guard Set(numbers).count == numbers.count else {
      throw Failure(.usage, "--audio names a sound track twice")
    }
    return .numbers(numbers)
  }

  static func encoding(_ arguments: Arguments) throws -> [String]? {
    guard let text = arguments.value(of: WarpCommand.encode) else { return nil }
    guard let words = ShellWords.split(text) else {
      throw Failure(.usage, "the quotes in '\(text)' do not match (--encode)")
    }
    return words.isEmpty ? nil : words
  }

  /// The options for ffmpeg's decoder of the picture.
  private static func decoding(_ arguments: Arguments) throws -> DecodingWish {
    let card = arguments.value(of: WarpCommand.hwaccel)
    if let card, !isName(card) || card.first == "-" {
      throw Failure(.usage, "'\(card)' is not a kind of graphics card (--hwaccel); write a name such as cuda")
    }
    let text = arguments.value(of: WarpCommand.decode) ?? ""
    guard let words = ShellWords.split(text) else {
      throw Failure(.usage, "the quotes in '\(text)' do not match (--decode)")
    }
    return try DecodingWish((card.map { ["-hwaccel", $0] } ?? []) + words)
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
    let widths = PictureWish.widths
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
    let isVariable = job.picture.copies && !arguments.contains(VideoCommand.variable)
    let words =
      arguments.words(of: WarpCommand.pictureOptions + (isVariable ? [] : [WarpCommand.crossfade]))
      + (isVariable ? ["--vfr"] : [])
    let filter = try Arguments(parsing: words + arguments.words(of: [.memory]), for: VideoCommand.command)
    let options = try PictureOptions(filter)
    _ = try filter.memory()
    if let threads = filter.value(of: VideoCommand.threads) { _ = try PictureOptions.threads(threads) }
    job.picture.rate = options.timebase.map(PictureWish.Rate.variable) ?? .fixed(options.rate)
    // A list of output frames is about a result with the rate that it is given.
    if job.listsFrames, job.picture.rate == .fixed(nil), let rate = arguments.value(of: MapCommand.outputFrames) {
      job.picture.rate = .fixed(try FrameRateSyntax.parse(rate))
    }
    job.picture.looksAround = options.looksAround
    job.picture.dissolves = options.crossfade > 0
    job.picture.typed = ModeRules.idleOptions(arguments, in: .sound).map { "--\($0.name)" }
    let isChosen = options.choice.mixes || arguments.contains(VideoCommand.pick.option)
    job.picture.choice = isChosen ? options.choice : nil
    // The plan writes these options from `job.picture.rate`.
    job.picture.options = arguments.words(
      of: WarpCommand.pictureOptions.filter {
        ![VideoCommand.fps, VideoCommand.variable, VideoCommand.timebase].contains($0)
      })
  }
}
