import Glibc

/// A place on the earth, taken as a sphere.
struct Place: Equatable, Sendable {
  /// In radians.
  private let latitude: Double
  private let longitude: Double

  /// Takes degrees. Returns nil if there is no such place.
  init?(latitude: Double, longitude: Double) {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    self.latitude = latitude * .pi / 180
    self.longitude = longitude * .pi / 180
  }

  /// The distance along the ground, by the haversine formula.
  func metres(to other: Place) -> Double {
    let north = sin((other.latitude - latitude) / 2)
    let east = sin((other.longitude - longitude) / 2)
    let half = north * north + cos(latitude) * cos(other.latitude) * east * east
    return 2 * Self.earthRadius * asin(min(1, half.squareRoot()))
  }

  /// The mean radius, in metres.
  private static let earthRadius = 6_371_009.0
}
