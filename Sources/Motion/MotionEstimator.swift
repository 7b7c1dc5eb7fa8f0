import Streams

/// Finds the motion between two frames. One estimator serves all pairs of a film, and everything else is derived from
/// the two fields that it fills (`PairMotion`). The README of this module says how to add an estimator.
protocol MotionEstimator: Sendable {
  /// Allocates memory for pyramids of this size. The samples of `pyramid` are not read.
  init(for pyramid: GuidePyramid)

  /// Sets the vector of every block in both fields, in sixteenths of a pixel.
  ///
  /// The result may depend only on the samples of the two pyramids, not on earlier calls or on how `workers` share the
  /// work. Otherwise a film played backward, or with more threads, would show other frames.
  ///
  /// Vectors may have any length, because the windows that they lead to are clamped to the plane's margin. Only the
  /// coordinate −32768 is forbidden, because it cannot be negated.
  ///
  /// - Parameters:
  ///   - first: the guide, in which motion is searched, of the earlier frame, with its smaller levels. In a fade, one
  ///     of the two guides has been raised to the brightness of the other.
  ///   - second: the guide of the later frame, likewise.
  ///   - forward: for each block of the first frame, the way of its contents to the second.
  ///   - backward: for each block of the second frame, the way of its contents to the first.
  func estimate(
    from first: GuidePyramid, to second: GuidePyramid, forward: BlockGrid<MotionVector>,
    backward: BlockGrid<MotionVector>, by workers: any Workers)
}
