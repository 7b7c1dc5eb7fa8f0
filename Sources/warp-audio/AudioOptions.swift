import Audio
import Commands
import Tool
import Warp

/// The options as values, as far as they can be understood before the input is known.
struct AudioOptions {
  /// What the input is said to be; nil where its header is to say it.
  let declaration: SoundDeclaration?
  /// The command that prints the input, and what it prints; nil where standard input brings it.
  let source: (command: String, format: SoundFormat)?
  /// What the output is to be; nil where it is to be like the input.
  let container: SoundContainer?
  let keepsPitch: Bool
  let kernel: Kernel
  /// Output samples rendered at a time.
  let blockLength: Int
  let dithers: Bool
  let memory: Int
  /// The source time of the input's first sample; nil where it is not given.
  let start: Double?
  /// When source time is 0 on the clock of stamps; nil where it is not given.
  let clipStart: Double?
  /// How the command of `--source` is told where to begin, and where packets begin in what it prints.
  let reach: SourceOptions
  let grid: StampGrid?

  init(_ arguments: Arguments) throws {
    declaration = try Self.declaration(arguments)
    source = try Self.source(arguments, declaration)
    container = try arguments.value(of: AudioCommand.outputFormat).map { try SampleFormatSyntax.parse($0) }
    let options = try SoundOptions(arguments)
    keepsPitch = options.keepsPitch
    kernel = options.kernel.flatMap { Kernel(rawValue: $0.rawValue) } ?? .high
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

  static let noStamps = Refusal.usage(
    "--clip-start needs NUT, which has timestamps", advice: "for other input, use --start")

  static let noStart = Refusal.usage(
    "--start does not go with NUT, which has timestamps", advice: "leave --start out, or use --clip-start")

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

  /// Raw samples have to be described fully. WAV and NUT describe themselves: a rate or channels beside them are
  /// refused.
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
