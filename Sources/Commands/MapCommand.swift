import Tool
import Warp

/// Declares warp-map's options once for the parser, help, man page and completions.
package enum MapCommand {
  package static let duration = Option(
    "duration", value: "TIME",
    help: """
      Duration of the video, such as 12.5, 1500ms, 1:30 or 1:02:03.5. --curve, --scale-expr, --integral-expr and \
      places such as 25% need the duration. Without a duration, --speed, --constant and --ranges go on until the input \
      ends.
      """)
  package static let frames = Option(
    "frames", value: "N", help: "Duration of the video in frames. Needs --fps. Cannot be combined with --duration.")
  package static let fps = Option(
    "fps", value: "R",
    help: """
      Frame rate of the video: 30, 29.97, 30000/1001, ntsc (30000/1001), pal (25) or film (24). With --fps, times may \
      be frames (285f) or timecodes (00:00:09:15).
      """)

  package static let timecode = Option(
    "timecode", value: "HH:MM:SS:FF",
    help: """
      The timecode of the video's first frame, as HH:MM:SS;FF for drop-frame. Times in the video may then be its \
      timecodes, and --to writes them. Needs --fps.
      """)

  package static let curve = Option(
    "curve", value: "SPEC", repeatable: true, completion: .words(CurveSyntax.names.map(\.name)),
    help: """
      Change the speed along a named curve: NAME[:factor=F,modifier=M][@FROM..TO]. --list-curves shows the names, and \
      the effect of F (default: 1.5) and M (at most 1, default: 0.5). The curve is a scale: 2 is half speed, 0.5 is \
      double speed. FROM and TO are parts of the video (20%, 0.2) or times, which need a unit here (2s); default: the \
      whole video. Ranges must not overlap. Outside the ranges, the video plays at normal speed.
      """)
  package static let curves = Option(
    "curves", value: "FILE", repeatable: true, completion: .file,
    help: "Read curves from FILE, one per line, as for --curve. A # starts a comment.")
  package static let constant = Option(
    "constant", value: "F", help: "Play the whole video at one scale: 2 is half speed, 0.5 is double speed.")
  package static let speed = Option(
    "speed", value: "SPEEDS",
    help: """
      Set one speed (2x, 200%), or keyframes TIME=SPEED along the video: '0=1x, 2s=0.25x smooth, 4s=1x'. The word \
      after a speed says how the speed changes up to this keyframe: linear (default), hold, smooth, ease-in, ease-out, \
      ease-in-out or bezier(x1,y1,x2,y2). Before the first keyframe and after the last one, the speed is constant.
      """)
  package static let speeds = Option(
    "speeds", value: "FILE", completion: .file,
    help: "Read keyframes from FILE, one TIME=SPEED per line, as for --speed. A # starts a comment.")
  package static let anchor = Option(
    "anchor", value: "SOURCE=WARPED", repeatable: true,
    help: """
      Show the video's time SOURCE at the time WARPED of the result. The first anchor is 0=0, unless an anchor has \
      WARPED 0. If SOURCE falls from one anchor to the next, the video plays backward. If SOURCE stays, the picture \
      freezes. After the last anchor, the video plays at normal speed.
      """)
  package static let anchorEasing = ChoiceOption<Anchors.Easing>(
    "anchor-easing", value: "HOW", naming: "kind of easing", help: "Choose the curve between two anchors:",
    usual: "linear",
    [
      Choice("linear", .linear, "one constant speed"),
      Choice("smooth", .smooth, "a speed that changes smoothly, up to the last anchor"),
    ])
  package static let anchors = Option(
    "anchors", value: "FILE", completion: .file,
    help: """
      Read anchors from FILE, one SOURCE WARPED per line, as for --anchor. With --tempo, FILE is a list of beats, one \
      time per line, as aubiotrack prints them.
      """)
  package static let tempo = Option(
    "tempo", value: "BPM",
    help: """
      Move the beats in the file of --anchors to an even grid of BPM beats per minute. The first beat keeps its time. \
      Needs --anchors. Cannot be combined with --anchor.
      """)
  package static let ranges = Option(
    "ranges", value: "FILE", completion: .file,
    help: """
      Play the ranges listed in FILE faster or slower, or cut them out. FILE has lines START END [SPEED|cut], labels \
      from Audacity, the log of ffmpeg's silencedetect, freezedetect or blackdetect, subtitles, or what a speech \
      recogniser has written.
      """)
  package static let rangeSpeed = Option(
    "range-speed", value: "SPEED|cut",
    help: """
      Play ranges without a speed of their own at SPEED, such as 4x, or cut them out (default with --else-speed: 1x). \
      Needs --ranges. Without --else-speed, each range needs a speed of its own, or --range-speed.
      """)
  package static let rangeMargin = Option(
    "range-margin", value: "TIME", help: "Shorten each range by TIME at both ends (default: 0). Needs --ranges.")
  package static let rangeEase = Option(
    "range-ease", value: "TIME",
    help: """
      Change the speed smoothly over TIME at both ends of each range, within the range (default: 0, a sudden change).
      """)
  package static let elseSpeed = Option(
    "else-speed", value: "SPEED|cut",
    help: "Play everything outside the ranges at SPEED, such as 2x, or cut it out (default: 1x).")
  package static let play = Option(
    "play", value: "FROM..TO[@SPEED]", repeatable: true,
    help: """
      Play the video from FROM to TO, backward if FROM is after TO. SPEED is 2x or 200%, for example (default: 1x). \
      The parts of several --play follow one another in the order given.
      """)
  package static let scaleExpression = Option(
    "scale-expr", value: "EXPR",
    help: """
      Compute the scale with an expression, such as '1+0.5*sin(6*PI*u)'. A scale of 2 is half speed. In EXPR, u is the \
      position in the video (0 to 1), t the time in seconds, and d the duration of the video. Operators and functions \
      are those of ffmpeg's expressions.
      """)
  package static let integralExpression = Option(
    "integral-expr", value: "EXPR",
    help: """
      Compute the time in the result with an expression, such as 'd*u^2/2'. In EXPR, u is the position in the video (0 \
      to 1), t the time in seconds, and d the duration of the video. EXPR need not be 0 at the start: its value there \
      is subtracted from all its values.
      """)
  package static let map = Option(
    "map", value: "FILE", completion: .file,
    help: """
      Read a map from FILE, or from standard input if FILE is -. FILE is a table of warp-map, or a file of MLT, \
      FCPXML, Premiere (xmeml), OpenTimelineIO, EDL (needs --fps), auto-editor (v1, v3) or LosslessCut (.llc, CSV). \
      If the last row of a table is "inf inf SCALE", which goes on without an end, the map ends at --duration. A \
      table that has an end is not shortened.
      """)

  package static let trim = Option(
    "trim", value: "[FROM]..[TO]",
    help: "Keep only the part of the video from FROM to TO. Curves still span the whole video.")
  package static let freeze = Option(
    "freeze", value: "T=LENGTH", repeatable: true,
    help: "Hold the picture for LENGTH each time the video's time T is shown.")
  package static let fit = Option(
    "fit", value: "LENGTH", help: "Stretch or compress the result to exactly the duration LENGTH.")
  package static let reverse = Option("reverse", help: "Play the result backward.")
  package static let then = Option(
    "then", value: "OPTIONS", repeatable: true, holdsOptions: true,
    help: """
      Apply another map to the result. OPTIONS is one word in quotes with options for curves and changes, such as \
      '--speed 2x' or '--map FILE'. Their times are times of the result so far. Several --then apply in the order \
      given.
      """)
  package static let invert = Option(
    "invert",
    help: """
      Turn the map round, so that it takes the result back to the source. A cut becomes a freeze, and a freeze a \
      cut. The map must show each moment once, forward.
      """)

  package static let settle = Option(
    "settle", value: "R",
    help: """
      Move parts at normal speed by at most half a frame, so that each frame of a result with frame rate R shows one \
      frame of the video. What lies between such parts becomes a little longer or shorter. A part beside a cut \
      becomes longer, up to the next whole frame, and the cut becomes shorter. Needs --fps. Cannot be combined with \
      --map or --invert.
      """)

  package static let tolerance = Option(
    "tolerance", value: "SECONDS",
    help: "Largest error of the table, in seconds (default: 1e-11). Cannot be combined with other output.")
  package static let sourceFrames = Option(
    "source-frames",
    help: """
      Print one row for each frame of the video: when the frame is shown first, and at which speed. warp-map needs \
      --fps for this list.
      """)
  package static let outputFrames = Option(
    "output-frames", value: "R",
    help: "Print one row for each frame of a result with frame rate R: which time and frame of the video is shown.")
  package static let pick = VideoCommand.pick.option.described(
    as: "With --output-frames, choose the frame of the video that a frame of the result shows, as warp-video --pick:",
    usual: "hold")
  package static let at = Option(
    "at", value: "T", repeatable: true,
    help: """
      Print each time in the result at which the video's time T is shown. If T is -, read times from standard input, \
      one per line. With --plot text or svg, mark T with a dot instead.
      """)
  package static let atWarped = Option(
    "at-warped", value: "T", repeatable: true,
    help: """
      Print which time of the video is shown at time T of the result. If T is -, read times from standard input, one \
      per line. Frames (285f) and timecodes count frames of the result.
      """)
  package static let clip = Option(
    "clip", value: "FILE", completion: .file,
    help: """
      Refer to the video as FILE in the output of --to and --plot html (default: clip.mp4). Not for --to rubberband \
      and --to timestamps.
      """)
  package static let clipStart = Option(
    "clip-start", value: "SECONDS",
    help: """
      With --plot html or --to mpv, the timestamp in the video file at which source time 0 lies, in seconds (default: \
      0).
      """)
  package static let wave = Option(
    "wave", value: "FILE", completion: .file,
    help: "With --plot html, draw the sound in FILE under the curve. FILE has raw samples: 8-bit unsigned, mono.")
  package static let rate = Option(
    "rate", value: "HZ", help: "Sample rate of the sound in Hz. Required by --to rubberband.")
  package static let error = Option(
    "error", value: "SECONDS",
    help: """
      With --to, the largest distance between the lines and the map, in seconds (default: half a frame, or 0.01 if the \
      frame rate is unknown). An edit decision list counts whole frames, so it may always be half a frame off.
      """)
  package static let info = Option("info", help: "Print the durations, and the lowest and the highest speed.")
  /// Options whose files are read to make the map.
  package static let files = [map, curves, speeds, anchors, ranges, even, fromCues, toCues, keep, cut, words, script]
  package enum PlotKind: Sendable { case text, svg, html }
  package static let plot = ChoiceOption<PlotKind>(
    "plot", value: "KIND", naming: "kind of plot", optional: true,
    help: "Print a plot of the speed over the video. KIND is:", usual: "text", plotKinds)
  static let plotKinds = [
    Choice("text", PlotKind.text, "a drawing for the terminal"), Choice("svg", .svg, "a picture in SVG"),
    Choice("html", .html, "a web page to edit the curve and play the video"),
  ]
  package static let format = ChoiceOption<ListingFormat>(
    "format", value: "FORMAT", naming: "format", help: "Format of tables and lists:", usual: "tsv",
    [
      Choice("tsv", .tsv, "fields separated by tabs"), Choice("csv", .csv, "fields separated by commas"),
      Choice("json", .json, "an array of objects; for --info, one object"),
    ])
  package static let json = Option("json", help: "Short for --format json.")
  package static let listCurves = Option(
    "list-curves", help: "List the names for --curve, with a description of each curve, and exit.")

  package static let command = Command(
    name: "warp-map",
    version: .current,
    summary: "make a time map from a curve of speeds",
    synopsis: ["[OPTION]... > map.tsv"],
    strangers: Strangers.ofMap, strayFile: Strangers.fileForMap,
    description: [
      """
      warp-map writes a time map: a table that says which moment of a video is shown when. The filters warp-video and \
      warp-audio follow the same table, and keep picture and sound in step.
      """,
      """
      Source time is the time in the video. Warped time is the time in the result. The scale says how many seconds of \
      the result one second of the video takes: 2 is half speed, 0.5 is double speed.
      """,
      """
      Choose one kind of curve: --curve and --curves, --constant, --speed, --speeds, --anchor and --anchors, --ranges, \
      --play, --scale-expr, --integral-expr, --map, --even, or --from-cues. Without a curve, the video plays at normal \
      speed.
      """,
      """
      warp-map applies changes in the order listed below, not in the order typed. Without an option that prints \
      something else, warp-map prints the table.
      """,
    ],
    groups: [
      OptionGroup("Clip", for: .clip, [duration, frames, fps, timecode]),
      OptionGroup(
        "Curves", for: .map,
        [
          speed, speeds, curve, curves, listCurves, constant, anchor, anchorEasing.option, anchors, tempo, ranges,
          rangeSpeed, rangeMargin, rangeEase, elseSpeed, play, scaleExpression, integralExpression, map,
        ] + evenOptions + [fromCues, toCues]),
      OptionGroup("Changes", for: .map, [trim] + partOptions + [margin, freeze, fit, reverse, then, invert, settle]),
      OptionGroup(
        "Output instead of the table", for: .output,
        [info, plot.option, at, atWarped, sourceFrames, outputFrames, retime.option, to.option]),
      OptionGroup(
        "Details of the output", for: .output,
        [
          format.option, json, tolerance, pick, toSource, textStart, timeColumn, singleCues, error, rate, clip,
          clipStart,
          wave,
        ]),
    ],
    examples: [
      Command.Example(
        "Slow the middle of a ten-second video down to half speed:",
        "warp-map --duration 10 --curve triangle:factor=2"),
      Command.Example(
        "Plot two curves on one video:",
        "warp-map --duration 1:00 --curve ramp:factor=3@0s..20s --curve sine@30s..50s --plot text"),
      Command.Example(
        "Quarter speed from 2 s to 3 s:",
        "warp-map --duration 5 --speed '0=1x, 1.5s=1x, 2s=0.25x smooth, 3s=0.25x, 3.5s=1x smooth'"),
      Command.Example("Five seconds forward, then backward:", "warp-map --play 0..5 --play 5..0"),
      Command.Example(
        "Find the new times of three moments of the video:",
        "printf '%s\\n' 1.5 4 7.25 | warp-map --duration 10 --curve power --at -"),
    ],
    sections: manual)
}
