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
