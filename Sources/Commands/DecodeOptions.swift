import Tool

/// The options of warp-film for ffmpeg's decoder of the picture.
extension WarpCommand {
  package static let decode = Option(
    "decode", value: "ARGS",
    help: """
      Pass options to ffmpeg before the -i with which it decodes the picture, such as '-hwaccel cuda' or \
      '-c:v h264_cuvid'.
      """)
  package static let hwaccel = Option(
    "hwaccel", value: "NAME", completion: .words(["auto", "cuda", "vaapi", "qsv", "vulkan", "vdpau"]),
    help: """
      Decode the picture on a graphics card: cuda (NVIDIA), vaapi, qsv, vulkan, vdpau, or auto for the first that \
      works here. Short for --decode '-hwaccel NAME'.
      """)
  static let decodeOptions = [decode, hwaccel]
}
