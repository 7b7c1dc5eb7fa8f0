import Found
import Tool
import Values
import Warp

/// The options of maps along which a quantity grows evenly.
extension MapCommand {
  package static let even = Option(
    "even", value: "FILE", completion: .file,
    help: """
      Let a quantity grow evenly along the result, such as the distance of a ride. FILE has lines TIME VALUE. VALUE \
      is the total since the start, so it never falls. With gpx:FILE (a GPS track), gpmf:FILE (a track of GoPro) and \
      dji:FILE (the subtitles of a drone), the quantity is the ground covered. The result is as long as the video, or \
      as --fit says.
      """)
  package static let evenDensity = Option(
    "even-density",
    help: """
      With --even: VALUE is a rate, such as metres per second. Between two lines of FILE, the rate is their mean.
      """)
  package static let speedLimits = Option(
    "speed-limits", value: "A..B",
    help: """
      With --even or --from-cues: the slowest and the fastest speed (default: 0.1x..20x; with --from-cues 0.5x..2x).
      """)
  package static let evenWindow = Option(
    "even-window", value: "TIME",
    help: """
      With --even: average the growth of the quantity over TIME, so that the speed changes smoothly (default: 1 s).
      """)
  package static let evenStart = Option(
    "even-start", value: "SECONDS",
    help: """
      With --even: the time in FILE at which the video begins (default: 0). Times of a GPS track count from its first \
      point.
      """)

  /// `--even`, then the options that need it.
  static let evenOptions = [even, evenDensity, speedLimits, evenWindow, evenStart]
}

/// The curve of `--even` and the options that refine it.
package struct EvenRequest {
  private let arguments: Arguments
  private let source: EvenSource
  private let speeds: ClosedRange<Double>
  /// The time in the file at which the clip begins.
  private let start: Double

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    speeds = try SpeedLimitSyntax.limits(arguments, usual: EvenCurve.usualSpeeds)
    start = try MapOutput.start(MapCommand.evenStart, arguments)
    source = EvenSource(arguments.value(of: MapCommand.even) ?? "")
    if let stray = source.strays.first(where: arguments.contains) {
      throw Refusal.usage(
        "--\(stray.name) does not go with --even \(source.text)", advice: "leave --\(stray.name) out")
    }
  }

  /// What `--even` searches a film for; nil if it reads a file.
  static func finder(_ arguments: Arguments) -> Finder? {
    arguments.value(of: MapCommand.even).flatMap { EvenSource($0).finder }
  }

  func family(on clip: Clip) throws -> CurveFamily {
    try family(through: points(on: clip).map { EvenCurve.Point(source: $0.source - start, total: $0.total) }, on: clip)
  }

  /// Makes the quantity grow evenly over the part that `--trim` keeps, within the duration of `--fit`.
  func family(through points: [EvenCurve.Point], on clip: Clip) throws -> CurveFamily {
    let window = try arguments.value(of: MapCommand.evenWindow).map { try TimeSyntax.seconds($0, on: clip) }
    let curve: EvenCurve
    do throws(Refusal) {
      curve = try EvenCurve(points, speeds: speeds, window: window ?? EvenCurve.usualWindow)
    } catch {
      throw error.within("--even")
    }
    let duration = clip.duration ?? points.last?.source ?? 0
    guard duration > 0 else {
      throw Refusal.usage("--even-start is not before the last time of the file", advice: "add --duration TIME")
    }
    let changes = try MapChanges(arguments, on: clip)
    let shown = changes.shown(of: duration)
    let length = changes.lengthBeforeFreezes ?? (shown.end - shown.start)
    return .even(curve, EvenCurve.Wish(duration: duration, part: shown.start...shown.end, length: length))
  }

  private func points(on clip: Clip) throws -> [EvenCurve.Point] {
    guard let path = source.path else {
      let name = source.text
      throw Refusal.usage(
        "--even \(name) needs a video",
        advice: "type warp-film --even \(name) in.mp4 out.mp4; for a file of this name, write ./\(name)")
    }
    guard source.kind == .lines else { return try MapFiles.ground(path, source.kind) }
    return try MapFiles.quantity(path, on: clip, hasRates: arguments.contains(MapCommand.evenDensity))
  }
}
