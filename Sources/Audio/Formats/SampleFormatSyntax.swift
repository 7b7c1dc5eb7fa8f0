import Warp

/// Text ⇄ what samples are and come in: `s16le`, `f32be`, `wav`, and libavutil's names of the same (`s16`, `flt`).
package enum SampleFormatSyntax {
  private static let wav = "wav"

  package static func parse(_ text: some StringProtocol) throws(Refusal) -> SoundContainer {
    let name = String(text)
    if name == wav { return .wav }
    if let format = SampleFormat(rawValue: name) { return .raw(format) }
    guard let known = SampleDescriptor(name) else { throw refusal("'\(name)' is no sample format") }
    guard !known.isPlanar else {
      throw .usage(
        "'\(name)' has each channel by itself, and samples come interleaved here",
        advice: "write them with ffmpeg's -f f32le or -f s16le")
    }
    guard let format = known.format else { throw refusal("samples of format '\(name)' are not read here") }
    return .raw(format)
  }

  package static func name(of container: SoundContainer) -> String {
    switch container {
    case .raw(let format): format.name
    case .wav: wav
    }
  }

  private static func refusal(_ problem: String) -> Refusal {
    let names = SampleFormat.allCases.map(\.name).joined(separator: ", ")
    return .usage(problem, advice: "there are \(names) and \(wav)")
  }
}
