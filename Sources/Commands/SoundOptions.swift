import Tool
import Warp

/// What warp-audio's options say about how sound is rendered, which needs no sound to be understood.
package struct SoundOptions: Equatable, Sendable {
  package let keepsPitch: Bool
  /// One of the words of --kernel; nil where none is given.
  package let kernel: String?

  package init(_ arguments: Arguments) throws {
    switch arguments.value(of: AudioCommand.pitch) {
    case nil, "follow": keepsPitch = false
    case "keep": keepsPitch = true
    case let word?: throw Refusal.usage("'\(word)' is not on offer", at: "--pitch", advice: "choose follow or keep")
    }
    kernel = arguments.value(of: AudioCommand.kernel)
    if let kernel, !AudioCommand.kernels.contains(kernel) {
      throw Refusal.usage(
        "'\(kernel)' is no kernel", at: "--kernel",
        advice: "there are \(AudioCommand.kernels.joined(separator: ", "))")
    }
    if keepsPitch, kernel != nil { throw Refusal.usage("--kernel is for --pitch follow", advice: "leave it out") }
  }
}
