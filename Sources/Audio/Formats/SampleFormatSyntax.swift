import CAvutil
import Values

/// Converts text to a `SoundContainer` and back: `s16le`, `f32be`, `wav`. Also reads libavutil's names (`s16`, `flt`).
package enum SampleFormatSyntax {
  private static let containers: [(name: String, container: SoundContainer)] = [("wav", .wav), ("nut", .nut)]

  package static func parse(_ text: some StringProtocol) throws(Refusal) -> SoundContainer {
    let name = String(text)
    if let known = containers.first(where: { $0.name == name }) { return known.container }
    if let format = SampleFormat(rawValue: name) { return .raw(format) }
    guard let known = SampleDescriptor(name) else { throw refusal("'\(name)' is not a sample format") }
    guard !known.isPlanar else {
      throw .usage(
        "'\(name)' is planar, and only interleaved samples are supported",
        advice: "write the samples with ffmpeg -f f32le or -f s16le")
    }
    guard let format = known.format else { throw refusal("the sample format '\(name)' is not supported") }
    return .raw(format)
  }

  package static func name(of container: SoundContainer) -> String {
    switch container {
    case .raw(let format): format.name
    case .wav, .nut: containers.first { $0.container == container }?.name ?? ""
    }
  }

  private static func refusal(_ problem: String) -> Refusal {
    let names = (SampleFormat.allCases.map(\.name) + containers.dropLast().map(\.name)).joined(separator: ", ")
    return .usage(problem, advice: "write \(names) or \(containers[containers.count - 1].name)")
  }
}

/// libavutil's description of a sample format.
struct SampleDescriptor {
  let isPlanar: Bool
  /// The interleaved format of this sample type; nil if not supported. libavutil's formats have the machine's byte
  /// order, which is little-endian.
  let format: SampleFormat?

  /// Returns nil if libavutil does not know the name.
  init?(_ name: String) {
    let known = unsafe av_get_sample_fmt(name)
    guard known != AV_SAMPLE_FMT_NONE else { return nil }
    isPlanar = av_sample_fmt_is_planar(known) != 0
    format =
      switch av_get_packed_sample_fmt(known) {
      case AV_SAMPLE_FMT_U8: .u8
      case AV_SAMPLE_FMT_S16: .s16le
      case AV_SAMPLE_FMT_S32: .s32le
      case AV_SAMPLE_FMT_FLT: .f32le
      case AV_SAMPLE_FMT_DBL: .f64le
      default: nil
      }
  }
}
