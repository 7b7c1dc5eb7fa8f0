/// An encoder on a graphics card, which ffmpeg may have although the machine has no such card or no driver for it.
struct CardEncoder {
  let name: String
  private let kind: Kind

  private struct Kind {
    let suffix: String
    /// What the machine needs.
    let card: String
    /// ffmpeg's arguments that open the card and upload a frame, between input and encoder.
    let upload: [String]
  }

  private static let kinds = [
    Kind(suffix: "_nvenc", card: "a card of NVIDIA and its driver", upload: []),
    Kind(
      suffix: "_vaapi", card: "a graphics card and its VAAPI driver",
      upload: ["-init_hw_device", "vaapi=card", "-filter_hw_device", "card", "-vf", "format=nv12,hwupload"]),
    Kind(suffix: "_qsv", card: "a graphics chip of Intel and its driver", upload: []),
    Kind(suffix: "_amf", card: "a card of AMD and its driver", upload: []),
    Kind(
      suffix: "_vulkan", card: "a graphics card and its Vulkan driver",
      upload: ["-init_hw_device", "vulkan=card", "-filter_hw_device", "card", "-vf", "format=nv12,hwupload"]),
    Kind(suffix: "_v4l2m2m", card: "a video chip that Video4Linux can use", upload: []),
  ]

  /// Nil if the encoder needs no card.
  init?(_ name: String) {
    guard let kind = Self.kinds.first(where: { name.hasSuffix($0.suffix) }) else { return nil }
    (self.name, self.kind) = (name, kind)
  }

  /// ffmpeg's arguments that encode one black frame.
  var trial: [String] {
    ["-nostdin", "-v", "quiet", "-f", "lavfi", "-i", "color=size=256x256:rate=25:duration=0.04"] + kind.upload
      + ["-c:v", name, "-f", "null", "-"]
  }

  /// The error if the trial fails.
  var missing: FilmError {
    let codec = String(name.dropLast(kind.suffix.count))
    let other = FileKind.PictureCodec(rawValue: codec).map { "--codec \($0.rawValue) needs no card" }
    return .usage("\(name) does not work here: it needs \(kind.card)", advice: other ?? "see ffmpeg -encoders")
  }
}
