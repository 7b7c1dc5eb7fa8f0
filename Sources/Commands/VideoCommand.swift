import Tool
import Warp

/// warp-video's options, declared once for parser, help, man page and completions.
package enum VideoCommand {
  package static let map = Option(
    "map", value: "FILE", completion: .file,
    help: "The time map to follow, as warp-map writes it. Read once; may be a pipe.")

  package static let fps = Option(
    "fps", value: "R",
    help: "Rate of the result, as 30, 29.97, 30000/1001, ntsc, pal or film. Default is the input's.")
  package static let pick = ChoiceOption<FrameChoice>(
    "pick", value: "HOW", naming: "way to pick a frame",
    help: "Which frame an output frame shows, without --mix and --shutter:", usual: "hold",
    [
      Choice("hold", .hold, "the one on screen when it begins"),
      Choice("middle", .middle, "the one on screen halfway through it"),
      Choice("nearest", .nearest, "the one whose start is nearest, the later of two"),
      Choice("next", .next, "the first to start then or later"),
    ])
  package enum Mix: Equatable, Sendable {
    case first, blend, motion
    case command(String)
  }
  package static let mix = ChoiceOption<Mix>(
    "mix", value: "HOW", naming: "way to mix frames", help: "What is shown between two frames:", usual: "none",
    [
      Choice("none", .first, "the first of them"), Choice("blend", .blend, "both, by how far time has gone"),
      Choice("motion", .motion, "a frame made up by what moves from one to the other, cuts excepted"),
    ],
    open: OpenChoice("exec:", value: "COMMAND", "a frame that this shell command makes of the two") { .command($0) })
  package static let shutter = Option(
    "shutter", value: "DEGREES",
    help: """
      Average what is on screen while the shutter is open: 360 is the whole of an output frame's time, 180 half of it; \
      over 0 to 720. With --mix motion or exec, of instants between frames too; not with --mix blend.
      """)
  package static let dedup = Option(
    "dedup",
    help: """
      With --mix: a frame that looks like the one before it counts as not there, so that motion goes on across it. For films \
      converted from fewer frames a second, and screen recordings. Stills of more than a quarter of a second stay.
      """)
  package static let threads = Option(
    "threads", value: "N",
    help: "With --mix motion, work on N things at once; the result is the same for any N. Default is one a core.")

  package static let variable = Option(
    "vfr",
    help:
      "One output frame for each source frame that is shown, stamped where the map puts it, instead of a fixed rate.")
  package static let timebase = Option(
    "timebase", value: "1/N",
    help: """
      What stamps are rounded to with --vfr (default 1/64000). Frames whose stamps would be equal are refused; but a frame of \
      which a cut leaves less than 1/N is shown for 1/N, and the next one is later by that.
      """)
  private static let start = Option.start.described(
    as: """
      The source time of the first frame (default 0), which stands for what the map shows before it. Frames with stamps have their \
      own times.
      """)
  package static let timestamps = Option(
    "timestamps", value: "FILE", completion: .file,
    help: "With --vfr, write the stamps to FILE in milliseconds (timestamp format v2), beside y4m.")

  package static let outputRange = Option(
    "output-range", value: "FROM..TO",
    help: """
      Make only these frames of the result, counted from 0, up to the one before TO; either may be left out. With --vfr, \
      those that begin from the time FROM on and before TO. Each is what it is in the whole result, stamps too.
      """)

  package static let join = Option(
    "join", value: "FILE", repeatable: true, completion: .file,
    help: """
      Instead of retiming: put NUT files end to end, one for each --join, whose encoded frames were made with --output-range \
      and encoded alike. Stamps stay.
      """)

  package static let source = Option(
    "source", value: "COMMAND",
    help: """
      Instead of standard input: a shell command that prints the clip from $FROM for $LENGTH seconds as NUT with its own \
      stamps. It is run for each part of the clip that the map shows, and again for each part that fits in --memory where \
      the map returns; from further back if frames are missing. Its arguments are ready for ffmpeg: $1 is the seek \
      point, empty for the start of the file, and $2 how many seconds are to be read.
      """)
  package static let inputFps = Option(
    "input-fps", value: "R", help: "Rate of a y4m input whose header does not say it.")
  package static let inputTimestamps = Option(
    "input-timestamps", value: "FILE", completion: .file,
    help: """
      Times of the input's frames, as a file of timestamp format v2: milliseconds, one to a line. One line more says when the last \
      frame ends.
      """)
  package static let holdEnd = Option(
    "hold-end",
    help: "Where the input ends before the map does, its last frame stands to the end, however long that is.")
  package enum OutputFormat: Sendable { case y4m, nut }
  package static let outputFormat = ChoiceOption<OutputFormat>(
    "output-format", value: "FORMAT", naming: "container",
    help: "Container of the result. Default is the input's; nut for --vfr without --timestamps. There are",
    [Choice("y4m", .y4m, "frames at a fixed rate"), Choice("nut", .nut, "frames with a stamp each")])

  package static let command = Command(
    name: "warp-video",
    version: .current,
    summary: "retime a stream of frames along a time map",
    synopsis: ["--map FILE [OPTION]... < input.y4m > output.y4m", "--join FILE... > whole.nut"],
    strangers: Strangers.ofVideo, strayFile: Strangers.fileForFilters,
    description: [
      """
      Reads y4m or NUT with one raw video stream from standard input and writes the same, retimed: each output frame \
      shows exactly what the map puts at its instant. The samples of a frame are never changed unless frames are mixed. Frames \
      are at most 16384 samples wide and high.
      """,
      """
      With --vfr, NUT may hold a video stream of any codec: its packets then stay as they are, in their order, each with the \
      stamp at which the map shows its frame. That takes a map that plays all of a part once, in order, and begins at a key \
      frame; packets that others need may follow its end.
      """,
      """
      Maps that play backward or return to frames shown before need those frames again. From a regular file they are \
      read again; from a pipe they are kept in memory, and beyond --memory in a temporary file.
      """,
    ],
    groups: [
      OptionGroup("Map", for: .map, [map]),
      OptionGroup("Fixed rate", for: .picture, [fps, pick.option, mix.option, dedup, shutter]),
      OptionGroup("Variable rate", for: .picture, [variable, timebase, timestamps]),
      OptionGroup("Piece of the result", for: .output, [outputRange, join]),
      OptionGroup(
        "Streams", for: .streams,
        [source] + SourceOptions.all + [inputFps, inputTimestamps, start, holdEnd, outputFormat.option]),
      OptionGroup("Run", for: .run, [threads, .memory, .progress, .noProgress, .stats]),
    ],
    examples: [
      Command.Example(
        "Slow a clip down along a map, at 60 frames a second:",
        """
        ffmpeg -v error -i in.mp4 -f yuv4mpegpipe - | warp-video --map map.tsv --fps 60 |
              ffmpeg -v error -i - slow.mp4
        """),
      Command.Example(
        "The same with variable timestamps, every frame where the map puts it:",
        """
        ffmpeg -v error -i in.mp4 -map 0:v:0 -fps_mode passthrough -enc_time_base 1/90000 -c:v rawvideo -f nut - |
              warp-video --map map.tsv --vfr |
              ffmpeg -v error -i - -fps_mode passthrough -enc_time_base 1/64000 stamped.mp4
        """),
    ],
    sections: [
      Command.Section(
        "FRAMES MADE BY A COMMAND",
        [
          """
          With --mix exec:COMMAND the shell command is run once, by sh -c, and asked for every frame that lies between two others; \
          frames of the input are shown as they are. It reads a y4m header, once, and then for each frame: a line FRAME and the \
          first of the two, a line FRAME and the second, and a line with the phase, a decimal number over 0 and under 1 that says \
          how far from the first to the second the frame is to be. It answers with a line that begins with FRAME and the samples, \
          as many as each of the two has, and has to flush them; a y4m header may come before the first answer. The next two \
          frames come after the answer to those before.
          """,
          """
          At the end of its input it has to end, within ten seconds and with status 0, without printing more. Anything else is an \
          error (status 1). What it writes to standard error is seen. It ends when warp-video does, also by a signal. y4m has to \
          have a word for the pixel format of the input. Whether two frames belong to one scene the command finds out itself.
          """,
        ]),
      Command.Section(
        "DUPLICATE FRAMES",
        [
          """
          With --dedup a run of frames that look alike counts as its first frame, on screen until the next one that looks \
          different: what is mixed or made up lies between these two, wherever in the run its instant is, backward and in \
          repeats too. Two frames look alike if their samples differ by less than one level of 8 bits in the mean, and by \
          less than twelve in each block of 8 by 8 samples, so that a pointer that moves is seen.
          """,
          """
          A run of more than 0.25 s or more than 12 frames stays as it is; so does one that ends with the input or with what \
          a part of the map shows. Freezes show a frame of the source. Frames are shown when and as often as without --dedup.
          """,
        ]),
      Command.Section("SEE ALSO", ["warp-film(1), warp-map(1), warp-audio(1), warp-map(5), ffmpeg(1)"]),
    ])
}
