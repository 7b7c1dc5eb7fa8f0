/// What motion is searched in: one component of a frame as 8-bit samples, and the same at half the size, again and
/// again.
struct GuidePyramid: Sendable {
  private static let mostLevels = 6
  /// A level smaller than this has nothing to tell.
  private static let leastSize = (width: 32, height: 24)

  /// The largest first.
  let levels: [PaddedPlane<UInt8>]

  init(width: Int, height: Int) {
    var levels = [PaddedPlane<UInt8>(width: width, height: height)]
    var (width, height) = ((width + 1) / 2, (height + 1) / 2)
    while levels.count < Self.mostLevels, width >= Self.leastSize.width, height >= Self.leastSize.height {
      levels.append(PaddedPlane(width: width, height: height))
      (width, height) = ((width + 1) / 2, (height + 1) / 2)
    }
    self.levels = levels
  }

  /// Fills the smaller levels from the largest.
  func build() {
    for (larger, smaller) in zip(levels, levels.dropFirst()) { smaller.halve(larger) }
  }
}
