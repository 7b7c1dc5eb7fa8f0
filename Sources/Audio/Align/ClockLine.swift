/// When something heard at a time of one recording is heard in the reference: a straight line.
struct ClockLine {
  /// A point of the line, in seconds.
  let other: Double
  let reference: Double
  /// How much faster the clock of the reference goes: 1e-6 is a millionth.
  let drift: Double

  func reference(at time: Double) -> Double { reference + (time - other) * (1 + drift) }

  func other(at time: Double) -> Double { other + (time - reference) / (1 + drift) }
}

/// A measured point of the relation of two clocks, in seconds.
package struct ClockPoint: Equatable, Sendable {
  let other: Double
  let reference: Double
  /// How far the likeness stands out, in units of its usual deviation.
  let height: Double
}
