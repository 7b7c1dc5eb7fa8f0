/// Where a source instant lies among the frames, seen in the order they are played: the frame on screen, and how much
/// of its interval has gone by.
package struct FramePosition: Equatable, Sendable {
  package let frame: Int
  /// From 0, exactly where the frame starts, up to 1: played backward, a frame starts at what is otherwise its end.
  package let phase: Double

  /// As a part of a frame: what lies this close to a frame's start counts as its start.
  ///
  /// Times go through decimals and inverses of cubics and come back a few digits off; no one means a millionth.
  package static let grace = 1e-6

  /// `frame` and `phase` as played forward.
  init(frame: Int, phase: Double, _ direction: Direction) {
    let isMirrored = direction == .backward
    // Mirrored intervals are (tᵢ, tᵢ₊₁]: where frame i starts forward, frame i − 1 starts backward.
    self.frame = isMirrored && phase == 0 ? frame - 1 : frame
    self.phase = isMirrored && phase != 0 ? 1 - phase : phase
  }
}
