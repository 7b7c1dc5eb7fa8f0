/// Tells on standard error how far a run has come, in one line that is written again and again.
///
/// The line is ended when the progress is dropped, so that what is said next has a line of its own.
package struct Progress: ~Copyable {
  /// Five times a second: often enough to be alive, seldom enough to cost nothing.
  private static var interval: Double { 0.2 }

  private let total: Double?
  private let isShown: Bool
  private let columns: Int
  private let now: () -> Double
  private let show: (String) -> Void
  private let start: Double
  private var nextTime: Double
  private var width = 0

  /// - Parameters:
  ///   - total: the seconds the result will last, where that is known.
  ///   - isShown: otherwise nothing is ever said.
  ///   - columns: the width of the terminal; a line that goes round its edge could not be written over.
  package init(total: Double?, isShown: Bool, columns: Int) {
    self.init(total: total, isShown: isShown, columns: columns, now: Linux.now) { text in
      // If standard error fails, there is no one left to tell.
      try? Linux.write(text.utf8.span, to: StandardStream.error.rawValue)
    }
  }

  init(
    total: Double?, isShown: Bool, columns: Int, now: @escaping () -> Double, show: @escaping (String) -> Void
  ) {
    self.total = total
    self.isShown = isShown
    self.columns = columns
    self.now = now
    self.show = show
    start = now()
    nextTime = start + Self.interval
  }

  /// The result is done up to `place` seconds. Costs a look at the clock.
  package mutating func reach(_ place: Double) {
    guard isShown, case let time = now(), time >= nextTime else { return }
    nextTime = time + Self.interval
    rewrite(place, at: time)
  }

  /// The run is over: says so even if it was too short for anything to be said before.
  package consuming func finish(at place: Double) {
    if isShown { rewrite(place, at: now()) }
  }

  private mutating func rewrite(_ place: Double, at time: Double) {
    let text = ProgressLine(place: place, total: total, elapsed: time - start).text.prefix(columns - 1)
    // Blanks wipe out what a longer line left behind, on every kind of terminal.
    show("\r" + text + String(repeating: " ", count: max(0, width - text.count)))
    width = text.count
  }

  deinit {
    if width > 0 { show("\n") }
  }
}

/// How far a run has come, as a line to read: `0:12.3 of 1:00.0  20%  1.5 x real time  0:32 left`.
struct ProgressLine {
  /// Seconds of the result that are done, and that there will be, where that is known.
  let place: Double
  let total: Double?
  /// Seconds since the start.
  let elapsed: Double

  var text: String {
    let speed = rate.map { "\(Self.tenths($0)) x real time" }
    return [reach, percent, speed, timeLeft].compactMap(\.self).joined(separator: "  ")
  }

  private var reach: String { Self.clock(place) + (total.map { " of \(Self.clock($0))" } ?? "") }

  /// Rounded down: only what is done is 100%.
  private var percent: String? {
    guard let total else { return nil }
    let part = total > 0 ? min(place / total, 1) : 1
    return "\(Int(part * 100))%"
  }

  private var rate: Double? { elapsed > 0 ? place / elapsed : nil }

  /// Nil where nothing can be said yet, or where it would be days.
  private var timeLeft: String? {
    guard let total, let rate, rate > 0 else { return nil }
    let seconds = (total - place) / rate
    // The tenths would only flicker.
    return seconds > 360_000 ? nil : "\(Self.clock(max(seconds, 0).rounded(.up)).dropLast(2)) left"
  }

  /// `M:SS.s`, with hours in front where there are any.
  static func clock(_ seconds: Double) -> String {
    let tenths = Int((min(seconds, 1e9) * 10).rounded(.down))
    let (hours, minutes) = (tenths / 36_000, tenths / 600 % 60)
    let front = hours > 0 ? "\(hours):\(pad(minutes))" : "\(minutes)"
    return "\(front):\(pad(tenths / 10 % 60)).\(tenths % 10)"
  }

  private static func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int((min(value, 1e9) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
