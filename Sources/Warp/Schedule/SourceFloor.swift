/// The lowest place on the source that is shown from some stretch on.
struct SourceFloor: Comparable, Sendable {
  let source: Double
  /// Whether it is a freeze that can show the frame that ends there.
  let isFromBelow: Bool

  static func < (left: SourceFloor, right: SourceFloor) -> Bool {
    left.source != right.source ? left.source < right.source : left.isFromBelow && !right.isFromBelow
  }

  /// One for each stretch, and one more, infinite, for what comes after the last.
  static func floors(of stretches: [Stretch]) -> [SourceFloor] {
    var lowest = SourceFloor(source: .infinity, isFromBelow: false)
    var floors = [lowest]
    for index in stretches.indices.reversed() {
      let stretch = stretches[index]
      // A freeze from which the source goes up shows nothing of what lies below it.
      let isFromBelow =
        stretch.direction == .still
        && !(index + 1 < stretches.count && stretch.isFollowed(by: stretches[index + 1])
          && stretches[index + 1].direction == .forward)
      lowest = min(lowest, SourceFloor(source: stretch.earliestSource, isFromBelow: isFromBelow))
      floors.append(lowest)
    }
    floors.reverse()
    return floors
  }
}
