import WarpMap

/// Prints when a result shows the moment at 2.5 s of its source.
@main struct PrintWarped {
  static func main() throws {
    let map = try WarpMap(speed: "0=1x, 2s=0.25x smooth, 4s=1x", duration: 12)
    guard let warped = map.warped(at: 2.5) else { return }
    print(warped)
  }
}
