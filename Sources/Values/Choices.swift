/// Choices that options offer and modules of the work understand: one declaration for both.

/// The number of frames to make of an interlaced frame with two fields.
package enum Deinterlacing: Sendable { case none, frame, field }

/// The interpolation kernels: how a value between two samples of sound is computed.
package enum Kernel: String, CaseIterable, Sendable {
  case linear
  /// Band-limited interpolation. Each kernel is cleaner and slower than the one before.
  case fast, high, best
}

/// What can be measured of a sound.
package enum Measurement: Sendable { case speech, voice, loudness, onsets }

/// The containers that frames are read from and written to.
package enum Container: Sendable {
  /// Frames without timestamps, at a fixed rate.
  case y4m
  /// Frames with a timestamp each.
  case nut
}
