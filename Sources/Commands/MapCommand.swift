import Cues
import Exchange
import Tool
import Warp

/// warp-map's options, declared once for parser, help, man page and completions.
package enum MapCommand {
  package static let duration = Option(
    "duration", value: "TIME",
    help: """
      Length of the clip, as 12.5, 1500ms, 1:30 or 1:02:03.5. Curves on a clip need it; without it --constant, --speed and no \
      curve at all make a map with an open end.
      """)
  package static let frames = Option("frames", value: "N", help: "Length of the clip in frames, with --fps.")
  package static let fps = Option(
    "fps", value: "R",
    help: """
      Frame rate of the clip, as 30, 29.97, 30000/1001, ntsc, pal or film. Times may then be frames, as 285f, or time \
      codes, as 00:00:09:15.
      """)

  package static let curve = Option(
    "curve", value: "SPEC", repeatable: true, completion: .words(CurveSyntax.names.map(\.name)),
    help: """
      A time-scale curve, NAME[:factor=F,modifier=M][@FROM..TO]. F (default 1.5) and M (up to 1, default 0.5) shape it as \
      --list-curves says. The range is 20%..50%, 0.2..0.5 as parts of the clip, or times with a unit such as 2s..5s, and \
      the whole clip by default; ranges may not overlap, and outside them the scale is 1.
      """)
  package static let curves = Option(
    "curves", value: "FILE", repeatable: true, completion: .file,
    help: "Such curves from a file, one to a line; # starts a comment.")
  package static let constant = Option("constant", value: "F", help: "One scale throughout: 2 takes twice as long.")
  package static let speed = Option(
    "speed", value: "SPEEDS",
    help: """
      One speed, as 2x or 200%, or keyframes along the source: '0=1x, 2s=0.25x smooth, 4s=1x'. The word says how speed goes \
      to that key: linear (default), hold, smooth, ease-in, ease-out, ease-in-out or bezier(x1,y1,x2,y2).
      """)
  package static let speeds = Option(
    "speeds", value: "FILE", completion: .file, help: "Such keyframes from a file, TIME=SPEED to a line.")
  package static let anchor = Option(
    "anchor", value: "SOURCE=WARPED", repeatable: true,
    help: """
      This source instant lands on that warped instant. 0=0 is implied; the source may fall (plays backward) or stay \
      (freezes); after the last anchor the scale is 1 to the clip's end, if a length is given.
      """)
  package static let anchorEasing = ChoiceOption<Anchors.Easing>(
    "anchor-easing", value: "HOW", naming: "way between anchors", help: "How to go between anchors:", usual: "linear",
    [Choice("linear", .linear, "in straight lines"), Choice("smooth", .smooth, "in a monotone cubic")])
  package static let anchors = Option(
    "anchors", value: "FILE", completion: .file,
    help: "Such anchors from a file, SOURCE WARPED to a line; with --tempo a list of beats, such as aubiotrack prints.")
  package static let tempo = Option(
    "tempo", value: "BPM",
    help: """
      So many beats a minute: the beats of --anchors land on an even grid, which begins at the first of them.
      """)
  package static let ranges = Option(
    "ranges", value: "FILE", completion: .file,
    help: """
      Parts of the source that are played faster, slower or not at all: lines START END [SPEED|cut], Audacity's labels, or \
      what ffmpeg's silencedetect, freezedetect or blackdetect say. Where some overlap the fastest counts.
      """)
  package static let rangeSpeed = Option(
    "range-speed", value: "SPEED|cut", help: "What becomes of ranges whose line does not say it, as 4x or cut.")
  package static let rangeMargin = Option(
    "range-margin", value: "TIME", help: "Take so much off both ends of each range (default 0).")
  package static let rangeEase = Option(
    "range-ease", value: "TIME",
    help: "Go to the speed of a range and back smoothly, each over so long a part of it (default 0).")
  package static let elseSpeed = Option(
    "else-speed", value: "SPEED|cut", help: "What becomes of all that is in no range (default 1x).")
  package static let play = Option(
    "play", value: "FROM..TO[@SPEED]", repeatable: true,
    help: """
      Play these stretches of the source one after the other, in the order given; backward if FROM is after TO.
      """)
  package static let scaleExpression = Option(
    "scale-expr", value: "EXPR",
    help: """
      The scale as an expression of u (0 to 1), t (seconds) and d (duration), in the language of ffmpeg's expressions.
      """)
  package static let integralExpression = Option(
    "integral-expr", value: "EXPR",
    help: "The warped time as such an expression, e.g. 'd*u^2/2'; its value at 0 is taken off.")
  package static let map = Option(
    "map", value: "FILE", completion: .file,
    help: "Start from a table; - reads it from standard input. A --duration closes an open end, and shortens nothing.")

  package static let trim = Option(
    "trim", value: "[FROM]..[TO]",
    help: "Keep only this part of the source. Curves span the clip, trimming comes after.")
  package static let freeze = Option(
    "freeze", value: "T=LENGTH", repeatable: true, help: "Stand still for LENGTH whenever source time T is shown.")
  package static let fit = Option("fit", value: "LENGTH", help: "Stretch the result to last exactly LENGTH.")
  package static let reverse = Option("reverse", help: "Play the result from its end to its start.")

  package static let tolerance = Option(
    "tolerance", value: "SECONDS",
    help: """
      How far the table may be from the exact curve (default 1e-11), never finer than the last digits of the time itself.
      """)
  package static let sourceFrames = Option(
    "source-frames", help: "Instead of the map: for each source frame when it is shown, and how fast. Needs --fps.")
  package static let outputFrames = Option(
    "output-frames", value: "R", help: "Instead of the map: for each frame of a result at rate R what it shows.")
  package static let at = Option(
    "at", value: "T", repeatable: true,
    help: """
      Instead of the map: source time T and the warped time of each of its visits. With - for T, times come from standard \
      input, one to a line. With --plot it marks T with a dot, but not with --plot html.
      """)
  package static let atWarped = Option(
    "at-warped", value: "T", repeatable: true,
    help: """
      The inverse: the source time shown at warped time T, and T. With - for T, times come from standard input. Frames \
      and time codes count frames of the result.
      """)
  package static let retime = ChoiceOption<CueFormat>(
    "retime", value: "KIND", naming: "kind of text",
    help: """
      Instead of the map: the text on standard input, with every time in it where the map shows it. What is shown more than \
      once is repeated, what is shown nowhere, or for less than a millisecond, left out. Where the map plays or jumps back, \
      all is sorted by its new start; otherwise it stays in the order it has:
      """,
    [
      Choice("srt", .srt, "SubRip subtitles"), Choice("vtt", .vtt, "WebVTT subtitles"),
      Choice("ass", .ass, "SubStation Alpha subtitles, with karaoke, fades and moves"),
      Choice("ffmetadata", .ffmetadata, "ffmpeg's text of chapters"), Choice("labels", .labels, "Audacity's labels"),
      Choice("times", .times, "lines that begin with a time, in seconds or as 1:02.5"),
    ])
  package static let textStart = Option(
    "text-start", value: "SECONDS",
    help: "With --retime: the time in the text at which source time is 0 (default 0).")
  package static let singleCues = Option(
    "single-cues",
    help: """
      With --retime srt: where cues overlap, one with the lines of all of them, for files that show one cue at a time, as mp4 \
      does.
      """)
  /// Nil is the table.
  package static let to = ChoiceOption<ExchangeFormat?>(
    "to", value: "PROGRAM", naming: "kind of file",
    help: """
      Print the map for another program, in straight lines, as few as --error allows. Standard error reports their \
      number and their largest distance from the map. Values:
      """,
    usual: "table",
    [
      Choice("table", nil, "the map itself"),
      Choice("mlt", .mlt, "Kdenlive, Shotcut, melt"),
      Choice("fcpxml", .fcpxml, "Final Cut Pro, DaVinci Resolve"), Choice("otio", .otio, "OpenTimelineIO"),
      Choice("rubberband", .rubberband, "Rubber Band"),
      Choice("timestamps", .timestamps, "for mkvmerge"),
      Choice("auto-editor", .autoEditor, "its chunks"),
    ])
  package static let clip = Option(
    "clip", value: "FILE", completion: .file,
    help: """
      With --plot html and --to, but not rubberband or timestamps: the film, as it is to be found there (default \
      clip.mp4).
      """)
  package static let clipStart = Option(
    "clip-start", value: "SECONDS",
    help: "With --plot html: the time on the film's own clock at which source time is 0 (default 0).")
  package static let wave = Option(
    "wave", value: "FILE", completion: .file,
    help: """
      With --plot html: the film's sound, to be drawn under the curve: raw samples of one channel, unsigned, 8 bit.
      """)
  package static let rate = Option("rate", value: "HZ", help: "With --to rubberband: samples a second of the sound.")
  package static let error = Option(
    "error", value: "SECONDS",
    help: "With --to: how far from the map the lines may be (default half a frame; 0.01 without --fps).")
  package static let info = Option("info", help: "Instead of the map: durations and the range of scales and speeds.")
  /// Options that name a file to be read while the map is made.
  package static let files = [map, curves, speeds, anchors, ranges]
  package enum PlotKind: Sendable { case text, svg, html }
  package static let plot = ChoiceOption<PlotKind>(
    "plot", value: "KIND", naming: "kind of plot", help: "Instead of the map: a picture of the scale over the clip:",
    plotKinds)
  static let plotKinds = [
    Choice("text", PlotKind.text, "for the terminal"), Choice("svg", .svg, "a picture"),
    Choice("html", .html, "a page in which the curve is drawn over the film, which plays along it"),
  ]
  package static let format = ChoiceOption<ListingFormat>(
    "format", value: "FORMAT", naming: "format", help: "How rows are written:", usual: "tsv",
    [
      Choice("tsv", .tsv, "fields between tabs"), Choice("csv", .csv, "fields between commas"),
      Choice("json", .json, "an array of objects"),
    ])
  package static let json = Option("json", help: "The same as --format json.")
  package static let listCurves = Option("list-curves", help: "List the names for --curve and exit.")

  static let times = Command.Section(
    "TIMES",
    [
      """
      A time is written as 12.5, 12.5s, 1500ms, 1:30 or 1:02:03.5. Three fields are hours, minutes and seconds. A \
      place on the clip may also be a part of it, as 25%.
      """,
      """
      If the frame rate is known, a time may also be a frame, as 285f, or a time code of four fields, as \
      00:00:09:15. A semicolon before the frames means drop-frame, at 29.97 and 59.94 fps. The shell needs it quoted: \
      '00:00:09;15'.
      """,
      """
      Frames count from 0. At --at-warped they are frames of the result, elsewhere frames of the clip.
      """,
    ])

  package static let command = Command(
    name: "warp-map",
    version: .current,
    summary: "turn a time-scale function into a table of source and warped times",
    synopsis: ["[CURVE]... [CHANGE]... [OUTPUT] > map.tsv"],
    strangers: Strangers.ofMap, strayFile: Strangers.fileForMap,
    description: [
      """
      A function gives the scale of time at each moment of a clip: 2 takes twice as long, 0.5 half as long. Its integral maps \
      source time to warped time. warp-map writes that map as a table which warp-video and warp-audio follow exactly.
      """,
      """
      Curves are of one family at a time: --curve and --curves, --constant, --speed or --speeds, --anchor and --anchors, \
      --ranges, --play, --scale-expr, \
      --integral-expr or --map. Changes are made in the order they are listed here, however they are typed.
      """,
    ],
    groups: [
      OptionGroup("Length of the clip", for: .clip, [duration, frames, fps]),
      OptionGroup(
        "Curves", for: .map,
        [
          curve, curves, listCurves, constant, speed, speeds, anchor, anchorEasing.option, anchors, tempo, ranges,
          rangeSpeed, rangeMargin, rangeEase, elseSpeed, play, scaleExpression, integralExpression, map,
        ]),
      OptionGroup("Changes", for: .map, [trim, freeze, fit, reverse]),
      OptionGroup(
        "Output", for: .output,
        [
          tolerance, sourceFrames, outputFrames, at, atWarped, retime.option, textStart, singleCues, to.option, clip,
          clipStart, wave, rate, error, info, plot.option, format.option, json,
        ]),
    ],
    examples: [
      Command.Example(
        "Slow the middle of a ten-second clip down to half speed:", "warp-map --duration 10 --curve triangle:factor=2"),
      Command.Example(
        "Look at two curves on one clip:",
        "warp-map --duration 1:00 --curve ramp:factor=3@0s..20s --curve sine@30s..50s --plot text"),
      Command.Example(
        "Quarter speed between two and three seconds:",
        "warp-map --duration 5 --speed '0=1x, 1.5s=1x, 2s=0.25x smooth, 3s=0.25x, 3.5s=1x smooth'"),
      Command.Example("Forward, then the same backward:", "warp-map --play 0..5 --play 5..0"),
      Command.Example(
        "When is what was said at these seconds heard now?",
        "printf '%s\\n' 1.5 4 7.25 | warp-map --duration 10 --curve power --at -"),
    ],
    sections: [
      times,
      Command.Section("SEE ALSO", ["warp-film(1), warp-video(1), warp-audio(1), warp-map(5), ffmpeg(1), sox(1)"]),
    ])
}
