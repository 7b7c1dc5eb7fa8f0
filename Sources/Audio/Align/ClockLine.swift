/// A straight line from times of the other recording to the times at which the reference has the same sound.
struct ClockLine: Equatable {
  /// The time of one point of the line in the other recording, in seconds.
  let other: Double
  /// The time in the reference of the line's point at `other`, in seconds.
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
