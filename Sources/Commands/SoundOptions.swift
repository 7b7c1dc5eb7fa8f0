import Tool
import Values

/// The way warp-audio renders sound. It does not depend on the sound, so warp-film checks it before the film is read.
package struct SoundOptions: Equatable, Sendable {
  package let keepsPitch: Bool
  /// Nil without `--kernel`.
  package let kernel: Kernel?

  /// The seconds of the crossfade at each cut; 0 for none.
  package let crossfade: Double

  package init(_ arguments: Arguments) throws {
    keepsPitch = try AudioCommand.pitch.choice(arguments) == .keep
    kernel = try AudioCommand.kernel.choice(arguments)
    crossfade = try CrossfadeSyntax.seconds(arguments, AudioCommand.crossfade)
    if keepsPitch, kernel != nil {
      throw Refusal.usage("--kernel does not go with --pitch keep", advice: "leave --kernel out")
    }
  }
}

/// Reads the length of a crossfade.
package enum CrossfadeSyntax {
  /// In seconds; 0 without the option.
  package static func seconds(_ arguments: Arguments, _ option: Option) throws -> Double {
    guard let text = arguments.value(of: option) else { return 0 }
    do throws(Refusal) { return try TimeSyntax.seconds(text) } catch { throw error.within("--\(option.name)") }
  }
}
