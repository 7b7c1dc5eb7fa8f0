/// The words after C in a y4m header, with libavutil's names of the formats. To support another format, add a row.
enum Y4MChroma {
  /// The format of a header without the tag.
  static let unspoken = "420jpeg"

  /// If several words name one format, the writer uses the first, unless the input had another.
  static let words: [(chroma: String, format: String)] = [
    ("420jpeg", "yuv420p"),
    ("420mpeg2", "yuv420p"),
    ("420paldv", "yuv420p"),
    ("420", "yuv420p"),
    ("420p9", "yuv420p9le"),
    ("420p10", "yuv420p10le"),
    ("420p12", "yuv420p12le"),
    ("420p14", "yuv420p14le"),
    ("420p16", "yuv420p16le"),
    ("422", "yuv422p"),
    ("422p9", "yuv422p9le"),
    ("422p10", "yuv422p10le"),
    ("422p12", "yuv422p12le"),
    ("422p14", "yuv422p14le"),
    ("422p16", "yuv422p16le"),
    ("444", "yuv444p"),
    ("444p9", "yuv444p9le"),
    ("444p10", "yuv444p10le"),
    ("444p12", "yuv444p12le"),
    ("444p14", "yuv444p14le"),
    ("444p16", "yuv444p16le"),
    ("444alpha", "yuva444p"),
    ("411", "yuv411p"),
    ("mono", "gray"),
    ("mono9", "gray9le"),
    ("mono10", "gray10le"),
    ("mono12", "gray12le"),
    ("mono16", "gray16le"),
  ]

  static func format(of chroma: String) -> String? { words.first { $0.chroma == chroma }?.format }

  static func word(for format: String) -> String? { words.first { $0.format == format }?.chroma }
}
