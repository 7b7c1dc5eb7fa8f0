/// What is requested of the sound.
package struct SoundWish: Equatable, Sendable {
  package enum Tracks: Equatable, Sendable {
    case all, none
    /// Numbers of sound tracks, from 1, in the order of the result.
    case numbers([Int])
  }

  package var tracks = Tracks.all
  /// Options for warp-audio, as typed.
  package var options: [String] = []
  /// Whether `options` keep the pitch.
  package var keepsPitch = false
  /// Whether the sound of the film does not follow the map.
  package var keepsOwnSpeed = false
  /// The gain for the sound of the film, in decibels.
  package var level = 0.0
  /// The parts of the film in which its own sound is silent, in seconds of source time.
  package var muted: [Range<Double>] = []
  package var music: Music?
  /// The typed options that have no effect without the sound of INPUT.
  package var typed: [String] = []
  /// The typed options that have no effect without any sound, including music.
  package var typedForAny: [String] = []

  package init() {}

  /// Music from the first frame of the result to its end, at its own speed.
  package struct Music: Equatable, Sendable {
    package let file: String
    /// Seconds to skip at the start of the file.
    package let start: Double
    package let repeats: Bool
    /// The gain in decibels.
    package let level: Double
    /// The seconds of the fade-out at the end of the result.
    package let fade: Double

    package static let usualFade = 1.5

    package init(file: String, start: Double, repeats: Bool, level: Double, fade: Double = usualFade) {
      (self.file, self.start, self.repeats, self.level, self.fade) = (file, start, repeats, level, fade)
    }
  }
}
