import Commands
import Streams
import Tool
import Warp

/// What warp-map prints, decided from its options before anything is computed.
struct MapOutput {
  private let arguments: Arguments
  private let request: Request
  private let format: ListingFormat?

  /// One of these is asked for; without any it is the table.
  private enum Request {
    case table, sourceFrames, outputFrames, sourceTimes, warpedTimes, info, plot, listOfCurves
  }

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    request = try Self.request(arguments)
    format = try Self.format(arguments)
    if request != .table, arguments.contains(MapCommand.tolerance) {
      throw Refusal.usage("--tolerance is for the table alone", advice: "leave it out; everything else is exact")
    }
    if request == .plot || request == .listOfCurves, format != nil {
      throw Refusal.usage("--format and --json are for rows of numbers")
    }
    try Self.refuseTwoReaders(arguments)
  }

  /// Whoever reads standard input reads all of it.
  private static func refuseTwoReaders(_ arguments: Arguments) throws {
    let readers = [MapCommand.map, MapCommand.curves, MapCommand.at, MapCommand.atWarped]
      .flatMap { option in arguments.values(of: option).filter { $0 == "-" }.map { _ in "--\(option.name) -" } }
    guard readers.count < 2 else {
      throw Refusal.usage(
        "\(readers.joined(separator: " and ")) cannot both read standard input", advice: "give a file or <(…)")
    }
  }

  func write(to output: inout FileSink) throws {
    if request == .listOfCurves { return try output.write(CurveList.text) }
    let options = try ClipOptions(arguments)
    let request = try MapRequest(arguments, on: options.clip)
    let map = request.map
    let rows = RowOutput(map: map, options: options, format: format ?? .tsv)
    switch self.request {
    case .table: try request.write(format ?? .tsv, tolerance: tolerance(), to: &output)
    case .sourceFrames: try rows.writeSourceFrames(to: &output)
    case .outputFrames: try rows.writeOutputFrames(rate: outputRate(), to: &output)
    case .sourceTimes: try rows.writeVisits(of: arguments.values(of: MapCommand.at), to: &output)
    case .warpedTimes: try rows.writeSources(of: arguments.values(of: MapCommand.atWarped), to: &output)
    case .info: try InfoText(map, frameRate: options.clip.frameRate).write(format, to: &output)
    case .plot:
      try PlotOutput(map: map, components: request.components, clip: options.clip).write(arguments, to: &output)
    case .listOfCurves: break
    }
  }

  private static func request(_ arguments: Arguments) throws -> Request {
    var asked: [(Option, Request)] = [
      (MapCommand.sourceFrames, .sourceFrames), (MapCommand.outputFrames, .outputFrames),
      (MapCommand.atWarped, .warpedTimes), (MapCommand.info, .info), (MapCommand.plot.option, .plot),
      (MapCommand.listCurves, .listOfCurves),
    ]
    // Beside a plot, --at marks places on it.
    if !arguments.contains(MapCommand.plot.option) { asked.append((MapCommand.at, .sourceTimes)) }
    asked = asked.filter { arguments.contains($0.0) }
    guard asked.count <= 1 else {
      let names = asked.map { "--\($0.0.name)" }
      throw Refusal.usage("\(names.joined(separator: " and ")) do not go together", advice: "ask for one output")
    }
    return asked.first?.1 ?? .table
  }

  private static func format(_ arguments: Arguments) throws -> ListingFormat? {
    let format = try MapCommand.format.choice(arguments)
    guard arguments.contains(MapCommand.json) else { return format }
    guard format == nil || format == .json else {
      throw Refusal.usage("--json and --format \(format?.rawValue ?? "") do not go together")
    }
    return .json
  }

  private func tolerance() throws -> Double {
    guard let text = arguments.value(of: MapCommand.tolerance) else { return MapRequest.usualTolerance }
    let tolerance = try TimeSyntax.seconds(text)
    guard tolerance > 0 else { throw Refusal.usage("a tolerance is above 0", at: "--tolerance") }
    return tolerance
  }

  private func outputRate() throws -> FrameRate {
    try FrameRateSyntax.parse(arguments.value(of: MapCommand.outputFrames) ?? "")
  }
}
