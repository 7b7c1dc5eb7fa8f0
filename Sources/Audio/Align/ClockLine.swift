/// A straight line that converts times in one recording, `other`, to times in the reference recording.
struct ClockLine: Equatable {
  /// A time in the other recording, in seconds.
  let other: Double
  /// The time in the reference recording, in seconds, that corresponds to time `other` in the other recording.
  let reference: Double
  /// How much faster the reference's clock runs than the other recording's: 1e-6 is one part per million.
  let drift: Double

  func reference(at time: Double) -> Double { reference + (time - other) * (1 + drift) }

  func other(at time: Double) -> Double { other + (time - reference) / (1 + drift) }
}

/// A measured pair of times, in seconds, at which two recordings have the same sound.
package struct ClockPoint: Equatable, Sendable {
  let other: Double
  let reference: Double
  /// The height of the correlation peak, in standard deviations.
  let height: Double
}
