import Commands
import Cues
import CurvePage
import Exchange
import Plots
import Streams
import Tool
import Values
import Warp

/// Runs warp-map, from options to output. `warp-film` uses it to show the map of a film.
package struct MapRun {
  private let arguments: Arguments
  private let messages: Diagnostics
  private let asked: MapOutput
  private let found: FoundCurve?
  private let isForFilm: Bool
  private let result: ((TimeMap) -> ResultFormat)?
  private let film: PageRequest.Film
  private let frames: ShownFrames.Basis?
  private let details: [(name: String, text: String)]
  private let settling: (TimeMap) throws -> FrameRate?

  /// - Parameters:
  ///   - messages: receives notes and warnings.
  ///   - found: the result of searching the film, from which the map is made instead of curve options.
  ///   - isForFilm: whether the clip is the film that warp-film retimes.
  ///   - result: the format of the film that a map makes. By default, the result has the frame rate of the clip.
  ///   - film: the sound and codec of the film, for a page.
  ///   - frames: the frames of the film and how they are shown. By default, the rate of the clip and `--pick` say so.
  ///   - details: more lines of `--info`.
  ///   - settling: the rate of the result on which a map is settled; nil to leave the map. `--settle` overrides it.
  package init(
    _ arguments: Arguments, telling messages: Diagnostics, found: FoundCurve? = nil, isForFilm: Bool = false,
    result: ((TimeMap) -> ResultFormat)? = nil, film: PageRequest.Film = .init(),
    frames: ShownFrames.Basis? = nil, details: [(name: String, text: String)] = [],
    settling: @escaping (TimeMap) throws -> FrameRate? = { _ in nil }
  ) throws {
    (self.arguments, self.messages, self.found) = (arguments, messages, found)
    (self.isForFilm, self.result, self.film, self.frames) = (isForFilm, result, film, frames)
    (self.details, self.settling) = (details, settling)
    asked = try MapOutput(arguments)
  }

  package func write(to output: inout FileSink) throws {
    if asked.kind == .listOfCurves { return try output.write(MapOutput.listOfCurves) }
    let (options, request) = try understood()
    let format = asked.format ?? .tsv
    let result = result?(request.map) ?? ResultFormat(rate: options.clip.frameRate)
    let listing = MapListing(request.map, options, in: format, resultRate: result.rate)
    switch asked.kind {
    case .table: try request.write(format, tolerance: MapOutput.tolerance(arguments), to: &output)
    case .sourceFrames: try listing.writeSourceFrames(to: &output)
    case .outputFrames:
      try listing.writeOutputFrames(
        rate: MapOutput.frameRate(arguments), picking: VideoCommand.pick.choice(arguments) ?? .hold,
        of: frames, to: &output)
    case .sourceTimes: try listing.writeVisits(of: arguments.values(of: MapCommand.at), to: &output)
    case .warpedTimes: try listing.writeSources(of: arguments.values(of: MapCommand.atWarped), to: &output)
    case .text:
      let text = try retimedText(along: request.map, at: options.clip.frameRate)
      try output.write(text.span)
    case .program:
      let text = try programText(of: request.map, on: options.clip)
      try output.write(text.span)
    case .transcript:
      let text = try transcript(of: request)
      try output.write(text.span)
    case .info:
      let summary = MapSummary(request.map, of: options.clip, result: result, ranges: request.ranges)
      try output.write(SummaryText(summary, details: details).text(asked.format))
    case .plot: try output.write(plot(of: request, on: options.clip))
    case .listOfCurves: break
    }
  }

  package func page() throws -> CurvePage {
    let (options, request) = try understood()
    return try page(of: request, on: options.clip)
  }

  private func page(of request: MapRequest, on clip: Clip) throws -> CurvePage {
    try PageRequest.page(arguments, of: request, on: clip, found: found, film: film)
  }

  /// Parses the options and makes the map. Prints the notes on both.
  private func understood() throws -> (ClipOptions, MapRequest) {
    let options = try ClipOptions(arguments)
    var request = try MapRequest(arguments, on: options.clip, found: found, isForFilm: isForFilm)
    let typed = try arguments.value(of: MapCommand.settle).map { try FrameRateSyntax.parse($0) }
    if let rate = try typed ?? settling(request.map) {
      request = try request.settled(for: rate, arguments, on: options.clip)
    }
    for note in request.notes + options.notes(on: request.map, arguments) { messages.note(note) }
    return (options, request)
  }

  private func plot(of request: MapRequest, on clip: Clip) throws -> String {
    let kind = try MapCommand.plot.choice(arguments)
    if kind == .html { return try page(of: request, on: clip).text }
    let marks = try marks(on: clip)
    for mark in marks where request.map.firstVisit(of: mark) == nil {
      messages.note("the plot has no mark at \(BriefNumber.print(mark)) s (--at): the map does not play that time")
    }
    let plot = Plot(request.map, components: request.family.curves, marking: marks, ranges: request.ranges)
    switch kind {
    case .svg: return SVGPlot(plot).text
    case .text, .html, nil:
      let terminal = Terminal.current
      return TextPlot(
        plot, columns: terminal.columns, unicode: terminal.speaksUTF8, colour: terminal.wantsColour(on: .output)
      ).text
    }
  }

  /// Writes the map for another program, and reports the deviation.
  private func programText(of map: TimeMap, on clip: Clip) throws -> [UInt8] {
    guard let format = try MapOutput.program(arguments) else { return [] }
    let text = try ExchangeText(try MapOutput.exchange(arguments, of: map, on: clip, as: format))
    let points = "\(text.pointCount) \(text.pointCount == 1 ? "point" : "points")"
    messages.note(
      "wrote \(points), at most \(DecimalText.print(text.deviation, decimals: 6)) s away from the exact map")
    return text.bytes
  }

  /// Retimes the text on standard input, and reports dropped cues.
  private func retimedText(along map: TimeMap, at rate: FrameRate?) throws -> [UInt8] {
    let source = FileSource(.input)
    let name = source.name
    let text = try WholeText.read(source)
    guard let format = try MapCommand.retime.choice(arguments) else { return text }
    let start = try MapOutput.start(MapCommand.textStart, arguments)
    do throws(CueError) {
      let goesBack = arguments.contains(MapCommand.toSource)
      let retimed = try format.retimed(
        text, along: map, goesBack ? .toSource : .toResult, origin: start,
        timeColumn: arguments.value(of: MapCommand.timeColumn) ?? "time", rate: rate)
      if retimed.droppedCount > 0 {
        let (cues, them) = retimed.droppedCount == 1 ? ("cue is", "it") : ("cues are", "them")
        let shows = goesBack ? "the source has" : "the map shows"
        messages.warning("\(retimed.droppedCount) \(cues) dropped: \(shows) \(them) for less than 1 ms or not at all")
      }
      return arguments.contains(MapCommand.singleCues) ? try SingleCues.text(of: retimed.bytes) : retimed.bytes
    } catch {
      throw Failure(.input, error.message(naming: name))
    }
  }

  /// The words that the map plays forward, in source order: those whose middle it shows.
  private func transcript(of request: MapRequest) throws -> [UInt8] {
    guard let transcript = request.transcript else {
      throw Refusal.usage("--to text needs --words", advice: "write --words FILE with a time for each word")
    }
    let lines = transcript.lines { word in
      request.map.visits(of: (word.start + word.end) / 2).contains { $0.scale ?? 0 > 0 }
    }
    return lines.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] }
  }

  /// The instants of `--at`; those on standard input come last.
  private func marks(on clip: Clip) throws -> [Double] {
    let times = arguments.values(of: MapCommand.at)
    var marks = try times.filter { $0 != "-" }.map { try TimeSyntax.instant($0, on: clip) }
    if times.contains("-") {
      try TimeLines.read(FileSource(.input)) { time, _ in
        marks.append(try TimeSyntax.instant(time, on: clip))
      }
    }
    return marks
  }
}
