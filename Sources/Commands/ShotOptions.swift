import Tool

/// What a camera says about the speed of a video.
extension WarpCommand {
  package static let asShot = Option(
    "as-shot", value: "FILE", optional: true, completion: .file,
    help: """
      Play INPUT as the phone plays it, with the parts that it shows in slow motion. Phones of Samsung and Android's \
      cameras note them in INPUT. For iPhones, they are in NAME.AAE beside INPUT, or in FILE, which Apple's Photos \
      exports.
      """)

  static let shotManual = Command.Section(
    "SLOW MOTION OF PHONES",
    [
      """
      --as-shot makes keyframes of --speed, so that other options go with it as with --speed. Without --as-shot, \
      warp-film prints a line if INPUT is slow motion of a phone. The page of --edit then begins with these keyframes.
      """,
      """
      Samsung notes the parts in a trailer of the file. Their speeds are those of life: if the file plays more slowly \
      than that, as its frame rate and com.android.capture.fps say, the rest of it is sped up. Super slow motion is \
      slow in the file already.
      """,
      """
      Apple's Photos notes the parts in a file with the ending AAE. A part begins with a ramp that lasts 0.56 s in the \
      result, and ends with one of 0.35 s. There is no ramp within 0.1 s of the start or end of the video. A part that \
      is too short for its ramps plays at normal speed.
      """,
      """
      Of other phones, the tag com.android.capture.fps says how many frames per second were taken. If the video has \
      as many, all of it plays as at 30 frames per second. Otherwise it is slow already.
      """,
      "A damaged trailer is an error of INPUT (status 4). A damaged AAE file is one of the command line (status 2).",
    ])
}
