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
