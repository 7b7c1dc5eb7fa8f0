/// The four-character codes of pixel formats in NUT, each with libavutil's name of the format. The table has only
/// formats that ffmpeg reads from NUT exactly as it wrote them.
package enum NUTFourCC {
  private static let eightBit: [(code: String, format: String)] = [
    ("I420", "yuv420p"),
    ("Y42B", "yuv422p"),
    ("444P", "yuv444p"),
    ("440P", "yuv440p"),
    ("Y41B", "yuv411p"),
    ("YUV9", "yuv410p"),
    ("Y800", "gray"),
    ("Y2\u{0}\u{8}", "ya8"),
    ("Y4\u{B}\u{8}", "yuva420p"),
    ("Y4\u{A}\u{8}", "yuva422p"),
    ("Y4\u{0}\u{8}", "yuva444p"),
    ("G3\u{0}\u{8}", "gbrp"),
    ("G4\u{0}\u{8}", "gbrap"),
    ("NV12", "nv12"),
    ("NV21", "nv21"),
    ("YUY2", "yuyv422"),
    ("YVYU", "yvyu422"),
    ("UYVY", "uyvy422"),
    ("RGB\u{18}", "rgb24"),
    ("BGR\u{18}", "bgr24"),
    ("RGBA", "rgba"),
    ("BGRA", "bgra"),
    ("ARGB", "argb"),
    ("ABGR", "abgr"),
    ("RGB\u{0}", "rgb0"),
    ("BGR\u{0}", "bgr0"),
    ("\u{0}RGB", "0rgb"),
    ("\u{0}BGR", "0bgr"),
  ]

  /// Formats of more than eight bits. A code has a letter for the kind, the number of components, and a byte for the
  /// chroma shifts. `deep` appends a byte for the bits per sample.
  private static let families: [(code: String, format: String)] = [
    ("Y1\u{0}", "gray"),
    ("Y3\u{B}", "yuv420p"),
    ("Y3\u{A}", "yuv422p"),
    ("Y3\u{0}", "yuv444p"),
    ("Y4\u{B}", "yuva420p"),
    ("Y4\u{A}", "yuva422p"),
    ("Y4\u{0}", "yuva444p"),
    ("G3\u{0}", "gbrp"),
    ("G4\u{0}", "gbrap"),
  ]

  /// libavutil does not have every depth in every family. A name without a descriptor is harmless.
  private static let deep = families.flatMap { family in
    [9, 10, 12, 14, 16].map { bits in
      (code: family.code + String(UnicodeScalar(UInt8(bits))), format: "\(family.format)\(bits)le")
    }
  }

  package static let codes = (eightBit + deep).map { (bytes: Array($0.code.utf8), format: $0.format) }

  package static func format(of bytes: [UInt8]) -> String? { codes.first { $0.bytes == bytes }?.format }

  package static func bytes(for format: String) -> [UInt8]? { codes.first { $0.format == format }?.bytes }
}
