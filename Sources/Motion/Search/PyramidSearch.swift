import Streams

/// The default motion search: block matching from the smallest level of an image pyramid to the largest, for each
/// direction of time separately. The last step refines vectors to sixteenths of a pixel.
struct PyramidSearch: MotionEstimator {
  private let forward: FieldSearch
  private let backward: FieldSearch

  init(for pyramid: GuidePyramid) {
    (forward, backward) = (FieldSearch(pyramid), FieldSearch(pyramid))
  }

  func estimate(
    from first: GuidePyramid, to second: GuidePyramid, forward forwardField: BlockGrid<MotionVector>,
    backward backwardField: BlockGrid<MotionVector>, by workers: any Workers
  ) {
    for level in first.levels.indices.reversed() {
      shareBands(level, by: workers) { band, isForward in
        isForward
          ? forward.search(band, level, from: first, to: second)
          : backward.search(band, level, from: second, to: first)
      }
      if level == 0 { break }
      shareBands(level, by: workers) { band, isForward in
        isForward
          ? forward.searchFar(band, level, from: first, to: second)
          : backward.searchFar(band, level, from: second, to: first)
      }
    }
    shareBands(0, by: workers) { band, isForward in
      isForward ? forward.refine(band, from: first, to: second) : backward.refine(band, from: second, to: first)
    }
    shareBands(0, by: workers) { band, isForward in
      isForward
        ? forward.clean(band, from: first, to: second, into: forwardField)
        : backward.clean(band, from: second, to: first, into: backwardField)
    }
  }

  /// Runs `work` for each band (group of rows) of a level, forward and backward in time.
  private func shareBands(_ level: Int, by workers: any Workers, _ work: @escaping @Sendable (Int, Bool) -> Void) {
    workers.share(2 * forward.bandCount(level)) { work($0 / 2, $0 % 2 == 0) }
  }
}
