import Streams

/// Finds what moves between two frames: the part of motion that can be exchanged.
///
/// `FrameMaker` owns one for all pairs of a film, calls it once for each pair of frames that show something, and derives everything else from the two
/// fields that it fills (`PairMotion`). The README of Video says how to add another one.
protocol MotionEstimator: Sendable {
  /// Prepares for frames whose pyramids have the sizes of this one; its samples are not looked at.
  init(for pyramid: GuidePyramid)

  /// Sets the vector of every block of both fields, in sixteenths of a pixel.
  ///
  /// The result may depend on the samples of the two pyramids and on nothing else: not on earlier calls, nor on how
  /// `workers` share out the work. Otherwise a film played backward, or with more threads, would show other frames. Any
  /// vector is allowed but those with a coordinate of -32768, which cannot be negated: the windows that vectors lead to
  /// are clamped to the margin of the plane.
  ///
  /// - Parameters:
  ///   - first: the guide of the earlier frame, its smaller levels built; `second` that of the later one. In a fade one
  ///     of them has been raised to the brightness of the other.
  ///   - forward: for each block of the first frame, how far its contents are shifted in the second.
  ///   - backward: for each block of the second frame, how far its contents are shifted in the first.
  func estimate(
    from first: GuidePyramid, to second: GuidePyramid, forward: BlockGrid<MotionVector>,
    backward: BlockGrid<MotionVector>, by workers: any Workers)
}
