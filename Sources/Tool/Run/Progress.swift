/// Shows on standard error how far a run has come, in one line that is overwritten by each update.
///
/// When the progress is destroyed, a line feed ends the line, so that the next message has a line of its own.
package struct Progress: ~Copyable {
  /// Seconds between updates: often enough to show that the run goes on, seldom enough to cost nothing.
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
  ///   - total: the length of the result in seconds, if it is known.
  ///   - isShown: if false, nothing is ever written.
  ///   - columns: the width of the terminal. The line is cut to it, because a line that wraps cannot be overwritten.
  package init(total: Double?, isShown: Bool, columns: Int) {
    self.init(total: total, isShown: isShown, columns: columns, now: Linux.now) { text in
      // A failure to write to standard error is ignored: there is no other stream on which to report it.
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

  /// Says that the result is done up to `done` seconds. Reads the clock and, most of the time, does no more.
  package mutating func advance(to done: Double) {
    guard isShown, case let time = now(), time >= nextTime else { return }
    nextTime = time + Self.interval
    rewrite(done, at: time)
  }

  /// Says that the run is over, with `done` seconds of the result. Shown even if no interval has passed since the
  /// start.
  package consuming func finish(at done: Double) {
    if isShown { rewrite(done, at: now()) }
  }

  private mutating func rewrite(_ done: Double, at time: Double) {
    let text = ProgressLine(done: done, total: total, elapsed: time - start).text.prefix(columns - 1)
    // Blanks overwrite the end of a longer line before this one; unlike control sequences they work on every terminal.
    show("\r" + text + String(repeating: " ", count: max(0, width - text.count)))
    width = text.count
  }

  deinit {
    if width > 0 { show("\n") }
  }
}

/// How far a run has come, in one line: `0:12.3 of 1:00.0  20%  1.5 x real time  0:32 left`.
struct ProgressLine {
  /// Seconds of the result that are done.
  let done: Double
  /// Seconds of the whole result, if that is known.
  let total: Double?
  /// Seconds since the start.
  let elapsed: Double

  var text: String {
    let speed = rate.map { "\(Self.tenths($0)) x real time" }
    return [extent, percent, speed, timeLeft].compactMap(\.self).joined(separator: "  ")
  }

  private var extent: String { Self.clock(done) + (total.map { " of \(Self.clock($0))" } ?? "") }

  /// Rounded down, so that 100% means that everything is done.
  private var percent: String? {
    guard let total else { return nil }
    let part = total > 0 ? min(done / total, 1) : 1
    return "\(Int(part * 100))%"
  }

  private var rate: Double? { elapsed > 0 ? done / elapsed : nil }

  /// Nil if the total or the rate is not known, and above 100 hours, where the estimate is worthless.
  private var timeLeft: String? {
    guard let total, let rate, rate > 0 else { return nil }
    let seconds = (total - done) / rate
    // Whole seconds, rounded up, without their tenth: it would change with each update and mean nothing.
    return seconds > 360_000 ? nil : "\(Self.clock(max(seconds, 0).rounded(.up)).dropLast(2)) left"
  }

  /// `M:SS.s`, or `H:MM:SS.s` from one hour on. Rounded down to tenths.
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
