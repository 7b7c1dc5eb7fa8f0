import Values
import Warp

/// What a camera says about the speed of a film, wherever it says it.
package struct ShotFacts: Equatable, Sendable {
  package var trailer: SamsungTrailer?
  package var sidecar: AppleSidecar?
  /// The frames per second that the camera took, from a tag that Android's cameras write.
  package var captureRate: Double?
  /// Whether Apple's camera says that the film is not meant to play at all its frames per second.
  package var isMeantSlow = false

  package init() {}
}

/// How fast the camera meant a film to play.
package enum ShotSpeed: Equatable, Sendable {
  case keys(SpeedKeys, by: Phone)
  /// The frames are stored so slow or fast as they are meant. The rate is that of the camera, if it is known.
  case stored(captureRate: Double?)
  /// The film is meant to play slowly, but nothing says where.
  case untold

  package enum Phone: String, Sendable {
    case samsung = "Samsung"
    case apple = "Apple"
    case android = "Android"
  }

  /// Returns nil if nothing says that the film is slow motion.
  ///
  /// - Parameters:
  ///   - rate: the frames per second of the film.
  ///   - duration: in seconds.
  package init?(_ facts: ShotFacts, rate: Double, duration: Double) {
    if let trailer = facts.trailer {
      self = .samsung(trailer, facts.captureRate, rate: rate, duration: duration)
    } else if let sidecar = facts.sidecar {
      self = Self.made(Self.appleKeys(sidecar, duration: duration), by: .apple)
    } else if let captureRate = facts.captureRate, captureRate > 0, rate > 0 {
      // The rate of a film varies, and the tag is rounded.
      self =
        abs(captureRate / rate - 1) <= 0.1
        ? Self.made([Self.key(0, Self.shownRate / captureRate)], by: .android) : .stored(captureRate: captureRate)
    } else if facts.isMeantSlow {
      self = .untold
    } else {
      return nil
    }
  }

  /// A film with fewer frames per second than the camera took is stored slow, so that all of it is slow motion where
  /// nothing reads the trailer. The speeds of the trailer are those of life.
  private static func samsung(
    _ trailer: SamsungTrailer, _ captureRate: Double?, rate: Double, duration: Double
  ) -> ShotSpeed {
    guard !trailer.regions.isEmpty else { return .stored(captureRate: captureRate) }
    let normal = captureRate.map { $0 > 1.5 * rate ? $0 / shownRate : 1 } ?? 1
    var keys = [key(0, normal)]
    for (index, region) in trailer.regions.enumerated() where region.start < duration {
      let next = index + 1 < trailer.regions.count ? trailer.regions[index + 1].start : .infinity
      if region.start <= keys[keys.count - 1].source { keys.removeLast() }
      keys.append(key(region.start, normal / Double(region.divisor)))
      let end = min(region.end, next)
      if end < duration, end > region.start { keys.append(key(end, normal)) }
    }
    return made(keys, by: .samsung)
  }

  /// Where Photos makes no ramp at the start or the end of the film, the part lasts to there. A part that is too short
  /// for its ramps plays at normal speed.
  private static func appleKeys(_ sidecar: AppleSidecar, duration: Double) -> [SpeedKeys.Key] {
    let (down, up) = (PhotosRamp.down(to: sidecar.speed), PhotosRamp.up(from: sidecar.speed))
    var keys = [key(0, 1)]
    for region in sidecar.regions {
      let end = min(region.end, duration)
      guard region.start >= keys[keys.count - 1].source, end - region.start > down.total + up.total else { continue }
      if region.start < edge {
        if region.start <= keys[keys.count - 1].source { keys.removeLast() }
        keys.append(key(region.start, sidecar.speed))
      } else {
        let slope = region.start + down.opening
        keys += [
          key(slope, 1), key(slope + down.length / 2, down.middleSpeed, .linear),
          key(slope + down.length, sidecar.speed, .linear),
        ]
      }
      guard duration - end >= edge else { break }
      let slope = end - up.total
      keys += [
        key(slope, sidecar.speed), key(slope + up.length / 2, up.middleSpeed, .linear),
        key(slope + up.length, 1, .linear),
      ]
    }
    return keys
  }

  /// A keyframe with few digits, because a person may read and change it. Times are exact to a microsecond.
  private static func key(_ source: Double, _ speed: Double, _ easing: Easing = .hold) -> SpeedKeys.Key {
    SpeedKeys.Key(source: (source * 1e6).rounded() / 1e6, speed: (speed * 1e6).rounded() / 1e6, easing: easing)
  }

  /// Requires rising times.
  private static func made(_ keys: [SpeedKeys.Key], by phone: Phone) -> ShotSpeed {
    (try? SpeedKeys(keys)).map { .keys($0, by: phone) } ?? .untold
  }

  /// Seconds from the start or the end of a film in which Photos begins no ramp.
  private static let edge = 0.1
  /// The frames per second that phones show.
  private static let shownRate = 30.0
}
