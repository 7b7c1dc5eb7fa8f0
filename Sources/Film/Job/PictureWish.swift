import Pixels
import Values

/// What is requested of the picture.
package struct PictureWish: Equatable, Sendable {
  /// The frame timing of the result.
  package enum Rate: Equatable, Sendable {
    /// Nil for the clip's own rate.
    case fixed(FrameRate?)
    case variable(Timebase)
  }

  package var rate = Rate.fixed(nil)
  /// Whether the picture is copied without re-encoding. Then `rate` is variable.
  package var copies = false
  package var deinterlacing = Deinterlacing.none
  /// The requested width; nil if none.
  package var width: Int?
  /// Options for warp-video, as typed.
  package var options: [String] = []
  /// Whether `options` choose how frames are picked or mixed.
  package var choosesFrames = false
  /// Whether `options` make new frames from source frames.
  package var mixesFrames = false
  /// Whether a frame between two others also depends on the neighbours of the two.
  package var looksAround = false
  /// The typed options that have no effect without a picture.
  package var typed: [String] = []

  package init() {}

  /// The widths that --width accepts: at most what warp-video reads.
  package static let widths = 2...PixelLayout.sides.upperBound
}
