import Audio
import Commands
import Streams
import Tool
import Values

/// Option values that do not depend on the input.
struct AudioOptions {
  /// The format that the options declare; nil if the input has a header.
  let declaration: SoundDeclaration?
  /// The command of `--source` and its sample format; nil if the sound comes from standard input.
  let source: (command: String, format: SoundFormat)?
  /// Nil for the container of the input.
  let container: SoundContainer?
  let keepsPitch: Bool
  let kernel: Kernel
  /// The seconds of the crossfade at each cut; 0 for none.
  let crossfade: Double
  /// The number of output samples that are rendered at a time.
  let blockLength: Int
  let dithers: Bool
  let memory: Int
  /// The source time of the first sample; nil without `--start`.
  let start: Double?
  /// The timestamp of source time 0; nil without `--clip-start`.
  let clipStart: Double?
  /// The arguments of the command of `--source`.
  let reach: SourceOptions
  let grid: StampGrid?

  init(_ arguments: Arguments) throws {
    declaration = try Self.declaration(arguments)
    source = try Self.source(arguments, declaration)
    container = try arguments.value(of: AudioCommand.outputFormat).map { try SampleFormatSyntax.parse($0) }
    let options = try SoundOptions(arguments)
    keepsPitch = options.keepsPitch
    kernel = options.kernel ?? .high
    crossfade = options.crossfade
    blockLength =
      try arguments.value(of: AudioCommand.block).map {
        try Self.number($0, of: AudioCommand.block, in: 1...Self.longestBlock)
      } ?? Self.usualBlock
    dithers = !arguments.contains(AudioCommand.noDither)
    memory = try arguments.memory()
    start = try arguments.value(of: .start).map { try TimeSyntax.seconds($0) }
    clipStart = try arguments.value(of: AudioCommand.clipStart).map { try TimeSyntax.seconds($0) }
    reach = try SourceOptions(arguments, isUsed: source != nil)
    grid = try arguments.value(of: AudioCommand.packetGrid).map(Self.grid)
    if source == nil, declaration != nil, declaration != .nut, clipStart != nil { throw Self.noStamps }
    if reach.printsMore, clipStart == nil {
      throw Refusal.usage(
        "--source-lead needs --clip-start and NUT", advice: "raw samples have no timestamps to cut by")
    }
    if grid != nil, source == nil || clipStart == nil {
      throw Refusal.usage("--packet-grid needs --source and --clip-start")
    }
  }

  private static let noStamps = Refusal.usage(
    "--clip-start needs NUT, which has timestamps", advice: "for other input, use --start")

  /// Opens standard input as a feed that is read once, from its start to its end.
  func standardInput() throws -> any SoundFeed {
    let source = FileSource(.input)
    source.widenPipe()
    return try open(source).intoFeed()
  }

  /// Refuses `--start` if the input has timestamps, and `--clip-start` if it has none.
  func open(_ source: consuming FileSource) throws -> SoundInput {
    let input = try SoundInput.open(source, declared: declaration, from: clipStart ?? 0)
    switch input {
    case .samples: if clipStart != nil { throw Self.noStamps }
    case .packets:
      if start != nil {
        throw Refusal.usage(
          "--start does not go with NUT, which has timestamps", advice: "leave --start out, or use --clip-start")
      }
    }
    return input
  }

  private static func grid(_ text: String) throws -> StampGrid {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let first = numbers[0], let length = numbers[1],
      let grid = StampGrid(first: first, length: length)
    else {
      throw Refusal.usage(
        "'\(text)' is not a packet grid", at: "--packet-grid", advice: "write FIRST/N, as in 480000/1024")
    }
    return grid
  }

  private static let usualBlock = 1024
  private static let longestBlock = 1 << 20

  private static func source(
    _ arguments: Arguments, _ declaration: SoundDeclaration?
  ) throws -> (command: String, format: SoundFormat)? {
    guard let command = arguments.value(of: AudioCommand.source) else { return nil }
    if arguments.contains(.start) {
      throw Refusal.usage(
        "--start and --source do not go together",
        advice: "leave --start out; the command of --source gets the start time")
    }
    guard case .raw(let format) = declaration else {
      throw Refusal.usage("--source needs raw samples", advice: "add the sample format, as in --format s16le")
    }
    return (command, format)
  }

  /// Requires a full description of raw samples. Refuses a rate or channels for WAV and NUT, which have headers.
  private static func declaration(_ arguments: Arguments) throws -> SoundDeclaration? {
    let described = [AudioCommand.rate, AudioCommand.channels]
    guard let name = arguments.value(of: AudioCommand.format) else {
      if let stray = described.first(where: arguments.contains) {
        throw Refusal.usage("--\(stray.name) needs --format", advice: "add the sample format, as in --format s16le")
      }
      return nil
    }
    let container = try SampleFormatSyntax.parse(name)
    guard case .raw(let sample) = container else {
      if let stray = described.first(where: arguments.contains) {
        throw Refusal.usage("--\(stray.name) is for raw samples", advice: "leave it out; WAV and NUT have a header")
      }
      return container == .nut ? .nut : .wav
    }
    return .raw(
      try SoundFormat(
        sample, channels: required(AudioCommand.channels, arguments, in: SoundFormat.channelCounts),
        rate: required(AudioCommand.rate, arguments, in: SoundFormat.rates)))
  }

  private static func required(_ option: Option, _ arguments: Arguments, in range: ClosedRange<Int>) throws -> Int {
    guard let text = arguments.value(of: option) else {
      throw Refusal.usage("raw samples need --\(option.name)", advice: "add --\(option.name) N")
    }
    return try number(text, of: option, in: range)
  }

  private static func number(_ text: String, of option: Option, in range: ClosedRange<Int>) throws -> Int {
    guard let number = NumberSyntax.parse(text), number == number.rounded(), range.contains(Int(exactly: number) ?? -1)
    else {
      throw Refusal.usage(
        "'\(text)' is not valid", at: "--\(option.name)",
        advice: "write a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return Int(number)
  }
}
