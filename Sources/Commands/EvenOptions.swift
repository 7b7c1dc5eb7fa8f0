import Tool
import Warp

/// The options about maps along which something grows evenly.
extension MapCommand {
  package static let even = Option(
    "even", value: "FILE", completion: .file,
    help: """
      Let a quantity grow evenly along the result, such as the distance of a ride. FILE has lines TIME VALUE. VALUE \
      counts from the start and never falls. gpx:FILE is a GPS track, and the quantity is the ground covered. The \
      result is as long as the clip, or as --fit says.
      """)
  package static let evenDensity = Option(
    "even-density",
    help: "With --even: VALUE is a rate, such as metres per second. Between two lines, the mean of their rates counts.")
  package static let speedLimits = Option(
    "speed-limits", value: "A..B",
    help: "With --even: the slowest and the fastest speed (default: 0.1x..20x).")
  package static let evenWindow = Option(
    "even-window", value: "TIME",
    help: "With --even: average the rate over TIME, so that the speed changes smoothly (default: 1 s).")
  package static let evenStart = Option(
    "even-start", value: "SECONDS",
    help: """
      With --even: the time in FILE at which the clip begins (default: 0). Times of a GPS track count from its first \
      point.
      """)

  /// With the first of them the others have a meaning.
  static let evenOptions = [even, evenDensity, speedLimits, evenWindow, evenStart]
}

/// From `--even` and the options beside it to a map.
enum EvenRequest {
  /// The quantity grows evenly over the part that `--trim` leaves, in the length that `--fit` asks for.
  static func map(_ arguments: Arguments, _ clip: Clip) throws -> TimeMap {
    let start = try MapOutput.start(MapCommand.evenStart, arguments)
    let points = try Self.points(arguments, clip).map { EvenCurve.Point(source: $0.source - start, total: $0.total) }
    let limits = try arguments.value(of: MapCommand.speedLimits).map { text throws(Refusal) in
      do throws(Refusal) { return try SpeedLimitSyntax.parse(text) } catch { throw error.within("--speed-limits") }
    }
    let window = try arguments.value(of: MapCommand.evenWindow).map { try TimeSyntax.seconds($0, on: clip) }
    let curve: EvenCurve
    do throws(Refusal) {
      curve = try EvenCurve(
        points, speeds: limits ?? EvenCurve.usualSpeeds, window: window ?? EvenCurve.usualWindow)
    } catch {
      throw error.within("--even")
    }
    let duration = clip.duration ?? points.last?.source ?? 0
    guard duration > 0 else {
      throw Refusal.usage("--even-start is not before the last time of the file", advice: "add --duration TIME")
    }
    let changes = try MapChanges(arguments, on: clip)
    let shown = changes.shown(of: duration)
    return try curve.map(
      duration: duration, evenIn: shown.start...shown.end,
      lasting: changes.lengthBeforeFreezes ?? (shown.end - shown.start))
  }

  private static func points(_ arguments: Arguments, _ clip: Clip) throws -> [EvenCurve.Point] {
    let file = arguments.value(of: MapCommand.even) ?? ""
    let hasRates = arguments.contains(MapCommand.evenDensity)
    guard file.hasPrefix(track) else { return try MapFiles.quantity(file, on: clip, hasRates: hasRates) }
    if hasRates {
      throw Refusal.usage("--even-density does not go with a GPS track", advice: "leave --even-density out")
    }
    return try MapFiles.ground(path(file))
  }

  private static let track = "gpx:"

  /// The file in what --even names.
  static func path(_ text: String) -> String { text.hasPrefix(track) ? String(text.dropFirst(track.count)) : text }
}
