import Streams

/// Finds the motion between two frames as two fields of vectors. One estimator serves all pairs of frames of a film.
/// The README of this module says how to add an estimator.
protocol MotionEstimator: Sendable {
  /// Allocates memory for image pyramids of the same size as `pyramid`, whose samples are not read.
  init(for pyramid: GuidePyramid)

  /// Sets the vector of every block in both fields, in sixteenths of a pixel.
  ///
  /// The result may depend only on the samples of `first` and `second`, not on earlier calls or the number of threads.
  /// Otherwise a film played backward, or with more threads, would show different frames.
  ///
  /// Vectors may have any length, because reads outside the frame are clamped. Only the coordinate −32768 is forbidden,
  /// because it cannot be negated in 16 bits.
  ///
  /// - Parameters:
  ///   - first: the image pyramid of the earlier frame. In a fade, both frames have been given the same contrast.
  ///   - second: the image pyramid of the later frame.
  ///   - forward: for each block of the first frame, the vector of its contents to the second frame.
  ///   - backward: for each block of the second frame, the vector of its contents to the first frame.
  func estimate(
    from first: GuidePyramid, to second: GuidePyramid, forward: BlockGrid<MotionVector>,
    backward: BlockGrid<MotionVector>, by workers: any Workers)
}
