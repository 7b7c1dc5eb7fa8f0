import Tool
import Values
import Warp

/// Declares warp-film's options. Options that warp-film passes on to a filter are those of the filter, some with
/// another help text.
package enum WarpCommand {
  private static let map = MapCommand.map.described(
    as: """
      Read the map from FILE. FILE is a table as --to table and warp-map write it, or a file of MLT, FCPXML, \
      Premiere, OpenTimelineIO, EDL, auto-editor (v1, v3) or LosslessCut (.llc, CSV). warp-map(5) describes the table.
      """)
  private static let even = MapCommand.even.described(
    as: """
      Let a quantity grow evenly along the result, such as the distance of a ride. FILE has lines TIME VALUE. VALUE \
      is the total since the start, so it never falls. With gpx:FILE (a GPS track), gpmf:FILE (a track of GoPro), gpmf \
      (that of INPUT) and dji:FILE (the subtitles of a drone), the quantity is the ground covered. With motion, the \
      quantity is how much the picture changes: dull parts play fast, busy parts slowly.
      """)
  package static let pick = VideoCommand.pick.option.described(
    as: "Choose which frame of INPUT an output frame shows:",
    usual: "middle")
  package static let settle = ChoiceOption<Bool>(
    "settle", value: "yes|no", naming: "way to settle frames",
    help: """
      Shift each part at normal speed by at most half a frame, so that it shows exactly the frames of INPUT. After a \
      ramp, it would otherwise lie between two frames. Default: yes if the curve is made by --speed, --speeds, \
      --ranges or --freeze, --fit is not given, and the result keeps the frame rate of INPUT; otherwise no.
      """,
    [Choice("yes", true, "shift them; not with --vfr, --map or --invert"), Choice("no", false, "leave them")])
  package static let audio = Option(
    "audio", value: "N", repeatable: true,
    help: """
      Keep sound track N of INPUT, counted from 1 as in --info. Repeat --audio to keep several tracks, in that \
      order. Default: all tracks.
      """)
  package static let noAudio = Option("no-audio", help: "Leave the sound out.")
  package static let noSubtitles = Option("no-subtitles", help: "Leave the subtitles out.")

  package static let encode = Option(
    "encode", value: "ARGS",
    help: """
      Pass more options to ffmpeg's encoder, such as '-preset slow' or '-b:a 320k'. They override the defaults. A \
      codec here, as in '-c:v libx265 -crf 20 -c:a flac', replaces the default codec.
      """)
  package static let codec = Option(
    "codec", value: "NAME", completion: .words(["h264", "hevc", "av1", "vp9", "prores", "dnxhr", "ffv1"]),
    help: """
      Codec of the picture: h264, hevc, av1, vp9, prores, dnxhr, ffv1, or the name of an ffmpeg encoder such as \
      libsvtav1 or hevc_nvenc. The default depends on the format of OUTPUT, see DEFAULT ENCODING.
      """)
  package static let copy = Option(
    "copy", value: "exact", optional: true, completion: .words(["exact"]),
    help: """
      Keep the encoded picture and change only its timestamps, which is fast. A map that only cuts may cut anywhere: \
      a few frames beside each cut are encoded again. Any other map must show one part of INPUT once and forward. A \
      --trim must begin at a keyframe and may end a few frames late, unless exact is written.
      """)
  package static let quality = Option(
    "quality", value: "N",
    help: """
      Quality of the picture on the encoder's own scale, such as 18 for h264. The number becomes ffmpeg's -crf or, \
      if the encoder has no -crf, its -cq, -qp, -global_quality or -q:v.
      """)
  package static let deinterlace = ChoiceOption<Deinterlacing>(
    "deinterlace", value: "HOW", naming: "deinterlacing mode",
    help: "Deinterlace the frames before their timing changes, which --mix and --shutter need:",
    usual: "none",
    [
      Choice("none", .none, "keep them interlaced"),
      Choice("frame", .frame, "make one frame from two fields, with ffmpeg's bwdif"),
      Choice("field", .field, "make one frame from each field"),
    ])
  package static let preset = Option(
    "preset", value: "NAME", completion: .words(presets),
    help: """
      Set the preset of the encoder. A slow preset makes smaller files. h264 and hevc have the presets \
      ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow and placebo. The default is medium.
      """)
  /// The presets of x264 and x265.
  package static let presets = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
  ]
  package static let width = Option(
    "width", value: "N",
    help: """
      Make the picture N pixels wide. The height follows and is even; the pixel aspect ratio stays, except in gif and \
      apng, whose pixels are square. Default: the width of INPUT, and for gif and apng at most 480.
      """)
  package static let draft = Option(
    "draft",
    help: """
      Make the result quickly, to look at: with the fastest preset, and at most 540 lines high. --preset, --width and \
      --encode override this.
      """)
  package static let plot = ChoiceOption<MapCommand.PlotKind>(
    "plot", value: "KIND", naming: "kind of plot", optional: true,
    help: "Draw the speed curve instead of making a video:", usual: "text",
    MapCommand.plotKinds)
  package static let edit = Option(
    "edit",
    help: """
      Open a page in your browser on which you edit the curve over the video, render the result and play it. If the \
      browser cannot play INPUT, warp-film makes a small copy while it plays. The other options apply to the result. \
      warp-film ends when you close the page.
      """)
  package static let noBrowser = Option(
    "no-browser", help: "With --edit: print the address of the page instead of opening it.")
  package static let editOptions = [edit, noBrowser]

  package static let info = MapCommand.info.described(
    as: "Print durations, speeds, frame counts and frame rates instead of making a video.")
  private static let outputs = [
    info, MapCommand.at, MapCommand.atWarped, MapCommand.sourceFrames, MapCommand.outputFrames,
    MapCommand.format.option, MapCommand.json, MapCommand.listCurves, MapCommand.to.option, MapCommand.error,
    MapCommand.rate,
  ]

  package static let memory = Option.memory.described(
    as: "Limit the memory in which warp-video holds frames (default: 1GiB, or 384M if the map plays backward).")
  package static let silence = Option(
    "silence", value: "SPEED|cut",
    help: """
      Play silences at this speed, such as 4x, or cut them out. warp-film searches the first sound track that it \
      keeps, or that of --listen.
      """)
  package static let pauses = Option(
    "pauses", value: "SPEED|cut",
    help: """
      Play pauses at this speed, such as 4x, or cut them out. In a pause nobody speaks, but there may be noise or \
      quiet music. If a part is also a silence or a still, it gets the fastest of the speeds.
      """)
  package static let listen = Option(
    "listen", value: "N|all",
    help: """
      Search sound track N of INPUT, counted from 1 as in --info, for --silence, --pauses, --speech and --align. The \
      track need not be in the result. all: a part is a silence or a pause where it is one in all tracks.
      """)
  package static let silenceLevel = Option(
    "silence-level", value: "LEVEL", help: "With --silence: the level below which sound is silence (default: -35dB).")
  package static let silenceLength = Option(
    "silence-length", value: "TIME",
    help: "With --silence or --pauses: ignore silences and pauses shorter than this (default: 0.5 s).")
  package static let still = Option(
    "still", value: "SPEED|cut",
    help: """
      Play stills at this speed, such as 4x, or cut them out. A still is a part of 2 s or more in which nothing moves. \
      With --silence, a still that is also silent gets the faster of the two speeds.
      """)
  /// Searches that `--margin` refines.
  static let marginSearches = [silence, pauses, still]
  package static let margin = MapCommand.margin.described(
    as: """
      With --silence, --pauses or --still: play this much at both ends of each found part at normal speed (default: \
      0.2 s). A part at the start or end of the video has no margin there. With --words: keep at most this \
      much of the pause beside a word that stays (default: 0.05 s).
      """)

  package static let speech = Option(
    "speech", value: "SPEED|auto",
    help: """
      Play speech at this mean speed, such as 2.5x, so that it stays easy to understand. Pauses and long vowels become \
      shorter than consonants. No part is slower than 1x or half of SPEED, or faster than three times SPEED. auto: the \
      mean speed that --fit needs. The pitch is kept. warp-film listens to the first sound track that it keeps, or \
      that of --listen.
      """)

  /// The options that name a file of sound.
  package static let recordings = [music, align]
  package static let align = Option(
    "align", value: "REFERENCE", completion: .file,
    help: """
      Bring INPUT onto the clock of REFERENCE: another recording of the scene, or another edition of the film. What \
      only INPUT has is left out. Where only REFERENCE has something, the picture holds in silence.
      """)

  /// Options that search the film. `--range-ease` and `--else-speed` also apply to what they find.
  package static let searchOptions = [
    silence, silenceLevel, silenceLength, pauses, listen, still, margin, speech, align, asShot,
  ]
  /// Searches of the sound.
  static let soundSearches = [silence, pauses, speech, align]

  /// Options of warp-map that make a curve.
  static let curveOptions =
    [
      MapCommand.speed, MapCommand.speeds, MapCommand.curve, MapCommand.curves, MapCommand.constant, MapCommand.anchor,
      MapCommand.anchorEasing.option, MapCommand.anchors, MapCommand.tempo, MapCommand.ranges, MapCommand.rangeSpeed,
      MapCommand.rangeMargin, MapCommand.rangeEase, MapCommand.elseSpeed, MapCommand.play, MapCommand.scaleExpression,
      MapCommand.integralExpression, map, even,
    ] + MapCommand.evenOptions.dropFirst() + [MapCommand.fromCues, MapCommand.toCues]
  static let changeOptions =
    [MapCommand.trim] + MapCommand.partOptions + [
      MapCommand.freeze, MapCommand.fit, MapCommand.reverse, MapCommand.then, MapCommand.invert,
    ]
  package static let mapOptions = curveOptions + changeOptions

  /// Options that print the map as warp-map does, instead of making a film.
  package static let showOptions = [plot.option] + outputs

  /// Options of warp-video.
  package static let pictureOptions = sections.flatMap { $0.role == .picture ? $0.options : [] }.filter {
    $0 != deinterlace.option && $0 != settle.option
  }
  package static let soundOptions = [AudioCommand.pitch.option, AudioCommand.kernel.option]

  package static let command = Command(
    name: "warp-film",
    version: .current,
    summary: "speed a video up and slow it down along a curve, picture and sound in step",
    synopsis: [
      "[CURVE]... [OPTION]... INPUT OUTPUT", "[CURVE]... [OPTION]... INPUT... DIRECTORY",
      "[CURVE]... [OPTION]... --preview|--edit|--plot|--info INPUT",
    ],
    operands: ["INPUT", "OUTPUT"],
    strangers: Strangers.ofFilm,
    description: [
      """
      warp-film changes the speed of a video along a curve. Picture, sound, subtitles and chapters stay in sync. The \
      curve makes a map, which says when each moment of INPUT is shown.
      """,
      """
      INPUT is a file that ffmpeg can read, not a pipe. The extension of OUTPUT selects the format: mp4, mov, mkv or \
      webm, gif or apng, or m4a, mp3, flac, wav, ogg or opus for sound alone. OUTPUT may also be - for standard \
      output, or a directory; several INPUTs need a directory.
      """,
      """
      OUTPUT gets its name when it is complete. If warp-film fails or is killed, an existing OUTPUT stays as it was, \
      and no temporary file remains.
      """,
      """
      warp-film prints one line for each track that it leaves out, and for each property that it changes, except timing.
      """,
    ],
    brief: { brief },
    groups: sections.map { OptionGroup($0.title, for: $0.role, $0.options) },
    examples: [
      Command.Example(
        "Twice as fast, with voices at their own pitch:", "warp-film --speed 2x --pitch keep talk.mp4 fast.mp4"),
      Command.Example(
        "Slow motion from 2.5 s to 3.5 s, at a quarter of the speed and with interpolated frames:",
        "warp-film --speed '2s=1x, 2.5s=0.25x smooth, 3.5s=0.25x, 4s=1x smooth' --mix motion jump.mp4 slow.mp4"),
      Command.Example("Cut the silences out:", "warp-film --silence cut talk.mp4 short.mp4"),
      Command.Example("Play a video of any length backward:", "warp-film --reverse holiday.mp4 back.mp4"),
      Command.Example(
        "All videos of a folder, one after the other:",
        "mkdir quick && warp-film --speed 1.5x *.mp4 quick/"),
      Command.Example(
        "Make two pieces at the same time, then join them:",
        """
        seq 2 | xargs -P 2 -I{} warp-film --reverse film.mkv back.mkv --piece {}/2 &&
              warp-film --reverse film.mkv back.mkv --join
        """),
      Command.Example(
        "Stretch ten seconds to half a minute, with blended frames and the pitch kept:",
        "warp-film --trim 1:00..1:10 --fit 30 --mix blend --pitch keep film.mkv part.webm"),
    ],
    openingSections: [MapCommand.times],
    sections: [shotManual] + manual,
    exits: [
      .done: "OUTPUT is complete.",
      .inputOutput:
        "A decoder or the encoder failed, a program was killed, or a file is missing or cannot be read or written.",
      .usage: """
      The command line, a list of times or a time in it is wrong, or OUTPUT exists and -y is missing.
      """,
      .map: "The map is not valid: it would run backward, stand still or have no length.",
      .input: """
      INPUT is damaged or not a video, or ends before the map of a file. Or INPUT is truncated, and OUTPUT has what is \
      there. With --join: a piece is missing or truncated, or was made by a command with other options.
      """,
    ])
}
