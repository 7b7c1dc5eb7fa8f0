import Tool
import Values
import Warp

/// Declares warp-video's options once for the parser, help, man page and completions.
package enum VideoCommand {
  package static let map = Option(
    "map", value: "FILE", completion: .file,
    help: "Follow the time map in FILE, a table from warp-map. FILE may be a pipe.")

  package static let fps = Option(
    "fps", value: "R",
    help: """
      Frame rate of the result: 30, 29.97, 30000/1001, ntsc (30000/1001), pal (25) or film (24). Default: the frame \
      rate of the input. Cannot be combined with --vfr.
      """)
  package static let pick = ChoiceOption<FrameChoice>(
    "pick", value: "HOW", naming: "way to pick a frame",
    help: "Choose the source frame that an output frame shows. Only without --mix and --shutter. HOW is:",
    usual: "hold",
    [
      Choice("hold", .hold, "the frame on screen at the start"),
      Choice("middle", .middle, "the frame on screen halfway"),
      Choice("nearest", .nearest, "the frame that starts nearest"),
      Choice("next", .next, "the first that starts when the output frame starts, or later"),
    ])
  package enum Mix: Equatable, Sendable {
    case first, blend, motion
    case command(String)
  }
  package static let mix = ChoiceOption<Mix>(
    "mix", value: "HOW", naming: "way to mix frames",
    help: "Choose what an output frame between two source frames shows. HOW is:", usual: "none",
    [
      Choice("none", .first, "the first of the two"),
      Choice("blend", .blend, "a mix"),
      Choice("motion", .motion, "a frame interpolated from the motion, except at cuts"),
    ],
    open: OpenChoice("exec:", value: "COMMAND", "a frame made by a shell command") {
      .command($0)
    })
  package static let shutter = Option(
    "shutter", value: "DEGREES",
    help: """
      Add motion blur: average the source frames on screen while a shutter is open. DEGREES is above 0, up to 720. 360 \
      is the duration of an output frame, 180 half of it. With --mix motion and exec, the average includes \
      interpolated frames between the source frames. Cannot be combined with --mix blend or --pick.
      """)
  package static let dedup = Option(
    "dedup",
    help: """
      Ignore source frames that repeat the frame before, and interpolate across them. For videos converted from a \
      lower frame rate, and for screen recordings. Still pictures of more than 0.25 s stay. Needs --mix blend, motion \
      or exec.
      """)
  package static let grain = ChoiceOption<Bool>(
    "grain", value: "HOW", naming: "way to treat grain",
    help: "Choose how grainy the interpolated frames of --mix motion are. HOW is:", usual: "average",
    [
      Choice("average", false, "less than the source, as two frames are averaged"),
      Choice("keep", true, "as grainy as the source"),
    ])
  package static let crossfade = Option(
    "crossfade", value: "TIME",
    help: """
      Dissolve the picture at each cut, a jump of the map, over TIME: half before the cut, half after it. The \
      pictures beyond the cut are those that the map leaves out there. The duration does not change. Where the input \
      ends, or the next cut is near, a dissolve is shorter.
      """)
  package static let threads = Option(
    "threads", value: "N",
    help: """
      Use N threads for --mix motion, 1 to 256. Default: one per core. The result does not depend on N.
      """)

  package static let variable = Option(
    "vfr",
    help: """
      Variable frame rate: make one output frame each time a source frame appears, with its timestamp from the map. \
      The last frame comes twice if it lasts longer than a source frame. Cannot be combined with --fps, --pick, \
      --mix, --grain, --dedup, --shutter or --crossfade.
      """)
  package static let timebase = Option(
    "timebase", value: "1/N",
    help: """
      With --vfr, round timestamps to multiples of 1/N second (default: 1/64000). Two frames with the same timestamp \
      are an error.
      """)
  private static let start = Option.start.described(
    as: """
      Source time of the first frame (default: 0). If the map shows earlier times, the first frame is shown there. \
      Only for y4m input, without --source or --input-timestamps.
      """)
  package static let timestamps = Option(
    "timestamps", value: "FILE", completion: .file,
    help: """
      With --vfr, also write the timestamps to FILE, in milliseconds (timestamp format v2). The output may then be \
      y4m.
      """)

  package static let outputRange = Option(
    "output-range", value: "FROM..TO",
    help: """
      Make only the output frames FROM to TO-1, counted from 0. FROM or TO may be left out. With --vfr, FROM and TO \
      are times. Frames and timestamps are the same as in the whole result.
      """)

  package static let join = Option(
    "join", value: "FILE", repeatable: true, completion: .file,
    help: """
      Concatenate NUT files of encoded frames, in the order given, instead of retiming. Make the parts with \
      --output-range, and encode the parts alike. Timestamps do not change. Cannot be combined with any other option.
      """)

  package static let listPackets = Option(
    "list-packets",
    help: """
      List the packets of an encoded video from standard input, instead of retiming: the timestamp of each, and how \
      decoding can begin there. Cannot be combined with any other option.
      """)
  package static let splice = Option(
    "splice", value: "FILE", completion: .file,
    help: """
      Cut an encoded video, instead of retiming. FILE says which packets are copied and which frames come newly \
      encoded from standard input; it is a table from warp-film. Needs --source.
      """)
  package static let spliceFeed = Option(
    "splice-feed", value: "FILE", completion: .file,
    help: """
      Write the packets from which ffmpeg makes the newly encoded frames for --splice FILE. Needs --source.
      """)

  package static let tryMaker = Option(
    "try-maker", value: "COMMAND",
    help: """
      Check a command for --mix exec. It gets pairs of test frames and must make four frames between each two. Prints \
      what it gets right. Reads no input. Cannot be combined with any other option.
      """)

  package static let source = Option(
    "source", value: "COMMAND",
    help: """
      Read the video from a shell command instead of standard input. The command must print the video from the time \
      $FROM for $LENGTH seconds, as NUT. Timestamps stay those of the file; they must not start again at 0 in each \
      part. The arguments $1 and $2 say the same for \
      ffmpeg: the seek point, empty for the start of the file, and how many seconds to read.
      """)
  package static let inputFps = Option(
    "input-fps", value: "R",
    help: """
      Frame rate of the input, if its header has none or a wrong one. R is written as for --fps. In NUT, timestamps up \
      to a quarter of a frame from the frames of R are moved there, unless --vfr is given.
      """)
  package static let inputTimestamps = Option(
    "input-timestamps", value: "FILE", completion: .file,
    help: """
      Read the start time of each input frame from FILE, in milliseconds, one per line (timestamp format v2). One more \
      line gives the end of the last frame. Cannot be combined with --start.
      """)
  package static let holdEnd = Option(
    "hold-end", help: "If the input ends before the map does, hold the last frame to the end of the map.")
  package static let outputFormat = ChoiceOption<Container>(
    "output-format", value: "FORMAT", naming: "container",
    help: """
      Choose the container of the output. Default: the container of the input, or nut with --vfr and without \
      --timestamps. FORMAT is:
      """,
    [Choice("y4m", .y4m, "frames at a fixed rate"), Choice("nut", .nut, "frames with timestamps")])

  package static let command = Command(
    name: "warp-video",
    version: .current,
    summary: "change the speed of raw video along a time map",
    synopsis: [
      "--map FILE [OPTION]... < input.y4m > output.y4m", "--join FILE... > whole.nut",
      "--splice FILE --source COMMAND < encoded.nut > cut.nut", "--try-maker COMMAND",
    ],
    strangers: Strangers.ofVideo, strayFile: Strangers.fileForFilters,
    description: [
      """
      warp-video reads raw video from standard input, retimes the frames along a time map from warp-map, and writes \
      raw video to standard output. Input and output are y4m, or NUT with one video stream.
      """,
      """
      Each output frame shows the source frame that the map gives for its time. Without --mix and --shutter, the \
      pixels of a frame never change.
      """,
      """
      If the map plays backward or repeats a part, warp-video needs that part again. From a regular file, warp-video \
      reads the part again. From a pipe, warp-video keeps frames in memory, and beyond --memory in a temporary file.
      """,
    ],
    groups: [
      OptionGroup("Map", for: .map, [map]),
      OptionGroup(
        "Fixed frame rate", for: .picture,
        [fps, pick.option, mix.option, grain.option, dedup, shutter, crossfade, tryMaker]),
      OptionGroup("Variable frame rate", for: .picture, [variable, timebase, timestamps]),
      OptionGroup("Parts of the result", for: .output, [outputRange, join]),
      OptionGroup("Cuts without encoding", for: .output, [splice, spliceFeed, listPackets]),
      OptionGroup(
        "Input and output", for: .streams,
        [source] + SourceOptions.all + [inputFps, inputTimestamps, start, holdEnd, outputFormat.option]),
      OptionGroup("Run", for: .run, [threads, .memory, .progress, .noProgress, .stats]),
    ],
    examples: [
      Command.Example(
        "Retime a video along a map, at 60 frames a second:",
        """
        ffmpeg -v error -i in.mp4 -f yuv4mpegpipe - | warp-video --map map.tsv --fps 60 |
              ffmpeg -v error -i - slow.mp4
        """),
      Command.Example(
        "Keep every frame, with variable timestamps from the map:",
        """
        ffmpeg -v error -i in.mp4 -map 0:v:0 -fps_mode passthrough -enc_time_base 1/90000 -c:v rawvideo -f nut - |
              warp-video --map map.tsv --vfr |
              ffmpeg -v error -i - -fps_mode passthrough -enc_time_base 1/64000 stamped.mp4
        """),
    ],
    sections: manual)
}
