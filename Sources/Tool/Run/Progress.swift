/// The progress of a run, as one line on standard error that each update overwrites.
///
/// `deinit` ends the line with a line feed, so that the next message begins on a new line.
package struct Progress: ~Copyable {
  /// Seconds between updates: short enough to show that the run continues, and long enough to cost nothing.
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
  ///   - total: the length of the result in seconds, if known.
  ///   - isShown: whether to write anything.
  ///   - columns: the width of the terminal. The line is truncated to this width, because a wrapped line cannot be
  ///     overwritten.
  package init(total: Double?, isShown: Bool, columns: Int) {
    self.init(total: total, isShown: isShown, columns: columns, now: Linux.now) { text in
      // A failure to write here is ignored, because no other stream is left to report it on.
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

  /// Reports that `done` seconds of the result are complete. Most calls only read the clock.
  package mutating func advance(to done: Double) {
    guard isShown, case let time = now(), time >= nextTime else { return }
    nextTime = time + Self.interval
    rewrite(done, at: time)
  }

  /// Reports that the run is over, with `done` seconds of the result. The line is shown even in a run shorter than the
  /// interval.
  package consuming func finish(at done: Double) {
    if isShown { rewrite(done, at: now()) }
  }

  private mutating func rewrite(_ done: Double, at time: Double) {
    let text = ProgressLine(done: done, total: total, elapsed: time - start).text.prefix(columns - 1)
    // Blanks erase the end of a longer previous line. Unlike control sequences, they work on every terminal.
    show("\r" + text + String(repeating: " ", count: max(0, width - text.count)))
    width = text.count
  }

  deinit {
    if width > 0 { show("\n") }
  }
}

/// The text of the progress line: `0:12.3 of 1:00.0  20%  1.5 x real time  0:32 left`.
struct ProgressLine {
  /// Seconds of the result that are complete.
  let done: Double
  /// Seconds of the whole result, if known.
  let total: Double?
  /// Seconds since the run started.
  let elapsed: Double

  var text: String {
    let speed = rate.map { "\(Self.tenths($0)) x real time" }
    return [extent, percent, speed, timeLeft].compactMap(\.self).joined(separator: "  ")
  }

  private var extent: String { Self.clock(done) + (total.map { " of \(Self.clock($0))" } ?? "") }

  /// Rounded down, so that 100% means that the result is complete.
  private var percent: String? {
    guard let total else { return nil }
    let part = total > 0 ? min(done / total, 1) : 1
    return "\(Int(part * 100))%"
  }

  private var rate: Double? { elapsed > 0 ? done / elapsed : nil }

  /// Nil if the total or the rate is unknown, or above 100 hours, where the estimate is worthless.
  private var timeLeft: String? {
    guard let total, let rate, rate > 0 else { return nil }
    let seconds = (total - done) / rate
    // Whole seconds, rounded up. Tenths would change at every update and mean nothing.
    return seconds > 360_000 ? nil : "\(Self.clock(max(seconds, 0).rounded(.up)).dropLast(2)) left"
  }

  /// Formats seconds as `M:SS.s` or, from one hour on, `H:MM:SS.s`. Rounds down to tenths.
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
