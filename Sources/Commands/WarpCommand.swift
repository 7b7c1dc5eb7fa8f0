import Tool
import Warp

/// The options of `warp-film`. Those it hands on to a filter are the filter's own declarations, some of them described anew.
package enum WarpCommand {
  private static let map = MapCommand.map.described(as: "A table, as warp-map writes it.")
  package static let pick = VideoCommand.pick.described(
    as: "Which frame an output frame shows, by default each within half a frame of its sound:", usual: "middle")
  package static let audio = Option(
    "audio", value: "N", repeatable: true,
    help: "Keep the Nth sound track, and those of further --audio, in this order; by default all of them.")
  package static let noAudio = Option("no-audio", help: "Leave the sound out.")
  package static let noSubtitles = Option("no-subtitles", help: "Leave subtitles out.")

  package static let encode = Option(
    "encode", value: "ARGS",
    help: """
      More for ffmpeg's encoder, after what the defaults say: '-preset slow', '-b:a 320k'. A codec named here, as in \
      '-c:v libx265 -crf 20 -c:a flac', replaces the default for its kind.
      """)
  package static let codec = Option(
    "codec", value: "NAME", completion: .words(["h264", "hevc", "av1", "vp9", "prores", "dnxhr", "ffv1"]),
    help: """
      The picture's codec: h264, hevc, av1, vp9, prores, dnxhr or ffv1, or an encoder by ffmpeg's name, such as \
      libsvtav1, hevc_nvenc or h264_vaapi. Where an encoder takes frames only from a graphics card's memory, they \
      are brought to the first card of its kind, or to the one that --encode '-vaapi_device /dev/dri/renderD129' \
      names.
      """)
  package static let copy = Option(
    "copy",
    help: """
      Keep the picture as it is encoded: nothing but the times of its frames changes, and a film takes seconds. For \
      maps that show all of a part once, in order. It begins at a key frame, and may end a few frames later than was \
      asked for, where frames of the part are made of them.
      """)
  package static let quality = Option(
    "quality", value: "N",
    help: """
      How good the picture is to be, on its encoder's own scale: ffmpeg's -crf where it has that, otherwise -cq, -qp, \
      -global_quality or -q:v.
      """)
  package enum Deinterlacing: Sendable { case none, frame, field }
  package static let deinterlace = ChoiceOption<Deinterlacing>(
    "deinterlace", value: "HOW", naming: "way to deinterlace",
    help: "What becomes of interlaced frames before retiming:",
    usual: "none",
    [
      Choice("none", .none, "nothing"), Choice("frame", .frame, "one frame of two fields, by ffmpeg's bwdif"),
      Choice("field", .field, "a frame of each field"),
    ])
  package static let overwrite = Option("yes", letter: "y", help: "Overwrite OUTPUT.")
  package static let preview = Option("preview", help: "Play the result in ffplay instead.")
  package static let dryRun = Option("dry-run", help: "Print the pipeline instead, to be pasted in bash.")

  package static let plot = ChoiceOption<MapCommand.PlotKind>(
    "plot", value: "KIND", naming: "kind of plot", optional: true, help: "Show the curve instead:", usual: "text",
    MapCommand.plotKinds)
  package static let info = MapCommand.info.described(as: "Show durations and speeds instead.")
  private static let outputs = [
    info, MapCommand.at, MapCommand.atWarped, MapCommand.sourceFrames, MapCommand.outputFrames,
    MapCommand.format.option, MapCommand.json, MapCommand.listCurves, MapCommand.to.option, MapCommand.error,
    MapCommand.rate,
  ]

  package static let memory = Option.memory.described(
    as: "How much warp-video may hold (default 1GiB, 384M where the map runs backward).")
  package static let progressFile = Option(
    "progress-file", value: "FILE", completion: .file,
    help: """
      Write to FILE, which may be a pipe or /dev/fd/N, how far the work has come: blocks of lines as ffmpeg's \
      -progress writes them, with total_us (microseconds of the result) and eta_s (seconds left). The last line is \
      progress=end; it is written once OUTPUT is there.
      """)
  package static let stages = Option(
    "stages", value: "FILE", completion: .file,
    help: "Write to FILE the name of each program that is started, a tab and the number of its process.")

  package static let piece = Option(
    "piece", value: "K/N",
    help: """
      Make the Kth of N pieces of the picture, in a file beside OUTPUT; with the first, sound and subtitles too. A \
      piece that is there, whole and of the same words, is not made again.
      """)
  package static let join = Option(
    "join", help: "Make OUTPUT of its pieces, which were made with the same words and --piece, and remove them.")
  package static let pieceOptions = [piece, join]

  package static let silence = Option(
    "silence", value: "SPEED|cut",
    help:
      "Play silences at this speed, as 4x, or leave them out. The first sound that is kept is read once to find them.")
  package static let silenceLevel = Option(
    "silence-level", value: "LEVEL", help: "With --silence: what is softer is silent (default -35dB).")
  package static let silenceLength = Option(
    "silence-length", value: "TIME", help: "With --silence: shorter silences stay as they are (default 0.5).")
  package static let still = Option(
    "still", value: "SPEED|cut",
    help: """
      The same for standing pictures: where nothing moves for two seconds or longer. With --silence, what is silent \
      or stands still, and the faster speed where it is both.
      """)
  package static let margin = Option(
    "margin", value: "TIME",
    help: """
      With --silence and --still: so much at both ends of what is found stays as it is (default 0.2), but not where \
      the clip begins or ends.
      """)

  /// What is found in the film; --range-ease and --else-speed go with it.
  package static let searchOptions = [silence, silenceLevel, silenceLength, still, margin]

  /// What makes or changes a curve, as warp-map has it.
  package static let mapOptions =
    [
      MapCommand.curve, MapCommand.curves, MapCommand.constant, MapCommand.speed, MapCommand.speeds, MapCommand.anchor,
      MapCommand.anchorEasing.option, MapCommand.anchors, MapCommand.tempo, MapCommand.ranges, MapCommand.rangeSpeed,
      MapCommand.rangeMargin, MapCommand.rangeEase, MapCommand.elseSpeed, MapCommand.play, MapCommand.scaleExpression,
      MapCommand.integralExpression, map,
      MapCommand.trim, MapCommand.freeze, MapCommand.fit, MapCommand.reverse,
    ]

  /// What is shown in place of a film, as warp-map shows it.
  package static let showOptions = [plot.option] + outputs

  package static let pictureOptions = [
    VideoCommand.fps, pick, VideoCommand.mix.option, VideoCommand.dedup, VideoCommand.shutter, VideoCommand.variable,
    VideoCommand.timebase, VideoCommand.threads,
  ]
  package static let soundOptions = [AudioCommand.pitch.option, AudioCommand.kernel.option]

  package static let command = Command(
    name: "warp-film",
    version: .current,
    summary: "speed a film up and slow it down along a curve, picture and sound in step",
    synopsis: [
      "[CURVE]... [OPTION]... INPUT OUTPUT", "[CURVE]... [OPTION]... --preview INPUT", "[CURVE]... --plot INPUT",
    ],
    operands: ["INPUT", "OUTPUT"],
    strangers: Strangers.ofFilm,
    description: [
      """
      INPUT is a file that ffmpeg can read. The extension of OUTPUT chooses its format: mp4, mov, mkv or webm, or \
      m4a, mp3, flac, wav, ogg or opus for sound alone. OUTPUT gets its name when it is whole. If anything fails, or \
      warp-film is interrupted or killed, OUTPUT is as it was and nothing is left over.
      """,
      """
      If OUTPUT is a directory, the result gets the name of INPUT in it. If OUTPUT is - or /dev/stdout, the result \
      goes to standard output as Matroska, or in the format that --encode '-f …' names. A reader gets each picture \
      soon after it is made.
      """,
      """
      Source time 0 is the first frame, and the clip is as long as its picture, to which sound is cut or filled. \
      Where sound goes on for more than half a second, the clip ends with the sound, and the last frame stands. The \
      sound keeps its place beside the picture however the two start, in a file for sound alone too; that ends with \
      its sound if it ends more than half a second before or after the picture. Sound before the first frame is left \
      out; more than half a second of it is named. Rotation is applied. The shape of pixels, colour range, \
      primaries, transfer and matrix, bit depth, fields, title and other tags are kept. All sound tracks and all \
      subtitles that are text follow the map, with their languages, titles and dispositions, and so do chapters; a \
      file for sound alone and a preview have the sound track that is marked as the default. Cover pictures, and \
      fonts in mkv, go as they are.
      """,
      """
      Whatever else is left out, and whatever is changed besides time, is named on standard error, a line each. \
      Streams put end to end in a broadcast are played as ffmpeg plays them. Of a file that is cut off, what there \
      is is retimed; then the exit status is 4. That is not told where half a second or less is missing, or a \
      hundredth of an MP3; nor of files that do not say how long they are, or of which ffprobe does not tell it, \
      such as Ogg, NUT, MPEG streams, streams without a container, WMV, WMA, WavPack and WAV of more than 2 GiB that \
      is not RF64.
      """,
    ],
    brief: brief,
    groups: [
      OptionGroup("Curve and changes, as warp-map has them", for: .map, mapOptions),
      OptionGroup("Curves from what is in the film", for: .map, searchOptions),
      OptionGroup("Picture, as warp-video has it", for: .picture, pictureOptions + [deinterlace.option]),
      OptionGroup("Sound, as warp-audio has it", for: .sound, soundOptions + [audio, noAudio]),
      OptionGroup("Subtitles", for: .streams, [noSubtitles]),
      OptionGroup("Result", for: .output, [copy, codec, quality, encode, overwrite, preview, dryRun]),
      OptionGroup("In pieces, perhaps on several machines", for: .output, pieceOptions),
      OptionGroup("Instead of a result, as warp-map shows it", for: .output, showOptions),
      OptionGroup("Run", for: .run, [memory, .progress, .noProgress, progressFile, stages]),
    ],
    examples: [
      Command.Example(
        "Three times as slow in the middle:", "warp-film --curve double-smoothstep:factor=3 holiday.mp4 slow.mp4"),
      Command.Example("Backward, whatever its length:", "warp-film --reverse holiday.mp4 back.mp4"),
      Command.Example(
        "In two pieces, side by side; then the film of them:",
        """
        seq 2 | xargs -P 2 -I{} warp-film --reverse film.mkv back.mkv --piece {}/2 &&
              warp-film --reverse film.mkv back.mkv --join
        """),
      Command.Example(
        "Ten seconds of a film become half a minute, mixed and with its pitch kept:",
        "warp-film --trim 1:00..1:10 --fit 30 --mix blend --pitch keep film.mkv part.webm"),
    ],
    sections: manual,
    exits: [
      .done: "OUTPUT is there, whole.",
      .inputOutput:
        "A decoder or the encoder failed, a stage was killed, or a file is absent or cannot be read or written.",
      .usage: "The command line makes no sense; OUTPUT exists and -y is not given.",
      .map: "The time map is refused.",
      .input: """
      INPUT is not a film or malformed; or it ends early, and OUTPUT is made of what there is; or a piece is \
      missing, cut off or not one of OUTPUT.
      """,
    ])
}
