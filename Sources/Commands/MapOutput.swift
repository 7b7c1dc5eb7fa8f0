import Exchange
import Streams
import Tool
import Values
import Warp

/// The output that warp-map's options ask for, known before anything is computed.
package struct MapOutput: Equatable, Sendable {
  /// The table is the default.
  package enum Kind: Sendable {
    case table, sourceFrames, outputFrames, sourceTimes, warpedTimes, text, program, transcript, info, plot
    case listOfCurves
  }

  package let kind: Kind
  /// Nil without `--format` and `--json`.
  package let format: ListingFormat?

  package init(_ arguments: Arguments) throws {
    kind = try Self.kind(arguments)
    format = try Self.format(arguments)
    if kind != .table, arguments.contains(MapCommand.tolerance) {
      throw Refusal.usage(
        "--tolerance applies only to the table", advice: "leave --tolerance out; other output is exact")
    }
    if [.plot, .text, .program, .transcript, .listOfCurves].contains(kind), format != nil {
      throw Refusal.usage("--format and --json do not work with --plot, --to, --retime or --list-curves")
    }
    for option in [MapCommand.textStart, MapCommand.toSource] where kind != .text && arguments.contains(option) {
      throw Refusal.usage("--\(option.name) needs --retime")
    }
    if arguments.contains(MapCommand.timeColumn), try MapCommand.retime.choice(arguments) != .csv {
      throw Refusal.usage("--time-column needs --retime csv")
    }
    if arguments.contains(MapCommand.singleCues), try MapCommand.retime.choice(arguments) != .srt {
      throw Refusal.usage("--single-cues needs --retime srt")
    }
    let isPage = try kind == .plot && MapCommand.plot.choice(arguments) == .html
    let needs = [
      (option: MapCommand.clip, what: "--to or --plot html", isMet: kind == .program || isPage),
      (MapCommand.clipStart, "--plot html or --to mpv", isPage || kind == .program),
      (MapCommand.wave, "--plot html", isPage),
      (MapCommand.rate, "--to", kind == .program), (MapCommand.pick, "--output-frames", kind == .outputFrames),
      (MapCommand.error, "--to", kind == .program),
    ]
    for (option, what, isMet) in needs where arguments.contains(option) && !isMet {
      throw Refusal.usage("--\(option.name) needs \(what)")
    }
    try Self.refuseIdle(arguments)
    if isPage, arguments.contains(MapCommand.at) { throw Refusal.usage("--at and --plot html do not go together") }
    try Self.refuseTwoReaders(arguments)
  }

  private static func kind(_ arguments: Arguments) throws -> Kind {
    var asked: [(Option, Kind)] = [
      (MapCommand.sourceFrames, .sourceFrames), (MapCommand.outputFrames, .outputFrames),
      (MapCommand.atWarped, .warpedTimes), (MapCommand.retime.option, .text),
      (MapCommand.to.option, try target(arguments)), (MapCommand.info, .info),
      (MapCommand.plot.option, .plot),
      (MapCommand.listCurves, .listOfCurves),
    ]
    // With `--plot`, `--at` marks instants on the plot.
    if !arguments.contains(MapCommand.plot.option) { asked.append((MapCommand.at, .sourceTimes)) }
    asked = asked.filter { arguments.contains($0.0) }
    guard asked.count <= 1 else {
      let names = asked.map { "--\($0.0.name)" }
      throw Refusal.usage("\(names.joined(separator: " and ")) do not go together", advice: "choose one output")
    }
    return asked.first?.1 ?? .table
  }

  private static func target(_ arguments: Arguments) throws -> Kind {
    switch try MapCommand.to.choice(arguments) {
    case .table, nil: .table
    case .program: .program
    case .transcript: .transcript
    }
  }

  /// The program that `--to` names; nil for the table and for text.
  package static func program(_ arguments: Arguments) throws -> ExchangeFormat? {
    if case .program(let format) = try MapCommand.to.choice(arguments) { format } else { nil }
  }

  private static func format(_ arguments: Arguments) throws -> ListingFormat? {
    let format = try MapCommand.format.choice(arguments)
    guard arguments.contains(MapCommand.json) else { return format }
    guard format == nil || format == .json else {
      throw Refusal.usage("--json and --format \(format?.rawValue ?? "") do not go together")
    }
    return .json
  }

  /// Refuses options that have no effect on the file for the program of `--to`.
  private static func refuseIdle(_ arguments: Arguments) throws {
    guard let format = try program(arguments) else { return }
    let uses: [(option: Option, isMeant: (ExchangeFormat) -> Bool)] = [
      (MapCommand.clip, \.namesClip), (MapCommand.rate, \.countsSamples), (MapCommand.clipStart, \.countsFromFile),
    ]
    for (option, isMeant) in uses where arguments.contains(option) && !isMeant(format) {
      let formats = ExchangeFormat.allCases.filter(isMeant).map(\.rawValue).joined(separator: ", ")
      throw Refusal.usage("--\(option.name) works only with --to \(formats)", advice: "leave --\(option.name) out")
    }
  }

  /// Refuses two readers of standard input: the first one would leave nothing for the second.
  package static func refuseTwoReaders(_ arguments: Arguments) throws {
    let all = MapCommand.files + [MapCommand.at, MapCommand.atWarped, MapCommand.wave]
    let readers = arguments.occurrences.compactMap { typed in
      if typed.option == MapCommand.retime.option { return "--retime" }
      guard all.contains(typed.option), let value = typed.value, InputFile.isStandardInput(value) else { return nil }
      return "--\(typed.option.name) \(value)"
    }
    guard readers.count < 2 else {
      throw Refusal.usage(
        "\(readers.joined(separator: " and ")) cannot both read standard input",
        advice: "give one of the two a file or <(COMMAND)")
    }
  }
}

