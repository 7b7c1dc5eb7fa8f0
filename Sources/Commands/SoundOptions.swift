import Tool
import Warp

/// What warp-audio's options say about how sound is rendered. It can be understood without the sound, so that warp-film
/// checks it too.
package struct SoundOptions: Equatable, Sendable {
  package let keepsPitch: Bool
  /// Nil where none is given.
  package let kernel: AudioCommand.KernelName?

  package init(_ arguments: Arguments) throws {
    keepsPitch = try AudioCommand.pitch.choice(arguments) == .keep
    kernel = try AudioCommand.kernel.choice(arguments)
    if keepsPitch, kernel != nil {
      throw Refusal.usage("--kernel does not go with --pitch keep", advice: "leave --kernel out")
    }
  }
}
