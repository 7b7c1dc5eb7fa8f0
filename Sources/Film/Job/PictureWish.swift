import Pixels
import Values
import Warp

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
  /// Whether a copied picture begins and ends exactly where a trim does, and not at keyframes.
  package var cutsExactly = false
  package var deinterlacing = Deinterlacing.none
  /// ffmpeg's options for the decoder.
  package var decoding = DecodingWish()
  /// The requested width; nil if none.
  package var width: Int?
  /// Options for warp-video, as typed.
  package var options: [String] = []
  /// How `options` make output frames at a fixed rate; nil if they leave the choice to the plan.
  package var choice: FrameChoice?
  /// Whether the picture dissolves at cuts.
  package var dissolves = false
  /// Whether a frame between two others also depends on the neighbours of the two.
  package var looksAround = false
  /// The typed options that have no effect without a picture.
  package var typed: [String] = []

  package init() {}

  /// Whether the user has chosen how frames are picked or mixed.
  var choosesFrames: Bool { choice != nil }
  /// Whether new frames are made from source frames.
  var mixesFrames: Bool { choice?.mixes ?? false }
  /// The default choice, `hold`, shows the frame at the start of each output frame, so pictures would be half a frame
  /// late on average.
  var frameChoice: FrameChoice { choice ?? .middle }

  /// The widths that --width accepts: at most what warp-video reads.
  package static let widths = 2...PixelLayout.sides.upperBound
}