/// Values of options that refine the output. They are read after the map is made, so that errors in the map come first.
extension MapOutput {
  package static func tolerance(_ arguments: Arguments) throws -> Double {
    try distance(MapCommand.tolerance, "a tolerance", arguments) ?? MapRequest.usualTolerance
  }

  /// - Parameter name: the value as a message names it.
  private static func distance(_ option: Option, _ name: String, _ arguments: Arguments) throws -> Double? {
    guard let text = arguments.value(of: option) else { return nil }
    guard let seconds = NumberSyntax.parse(text) ?? (try? TimeSyntax.seconds(text)) else {
      throw Refusal.usage("'\(text)' is not a number of seconds", at: "--\(option.name)")
    }
    guard seconds > 0 else { throw Refusal.usage("\(name) must be above 0", at: "--\(option.name)") }
    guard seconds <= TimeSyntax.longest else {
      throw Refusal.usage("'\(text)' is more than \(NumberSyntax.print(TimeSyntax.longest)) s", at: "--\(option.name)")
    }
    return seconds
  }

  package static func frameRate(_ arguments: Arguments) throws -> FrameRate {
    try FrameRateSyntax.parse(arguments.value(of: MapCommand.outputFrames) ?? "")
  }

  /// - Parameter option: its value is the time that another clock, such as that of a GPS track, shows at source time 0.
  package static func start(_ option: Option, _ arguments: Arguments) throws -> Double {
    guard let text = arguments.value(of: option) else { return 0 }
    guard let start = NumberSyntax.parse(text), abs(start) <= TimeSyntax.longest else {
      throw Refusal.usage("'\(text)' is not a number of seconds", at: "--\(option.name)")
    }
    return start
  }

  private static let usualClip = "clip.mp4"

  /// The name of the film for a text output. Refuses a name that is not UTF-8.
  package static func clipName(_ arguments: Arguments) throws -> String {
    let name = arguments.value(of: MapCommand.clip) ?? usualClip
    guard name.unicodeScalars.allSatisfy({ ByteText.byte(escapedAs: $0) == nil }) else {
      throw Failure(.usage, "the file name is not UTF-8 (--clip); rename the video")
    }
    return name
  }

  /// The request of `--to` and the options that refine it.
  package static func exchange(
    _ arguments: Arguments, of map: TimeMap, on clip: Clip, as format: ExchangeFormat
  ) throws -> ExchangeRequest {
    let rate = try arguments.value(of: MapCommand.rate).map { text in
      guard let rate = Int(text), rate > 0, rate <= 10_000_000 else {
        throw Refusal.usage("'\(text)' is not a sample rate such as 48000", at: "--rate")
      }
      return rate
    }
    var request = ExchangeRequest(
      format, of: map, clip: try clipName(arguments), duration: clip.duration,
      frameRate: clip.frameRate, timecode: clip.timecode, sampleRate: rate,
      error: try distance(MapCommand.error, "an error", arguments))
    request.clipStart = try start(MapCommand.clipStart, arguments)
    return request
  }

  /// The names for `--curve`, one per line.
  package static var listOfCurves: String {
    CurveSyntax.names.map { entry in
      "\(entry.name)\(String(repeating: " ", count: 24 - entry.name.count))\(entry.summary)\n"
    }.joined()
  }
}
