import Tool
import Values

/// The way warp-audio renders sound. It does not depend on the sound, so warp-film checks it before the film is read.
package struct SoundOptions: Equatable, Sendable {
  package let keepsPitch: Bool
  /// Nil without `--kernel`.
  package let kernel: Kernel?

  package init(_ arguments: Arguments) throws {
    keepsPitch = try AudioCommand.pitch.choice(arguments) == .keep
    kernel = try AudioCommand.kernel.choice(arguments)
    if keepsPitch, kernel != nil {
      throw Refusal.usage("--kernel does not go with --pitch keep", advice: "leave --kernel out")
    }
  }
}
